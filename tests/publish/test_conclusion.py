"""How a run ends, and its title."""

import pytest

from bot.evidence.account import account_of
from bot.models.limitation import limitation
from bot.models.struct import altered
from bot.publish.conclusion import conclusion_of
from bot.publish.report_text import check_title
from bot.report import report_text
from bot.vocabulary import Conclusion, LimitationCode
from tests.demo_pack import PACK
from tests.running import ran

MOVES = "from oldlib import Reader\n\nprint(Reader('a').title)\n"
STAYS = "import oldlib\n\nprint(oldlib.LegacyReader('a'))\n"
PIN = "old-lib==1.9\n"


@pytest.mark.parametrize(
    ("files", "relevant", "quiet", "conclusion", "title"),
    [
        pytest.param({}, False, False, Conclusion.NOTHING_LEFT, "Nothing is left to do", id="no use at all"),
        pytest.param({}, True, False, Conclusion.NOTHING_LEFT, "Nothing is left to do", id="the last one went"),
        pytest.param({"a.py": MOVES, "requirements.txt": PIN}, True, False, Conclusion.WAITS_FOR_PERSON, "4 places can be rewritten by rules", id="a patch for this pull request"),
        pytest.param({"a.py": MOVES, "requirements.txt": PIN}, False, False, Conclusion.ROWS_LEFT, "4 places can be rewritten by rules", id="a patch, elsewhere"),
        pytest.param({"a.py": STAYS}, True, False, Conclusion.ROWS_LEFT, "2 left for a person", id="nothing but rows"),
        pytest.param({"a.py": MOVES, "b.py": STAYS}, True, True, Conclusion.SWITCHED_OFF, "3 places can be rewritten by rules, 2 left for a person", id="quiet"),
    ],
)  # fmt: skip
def test_how_a_run_ends(files: dict[str, str], relevant: bool, quiet: bool, conclusion: Conclusion, title: str) -> None:
    account = account_of(ran(files), [PACK])
    assert conclusion_of(account, relevant=relevant, quiet=quiet) is conclusion
    assert check_title(account, conclusion) == title


@pytest.mark.parametrize("quiet", [True, False])
def test_a_ledger_that_does_not_add_up_is_never_a_success(quiet: bool) -> None:
    account = account_of(ran({}), [PACK])
    assert account.ledger is not None
    broken = altered(account, ledger=altered(account.ledger, rewritten=1))
    conclusion = conclusion_of(broken, relevant=True, quiet=quiet)
    assert conclusion is Conclusion.LEDGER_WRONG
    assert check_title(broken, conclusion) == "The sums of this run do not add up"


@pytest.mark.parametrize("quiet", [True, False])
def test_a_repository_that_is_over_a_limit_is_never_a_success(quiet: bool) -> None:
    """Nothing was looked at, so nothing was found."""
    outcome = ran({})
    over = limitation(LimitationCode.REPOSITORY_OVER_LIMIT, detail="It names more than 100 files.")
    account = account_of(altered(outcome, scan=altered(outcome.scan, limitations=(over,))), [PACK])
    assert conclusion_of(account, relevant=False, quiet=quiet) is Conclusion.OVER_LIMIT
    assert "No use of" not in report_text(account)
    assert "It names more than 100 files." in report_text(account)


def test_a_question_waits_for_a_person_like_a_patch() -> None:
    """DESIGN, check run: action_required where a planned edit, a proposal or a question waits for a person."""
    account = account_of(ran({"a.py": STAYS}), [PACK])
    (asked,) = account_of(ran({"b.py": MOVES, "requirements.txt": "b\n"}), [PACK]).open_questions
    asking = altered(account, questions=(asked,))
    assert conclusion_of(asking, relevant=True, quiet=False) is Conclusion.WAITS_FOR_PERSON
    assert conclusion_of(asking, relevant=False, quiet=False) is Conclusion.ROWS_LEFT


def test_what_nobody_can_answer_waits_for_nobody() -> None:
    account = account_of(ran({"a.py": STAYS}), [PACK])
    (asked,) = account_of(ran({"b.py": MOVES}), [PACK]).open_questions
    assert [answer.value for answer in asked.answers] == ["leave"]
    asking = altered(account, questions=(asked,))
    assert conclusion_of(asking, relevant=True, quiet=False) is Conclusion.ROWS_LEFT
