"""Amendments that hold for a pull request: they land anew on each head, and what is said later goes first."""

from typing import Any

from bot.models.screening import Amendment
from bot.models.struct import altered
from bot.screening.held import is_overruled, landed_over, told_together
from bot.screening.landing import Circumstances, landed, passed_over
from bot.screening.screener import Said
from bot.vocabulary import AmendmentKind, AmendmentRefusal, AnsweredBy, ScreeningSkip
from tests.screening.plans import ENV, PACK, plan

ABOUT = Circumstances(None)


def wanted(kind: AmendmentKind, **parts: Any) -> Amendment:
    """An amendment that holds up."""
    given: dict[str, Any] = {"key": None, "value": None, "path": None, "reason": "So.", "evidence": ("app/ask.py",)}
    return Amendment(kind=kind, **{**given, **parts})


def named(name: str, **parts: Any) -> Amendment:
    return wanted(AmendmentKind.SET_CLIENT_NAME, **{"key": PACK, "value": name, **parts})


def declared(path: str) -> Amendment:
    return wanted(AmendmentKind.ANSWER_QUESTION, key="declare/newlib", value=path)


NAMED, RENAMED = named("llm"), named("gemini")
DECLARED, ELSEWHERE = declared("requirements.txt"), declared("pyproject.toml")
LEFT_OUT = wanted(AmendmentKind.EXCLUDE_PATH, path="app")


def test_what_is_about_the_same_is_overruled() -> None:
    assert is_overruled(NAMED, [RENAMED])
    assert is_overruled(DECLARED, [ELSEWHERE])
    assert is_overruled(LEFT_OUT, [LEFT_OUT])
    assert not is_overruled(NAMED, [DECLARED, LEFT_OUT])
    assert not is_overruled(LEFT_OUT, [wanted(AmendmentKind.EXCLUDE_PATH, path="app/ask.py")])


def test_a_later_word_goes_before_an_earlier_one_and_both_are_told() -> None:
    first = landed(plan(), ENV, Said([NAMED, DECLARED, LEFT_OUT]), ABOUT)
    assert first.taken == (NAMED, DECLARED, LEFT_OUT)
    later = landed_over(first.plan, first.outcome, ENV, Said([RENAMED, ELSEWHERE]), ABOUT)
    assert later.taken == (RENAMED, ELSEWHERE)
    assert later.plan.client_names == {PACK: "gemini"}
    assert later.plan.questions[0].answer == "pyproject.toml"
    assert later.plan.excluded == ("app",)
    numbers = [*(one.number for one in later.outcome.applied), *(one.number for one in later.outcome.answers)]
    assert sorted(numbers) == [1, 2, 3, 4, 5], "each has a number of its own"


def test_a_later_word_that_is_refused_leaves_the_earlier_one() -> None:
    first = landed(plan(), ENV, Said([NAMED, DECLARED]), ABOUT)
    hostile = [named("gemini", evidence=("../x",)), declared("setup.cfg"), None]
    later = landed_over(first.plan, first.outcome, ENV, Said(hostile), ABOUT)
    assert later.taken == ()
    assert later.plan == first.plan
    assert {one.refusal for one in later.outcome.refused} == {
        AmendmentRefusal.EVIDENCE_NOT_THERE,
        AmendmentRefusal.NOT_ALLOWED,
        AmendmentRefusal.MISSHAPEN,
    }


def test_what_a_person_answered_is_not_opened_again() -> None:
    drafted = plan()
    person = altered(drafted.questions[0], answer="requirements.txt", answered_by=AnsweredBy.PERSON)
    decided = altered(drafted, questions=(person, *drafted.questions[1:]))
    later = landed_over(decided, None, ENV, Said([ELSEWHERE]), ABOUT)
    assert later.plan == decided
    assert [one.refusal for one in later.outcome.refused] == [AmendmentRefusal.DECIDED_BY_PERSON]


def test_a_screening_that_did_not_take_place_leaves_word_of_what_holds() -> None:
    held = landed(plan(), ENV, Said([NAMED]), ABOUT)
    skipped = passed_over(held.plan, ScreeningSkip.UNAVAILABLE, ABOUT, "It was down.")
    told = told_together(skipped.outcome, held.outcome)
    assert told.ran
    assert told.applied == held.outcome.applied
    assert "It was down." in (told.notes or "")
