"""What a plan needs of a screener, and what becomes of an answer, whoever brought it. Pure.

A screening that did not take place, or of which every amendment is refused, leaves the plan exactly as it was drafted.
"""

from bot.models.screening import Amendment, DraftedPlan, ScreeningOutcome
from bot.models.struct import Frozen
from bot.safe_text import displayable
from bot.screening.amendments import Env, offered
from bot.screening.apply import apply
from bot.screening.screener import Said
from bot.screening.split import split, with_answers
from bot.vocabulary import ScreeningFunction, ScreeningSkip

MOST_TAKEN = 100_000
"""Amendments beyond are not even counted: a screener may hand over a list without an end."""

_LONGEST_NOTES = 2_000


class Screened(Frozen):
    """How it went, the plan afterwards, the hash of what was asked, where somebody was, and the amendments that were
    taken, answers among them.
    """

    outcome: ScreeningOutcome
    plan: DraftedPlan
    prompt_sha256: str | None = None
    taken: tuple[Amendment, ...] = ()


class Need(Frozen):
    """What a plan needs, and why in a sentence."""

    function: ScreeningFunction
    why: str


class Circumstances(Frozen):
    """What is known of a screening beside its answer: who answers, whose text was given out, and the milliseconds."""

    need: Need | None
    adapter: str | None = None
    model: str | None = None
    files_read: tuple[str, ...] = ()
    spent: int = 0


def need_of(plan: DraftedPlan, env: Env, words: str | None) -> Need | None:
    """What a screener is to be asked: a maintainer's wish first, then what is blocked, then what is open."""
    if words is not None:
        return Need(ScreeningFunction.REVISE_PLAN, "A maintainer asked for it.")
    if env.blocked:
        told = " ".join(sorted({block.sentence for block in env.blocked.values()}))
        return Need(ScreeningFunction.REPAIR_PLAN, told)
    waiting = sum(question.answer is None for question in plan.questions)
    if waiting:
        told = "One question is open." if waiting == 1 else f"{waiting} questions are open."
        return Need(ScreeningFunction.ANSWER_QUESTIONS, told)
    return None


def landed(plan: DraftedPlan, env: Env, said: Said, about: Circumstances) -> Screened:
    """The plan with what it takes of an answer: answers to questions first, then what amends the plan."""
    given = offered(said.amendments[:MOST_TAKEN])
    parts = split(env, given, plan.questions)
    done = apply(with_answers(plan, parts.answers), env, parts.rest)
    outcome = ScreeningOutcome(
        ran=True,
        skipped=None,
        skip_code=None,
        function=about.need.function if about.need is not None else None,
        why=about.need.why if about.need is not None else None,
        adapter=about.adapter,
        model=about.model,
        files_read=about.files_read,
        applied=done.applied,
        refused=tuple(sorted((*parts.refused, *done.refused), key=lambda one: one.number)),
        answers=parts.answers,
        notes=displayable(said.notes)[:_LONGEST_NOTES] if said.notes else None,
        duration_ms=about.spent,
    )
    numbers = {*(one.number for one in done.applied), *(one.number for one in parts.answers)}
    taken = tuple(one.amendment for one in given if one.amendment is not None and one.number in numbers)
    return Screened(outcome, done.plan, said.prompt_sha256, taken)


def passed_over(plan: DraftedPlan, code: ScreeningSkip, about: Circumstances, detail: str | None = None) -> Screened:
    """The plan as it was drafted, and why nobody amended it; `detail` is a sentence that says what exactly happened."""
    outcome = ScreeningOutcome(
        ran=False,
        skipped=f"{code.sentence} {detail}" if detail else code.sentence,
        skip_code=code,
        function=about.need.function if about.need is not None else None,
        why=about.need.why if about.need is not None else None,
        adapter=about.adapter,
        model=about.model,
        files_read=about.files_read,
        applied=(),
        refused=(),
        answers=(),
        notes=None,
        duration_ms=about.spent,
    )
    return Screened(outcome, plan)
