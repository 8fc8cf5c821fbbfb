"""What stands on a pull request after a run, word for word (`tests/golden/`)."""

import pytest
from markdown_it import MarkdownIt

from bot.configuration import default_config
from bot.models.arc import RelaySummary
from bot.models.offering import OfferedTurn
from bot.models.outcome import Outcome
from bot.models.screening import Amendment
from bot.models.struct import altered
from bot.publish.relevance import UNKNOWN_CHANGES, PullChanges
from bot.relay.engine import new_arc
from bot.screening.amendments import Env, Source
from bot.screening.drafted import drafted_plan
from bot.screening.landing import Circumstances, landed
from bot.screening.screener import Said
from bot.vocabulary import AmendmentKind, Conclusion, RelayKind, Stage
from bot.workflows.telling import RelayTold, Told, tell
from tests.demo_pack import PACK
from tests.golden_files import assert_golden
from tests.notebooks import notebook
from tests.running import Files, ran

MOVES = "from oldlib import Reader\n\nprint(Reader('a').title)\n"
STAYS = "import oldlib\n\nreader = oldlib.LegacyReader('a')\nprint(reader.page_count)\nprint(oldlib.nonsense)\n"
BROKEN = "import oldlib\nprint(\n"
ANALYSIS = notebook(
    "%pip install old-lib==1.9", "import oldlib\n\nreader = oldlib.LegacyReader('a')", "print 'oldlib'", "f("
)
MIXED = {"app/moves.py": MOVES, "app/stays.py": STAYS, "app/broken.py": BROKEN, "requirements.txt": "old-lib==1.9\n"}
OLD_PYTHON = "[project]\nrequires-python = '>=3.7'\ndependencies = ['old-lib==1.9']\n"
BUMP = PullChanges(
    known=True,
    paths=frozenset({"requirements.txt"}),
    dependency_lines={"requirements.txt": ("old-lib==1.9", "newlib==2.4")},
)
TOUCHED = PullChanges(known=True, paths=frozenset({"a.ipynb"}), dependency_lines={})
TOUCHES_A = PullChanges(known=True, paths=frozenset({"a.py"}), dependency_lines={})
LEFT_OUT = Amendment(
    kind=AmendmentKind.EXCLUDE_PATH, key=None, value=None, path="a.py", reason="It goes.", evidence=("a.py",)
)
ELSEWHERE = PullChanges(known=True, paths=frozenset({"README.md"}), dependency_lines={})


def _told(outcome: Outcome, changes: PullChanges, *, quiet: bool = False) -> Told:
    return tell(outcome, [PACK], changes, quiet=quiet, details_url="https://obelize.example/runs/1")


@pytest.mark.parametrize(
    ("name", "files", "changes"),
    [
        pytest.param("bump", MIXED, BUMP, id="a bump, with places left"),
        pytest.param("all_moves", {"a.py": MOVES}, BUMP, id="everything moves"),
        pytest.param(
            "old_python", {"a.py": MOVES, "pyproject.toml": OLD_PYTHON}, BUMP, id="a promise of an older Python"
        ),
        pytest.param("elsewhere", MIXED, ELSEWHERE, id="a pull request that has nothing to do with it"),
        pytest.param(
            "notebook", {"a.ipynb": ANALYSIS, "b.pyi": "import oldlib\n"}, TOUCHED, id="a notebook and a stub"
        ),
        pytest.param("nothing", {"a.py": "print(1)\n"}, BUMP, id="nothing left"),
        pytest.param("diff_unknown", MIXED, UNKNOWN_CHANGES, id="a diff that nobody knows"),
    ],
)
def test_the_words(name: str, files: Files, changes: PullChanges) -> None:
    told = _told(ran(files), changes)
    assert_golden(f"check_{name}.md", f"<!-- {told.conclusion}: {told.report.title} -->\n\n{told.report.summary}")
    if told.relevant or not told.rows_left:
        assert_golden(f"report_{name}.md", told.folder_report)


def test_the_words_of_a_turn_that_waits_on_an_amended_plan() -> None:
    """A turn waits for a person, as a patch does; what a model did to the plan stands there with what was refused."""
    arc = altered(new_arc("repository 7", "a" * 40, PACK.id), ungrounded=True)
    turn = OfferedTurn(
        kind=RelayKind.AWAITING,
        stage=Stage.CRITIC,
        turn="0123456789abcdef",
        prompt=None,
        ungrounded=True,
        symbols=(),
        refused=None,
    )
    outcome = ran({"a.py": STAYS})
    given = [{"kind": "exclude_path", "path": "a|b", "evidence": ["a.py"]}, LEFT_OUT]
    assert outcome.plan is not None
    drafted = drafted_plan(outcome, default_config(), [PACK])
    env = Env(Source(frozenset({"a.py"}), lambda _: None))
    screening = landed(drafted, env, Said(given), Circumstances(None)).outcome
    told = tell(
        outcome,
        [PACK],
        TOUCHES_A,
        quiet=False,
        details_url="https://obelize.example/runs/1",
        screening=screening,
        relay=RelayTold(RelaySummary.of(arc), turn),
    )
    assert told.conclusion is Conclusion.WAITS_FOR_PERSON
    assert_golden("check_turn.md", told.report.summary)


def test_quiet_is_a_check_without_annotations() -> None:
    assert _told(ran(MIXED), BUMP, quiet=True).annotations == ()


def test_names_from_the_repository_do_nothing_in_any_of_the_texts() -> None:
    name = "a|b`<img src=x>` @octo #1 [x](javascript:y).py"
    told = _told(ran({name: STAYS, f"m {name}": MOVES}), BUMP)
    renderer = MarkdownIt("commonmark", {"html": True}).enable("table")
    for text in (told.report.summary, told.folder_report):
        page = renderer.render(text)
        assert "<img" not in page
        assert "javascript:" not in "".join(part.split('"')[0] for part in page.split('href="')[1:])


def test_a_thousand_files_still_fit_into_a_check() -> None:
    """GitHub takes 65,535 bytes of a summary (GITHUB.md, check runs)."""
    files = {f"folder/number_{n}.py": MOVES for n in range(400)} | {f"stays_{n}.py": STAYS for n in range(200)}
    told = _told(ran(files), BUMP)
    assert len(told.report.summary.encode()) < 65_535
