"""`obelize fix` with screening: a model amends the plan, every amendment is told of, and the run can be made again."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from bot.vocabulary import AmendmentKind, ScreeningSkip
from tests.cli.conftest import MOVES, Configure, Run
from tests.consult.endpoint import Answer, endpoint
from tests.golden_files import assert_golden
from tests.source.git_repositories import Repo

SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schemas"
KEY, PACK = "declare/pypdf", "py-pdf/pypdf2-to-pypdf"


@pytest.fixture
def undeclared(tmp_path: Path) -> Repo:
    """Two files that move, and a dependency file that does not declare the library."""
    repo = Repo.new(tmp_path / "undeclared")
    repo.write("shop/pages.py", MOVES)
    repo.write("tools/count.py", MOVES)
    repo.write("requirements.txt", b"requests\n")
    repo.commit()
    return repo


def amending(*amendments: dict[str, Any]) -> Answer:
    whole = [
        {"key": None, "value": None, "path": None, "reason": "It says so.", "evidence": ["requirements.txt"], **one}
        for one in amendments
    ]
    return lambda _: json.dumps({"amendments": whole, "notes": "I looked at all of it."})


ANSWER = {"kind": AmendmentKind.ANSWER_QUESTION, "key": KEY, "value": "requirements.txt"}


def latest(repo: Repo) -> Path:
    return repo.path / ".obelize/runs" / (repo.path / ".obelize/latest").read_text().strip()


def document(repo: Repo, name: str) -> Any:
    return json.loads((latest(repo) / name).read_bytes())


def test_an_answer_of_the_model_decides_and_the_run_says_who_decided(
    obelize: Run, undeclared: Repo, configure: Configure
) -> None:
    with endpoint(amending(ANSWER, {"kind": "exclude_path", "path": "../.."})) as served:
        configure(served)
        ran = obelize("fix", undeclared.path, "--screen")
    assert ran.exit_code == 0
    host = served.base_url.removeprefix("http://").removesuffix("/v1")
    assert_golden("fix-screened.txt", _told(ran.out, undeclared, host))
    assert_golden("fix-screened-report.md", _told((latest(undeclared) / "REPORT.md").read_text(), undeclared, host))
    run = document(undeclared, "run.json")
    (question,) = run["questions"]
    assert (question["answer"], question["answered_by"]) == ("requirements.txt", "screening")
    kept = document(undeclared, "model/screening.json")
    jsonschema.validate(kept, json.loads((SCHEMAS / "screening.schema.json").read_text()))
    assert kept["outcome"] == run["screening"]
    assert [one["refusal"] for one in run["screening"]["refused"]] == ["path_outside_root"]
    assert "+pypdf>=" in (latest(undeclared) / "patch.diff").read_text()
    assert obelize("replay", latest(undeclared)).exit_code == 0


def _told(text: str, repo: Repo, host: str) -> str:
    return text.replace(str(repo.path), "REPO").replace(latest(repo).name, "RUN-ID").replace(host, "HOST")


def test_what_is_left_out_is_looked_at_and_stays_with_its_word(
    obelize: Run, undeclared: Repo, configure: Configure
) -> None:
    with endpoint(amending({"kind": "exclude_path", "path": "tools"})) as served:
        configure(served)
        ran = obelize("fix", undeclared.path, "--revise", "Leave the tools alone.")
    assert ran.exit_code == 4
    user = json.loads(served.bodies[0])["messages"][1]["content"]
    assert "Leave the tools alone." in user
    rows = {(row["path"], row["bail"], row["not_asked"] or row["skip"]) for row in document(undeclared, "run.json")["withheld"]}  # fmt: skip
    assert rows == {("tools/count.py", "left_out", "left_out")}
    assert [file["path"] for file in document(undeclared, "plan.json")["files"]] == ["shop/pages.py"]
    assert "obelize fix --apply" not in ran.out, "no command line gives this plan"
    assert obelize("replay", latest(undeclared)).exit_code == 0


def test_a_narrower_release_is_what_lines_get_and_replays(obelize: Run, undeclared: Repo, configure: Configure) -> None:
    undeclared.write("requirements.txt", b"PyPDF2==3.0.1\n")
    undeclared.write("lib/requirements.txt", b"PyPDF2>=2\n")
    undeclared.commit()
    with endpoint(amending({"kind": "set_target_version", "key": PACK, "value": "<7"})) as served:
        configure(served)
        assert obelize("fix", undeclared.path, "--revise", "Stay below 7.").exit_code == 0
    patch = (latest(undeclared) / "patch.diff").read_text()
    assert "+pypdf==6." in patch
    assert "+pypdf>=6.2.0,<8,<7" in patch
    assert obelize("replay", latest(undeclared)).exit_code == 0


def test_a_person_s_answer_stands(obelize: Run, undeclared: Repo, configure: Configure) -> None:
    with endpoint(amending(ANSWER)) as served:
        configure(served, screening=True)
        assert obelize("fix", undeclared.path, "--answer", f"{KEY}=leave", "--revise", "Declare it.").exit_code == 0
    run = document(undeclared, "run.json")
    assert [(one["answer"], one["answered_by"]) for one in run["questions"]] == [("leave", "person")]
    assert [one["refusal"] for one in run["screening"]["refused"]] == ["decided_by_person"]


def test_a_refused_screening_leaves_the_same_patch_as_none(
    obelize: Run, undeclared: Repo, configure: Configure
) -> None:
    assert obelize("fix", undeclared.path).exit_code == 0
    kept = [(latest(undeclared) / name).read_bytes() for name in ("patch.diff", "plan.json", "findings.json")]
    with endpoint(lambda _: "no") as served:
        configure(served, screening=True)
        assert obelize("fix", undeclared.path).exit_code == 0
    assert document(undeclared, "run.json")["screening"]["skip_code"] == ScreeningSkip.UNAVAILABLE
    assert [(latest(undeclared) / name).read_bytes() for name in ("patch.diff", "plan.json", "findings.json")] == kept


def test_nothing_is_sent_where_nothing_is_needed_and_nothing_is_told(
    obelize: Run, undeclared: Repo, configure: Configure
) -> None:
    with endpoint(amending()) as served:
        configure(served, screening=True)
        ran = obelize("fix", undeclared.path, "--answer", f"{KEY}=leave")
    assert served.bodies == []
    assert "screened" not in ran.out
    assert document(undeclared, "run.json")["screening"]["skip_code"] == ScreeningSkip.NOT_NEEDED


def test_the_owner_can_forbid_it(obelize: Run, undeclared: Repo, configure: Configure) -> None:
    undeclared.write(".obelize.yml", b"model: none\n")
    undeclared.commit()
    with endpoint(amending(ANSWER)) as served:
        configure(served)
        ran = obelize("fix", undeclared.path, "--screen")
    assert served.bodies == []
    assert "The plan was not screened" in ran.out
    assert document(undeclared, "run.json")["screening"]["skip_code"] == ScreeningSkip.POLICY


def test_a_refused_apply_has_sent_nothing(obelize: Run, undeclared: Repo, configure: Configure) -> None:
    (undeclared.path / "shop/pages.py").write_text("import PyPDF2\n")
    with endpoint(amending(ANSWER)) as served:
        configure(served)
        assert obelize("fix", undeclared.path, "--screen", "--apply").exit_code == 5
    assert served.bodies == []


def test_without_being_wanted_nobody_is_asked_about_the_plan(
    obelize: Run, undeclared: Repo, configure: Configure
) -> None:
    with endpoint(amending(ANSWER)) as served:
        configure(served)
        assert obelize("fix", undeclared.path).exit_code == 0
    assert served.bodies == []
    assert document(undeclared, "run.json")["screening"] is None
    assert not (latest(undeclared) / "model/screening.json").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--screen", "--model", "none"], "Screening a plan needs a model."),
        (["--revise", "x", "--model", "none"], "Screening a plan needs a model."),
        (["--revise", " "], "--revise takes a sentence"),
        (["--screen", "--show-context"], "--show-context sends nothing"),
    ],
)
def test_a_command_line_that_contradicts_itself_is_refused(
    obelize: Run, undeclared: Repo, configure: Configure, arguments: list[str], said: str
) -> None:
    with endpoint(amending()) as served:
        configure(served)
        ran = obelize("fix", undeclared.path, *arguments)
    assert ran.exit_code == 2
    assert said in ran.err
