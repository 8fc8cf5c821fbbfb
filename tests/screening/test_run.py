"""Running a screening: whether it takes place, its budget and deadline, and that nothing a screener does raises."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.models.document import document
from bot.models.screening import DraftedPlan
from bot.models.struct import altered
from bot.screening.amendments import Env, Source
from bot.screening.landing import Screened
from bot.screening.run import run
from bot.screening.screener import WHOLE_BUDGET, Budget, Capabilities, Files, Said, Wanted
from bot.vocabulary import AmendmentKind, PackBlock, ScreeningFunction, ScreeningSkip
from tests.screening.plans import ENV, PACK, PATHS, QUESTIONS, SOURCE, amendment, plan

Ask = Callable[[Wanted], Awaitable[Said]]
ANSWERS = [amendment(AmendmentKind.ANSWER_QUESTION, key="declare/newlib", value="requirements.txt")]
QUIET = Env(SOURCE)
"""Questions are open, and nothing is blocked."""


async def silent(_: Wanted) -> Said:
    return Said([])


class Scripted:
    """A screener of a few lines; `asked` are the functions that were called."""

    def __init__(
        self,
        ask: Ask = silent,
        functions: frozenset[ScreeningFunction] = frozenset(ScreeningFunction),
        budget: Budget = WHOLE_BUDGET,
    ) -> None:
        self.ask = ask
        self.able = Capabilities(functions, "scripted", "tiny", budget)
        self.asked: list[ScreeningFunction] = []

    def capabilities(self) -> Capabilities:
        return self.able

    async def repair_plan(self, wanted: Wanted) -> Said:
        return await self._said(ScreeningFunction.REPAIR_PLAN, wanted)

    async def answer_questions(self, wanted: Wanted) -> Said:
        return await self._said(ScreeningFunction.ANSWER_QUESTIONS, wanted)

    async def revise_plan(self, wanted: Wanted) -> Said:
        return await self._said(ScreeningFunction.REVISE_PLAN, wanted)

    async def _said(self, function: ScreeningFunction, wanted: Wanted) -> Said:
        self.asked.append(function)
        return await self.ask(wanted)


def answering(*amendments: Any, notes: str | None = None) -> Ask:
    async def ask(_: Wanted) -> Said:
        return Said(amendments, notes)

    return ask


def untouched(screened: Screened, drafted: DraftedPlan) -> bool:
    return document(screened.plan) == document(drafted)


NOTHING_OPEN = plan(altered(one, answer=one.allowed[0], answered_by="person") for one in QUESTIONS)


@pytest.mark.parametrize(
    ("drafted", "env", "words", "function"),
    [
        pytest.param(plan(), QUIET, None, ScreeningFunction.ANSWER_QUESTIONS, id="questions are open"),
        pytest.param(plan(), ENV, None, ScreeningFunction.REPAIR_PLAN, id="a pack is blocked"),
        pytest.param(NOTHING_OPEN, Env(SOURCE, {PACK: PackBlock.NOTHING_PLANNED}), None, ScreeningFunction.REPAIR_PLAN, id="nothing could be planned"),
        pytest.param(NOTHING_OPEN, QUIET, "Call it llm.", ScreeningFunction.REVISE_PLAN, id="a maintainer asked"),
        pytest.param(plan(), ENV, "Call it llm.", ScreeningFunction.REVISE_PLAN, id="a maintainer's wish goes first"),
    ],
)  # fmt: skip
async def test_what_is_asked_for_depends_on_what_the_plan_needs(
    drafted: DraftedPlan, env: Env, words: str | None, function: ScreeningFunction
) -> None:
    screener = Scripted()
    outcome = (await run(screener, drafted, env, words=words)).outcome
    assert (screener.asked, outcome.function, outcome.ran) == ([function], function, True)
    assert (outcome.adapter, outcome.model) == ("scripted", "tiny")
    assert outcome.why


async def raising(_: Wanted) -> Said:
    raise RuntimeError("no \u202e way")


async def asleep(_: Wanted) -> Said:
    time.sleep(5)  # noqa: ASYNC251 - a screener that holds its own loop up
    return Said(ANSWERS)


async def wrong(_: Wanted) -> Any:
    return {"amendments": ANSWERS}


class Speechless(Scripted):
    def capabilities(self) -> Capabilities:
        raise RuntimeError("out of order")


ONLY_REPAIR = frozenset({ScreeningFunction.REPAIR_PLAN})
SHORT = Budget(40, 1_000, 0.2)


@pytest.mark.parametrize(
    ("screener", "drafted", "env", "allowed", "word"),
    [
        pytest.param(None, plan(), QUIET, True, ScreeningSkip.NOT_CONFIGURED, id="nobody"),
        pytest.param(Scripted(), NOTHING_OPEN, QUIET, True, ScreeningSkip.NOT_NEEDED, id="nothing to do"),
        pytest.param(Scripted(), plan(), QUIET, False, ScreeningSkip.POLICY, id="the owner forbids it"),
        pytest.param(Scripted(functions=ONLY_REPAIR), plan(), QUIET, True, ScreeningSkip.UNSUPPORTED, id="it does not do that"),
        pytest.param(Scripted(raising), plan(), QUIET, True, ScreeningSkip.UNAVAILABLE, id="it raises"),
        pytest.param(Scripted(asleep, budget=SHORT), plan(), QUIET, True, ScreeningSkip.UNAVAILABLE, id="it sleeps"),
        pytest.param(Scripted(wrong), plan(), QUIET, True, ScreeningSkip.UNAVAILABLE, id="it answers with something else"),
        pytest.param(Speechless(), plan(), QUIET, True, ScreeningSkip.UNAVAILABLE, id="it cannot even say what it does"),
        pytest.param(Scripted(), plan(), Env(None), True, ScreeningSkip.BLOCKED, id="no source"),
        pytest.param(Scripted(), altered(plan(), headers=()), QUIET, True, ScreeningSkip.BLOCKED, id="no plan"),
    ],
)  # fmt: skip
async def test_a_screening_that_does_not_take_place_has_a_word_and_leaves_the_plan(
    screener: Scripted | None, drafted: DraftedPlan, env: Env, allowed: bool, word: ScreeningSkip
) -> None:
    started = time.monotonic()
    screened = await run(screener, drafted, env, allowed=allowed)
    assert time.monotonic() - started < 3
    outcome = screened.outcome
    assert (outcome.ran, outcome.skip_code) == (False, word)
    assert outcome.skipped is not None
    assert outcome.skipped.startswith(word.sentence)
    assert "\u202e" not in outcome.skipped
    assert untouched(screened, drafted)


def test_every_skip_word_is_shown_above() -> None:
    (cases,) = [
        mark.args[1]
        for mark in test_a_screening_that_does_not_take_place_has_a_word_and_leaves_the_plan.pytestmark  # type: ignore[attr-defined]
        if mark.name == "parametrize"
    ]
    assert {case.values[4] for case in cases} == set(ScreeningSkip)


async def test_what_lands_is_in_the_plan_and_told() -> None:
    screened = await run(Scripted(answering(*ANSWERS, {"kind": "?"}, notes="Hm.\u202e")), plan(), QUIET)
    outcome = screened.outcome
    assert [one.key for one in outcome.answers] == ["declare/newlib"]
    assert [one.number for one in outcome.refused] == [2]
    assert outcome.notes == "Hm.\\u202e"
    assert {one.key: one.answer for one in screened.plan.questions}["declare/newlib"] == "requirements.txt"


async def test_when_every_amendment_is_refused_the_plan_is_byte_identical() -> None:
    drafted = plan()
    screened = await run(Scripted(answering({"kind": "?"}, None, 3)), drafted, QUIET)
    assert screened.outcome.ran
    assert untouched(screened, drafted)


@pytest.mark.parametrize("more", [Budget(1_000, 10**9, 10**6), WHOLE_BUDGET])
async def test_nothing_raises_the_budget(more: Budget) -> None:
    seen: list[Budget] = []

    async def ask(wanted: Wanted) -> Said:
        seen.append(wanted.files.budget)
        return Said([])

    await run(Scripted(ask, budget=more), plan(), QUIET, budget=more)
    assert seen == [Budget(40, 256 * 1024, 120.0)]


@pytest.mark.parametrize("by", ["the adapter", "the configuration"])
async def test_either_lowers_it(by: str) -> None:
    less, seen = Budget(2, 30, 1.0), []

    async def ask(wanted: Wanted) -> Said:
        seen.append(wanted.files.budget)
        return Said([])

    if by == "the adapter":
        await run(Scripted(ask, budget=less), plan(), QUIET)
    else:
        await run(Scripted(ask), plan(), QUIET, budget=less)
    assert seen == [less]


def test_a_budget_is_never_below_nothing() -> None:
    assert Budget(-1, -1, -1.0).lowered(WHOLE_BUDGET) == Budget(0, 0, 0.0)


def test_files_are_given_out_within_the_budget_and_noted_without_secrets() -> None:
    key = "sk-proj-4f9aGk2LmQpXz8RtVw1YbC3dE5hJ7nKs0uTiOoPlAaSsDdFf"
    texts = {"a.py": f"# {key}\n".encode(), "b.py": b"x" * 100, "c.py": b"\xff", "d.py": b"d = 1\n", "e.py": b"e = 1\n"}
    files = Files(Source(frozenset(texts), texts.get), Budget(2, 120, 1.0))
    assert key not in (files.text("a.py") or key)
    assert files.text("b.py") is None, "too many bytes"
    assert files.text("c.py") is None, "no text"
    assert files.text("../d.py") is None
    assert files.text("d.py") == "d = 1\n"
    assert files.text("d.py") == "d = 1\n", "once given out it costs nothing more"
    assert files.text("e.py") is None, "too many files"
    assert set(files.given) == {"a.py", "d.py"}


def test_the_example_tree_is_readable() -> None:
    assert all(SOURCE.read(path) for path in PATHS)
