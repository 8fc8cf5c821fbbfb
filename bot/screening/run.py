"""Screening a plan: whether it is wanted, asking within the budget, and what lands. Never raises.

The deadline holds whatever the screener does: it works in a thread of its own, which nobody waits for beyond it.
"""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable

from bot.consult.secrets import redacted
from bot.models.screening import DraftedPlan, ScreeningOutcome
from bot.models.struct import altered
from bot.safe_text import displayable
from bot.screening.amendments import Env
from bot.screening.held import landed_over, told_together
from bot.screening.landing import MOST_TAKEN, Circumstances, Screened, need_of, passed_over
from bot.screening.screener import WHOLE_BUDGET, Budget, Capabilities, Files, Said, Screener, Wanted
from bot.vocabulary import ScreeningFunction, ScreeningSkip

_LONGEST_TOLD = 500


async def run(
    screener: Screener | None,
    plan: DraftedPlan,
    env: Env,
    *,
    words: str | None = None,
    allowed: bool = True,
    budget: Budget = WHOLE_BUDGET,
    held: ScreeningOutcome | None = None,
) -> Screened:
    """Have the plan screened; `words` are a maintainer's, `allowed` whether owner and operator let a model amend it.

    The budget can only lower what holds anyway. `held` is how earlier amendments landed in the plan: it is told beside
    what is new.
    """
    screened = await _run(screener, plan, env, words, budget, held, allowed=allowed)
    return screened if screened.outcome.ran else altered(screened, outcome=told_together(screened.outcome, held))


async def _run(
    screener: Screener | None,
    plan: DraftedPlan,
    env: Env,
    words: str | None,
    budget: Budget,
    held: ScreeningOutcome | None,
    *,
    allowed: bool,
) -> Screened:
    started = time.monotonic()
    need = need_of(plan, env, words)
    about = Circumstances(need)
    if screener is None:
        return passed_over(plan, ScreeningSkip.NOT_CONFIGURED, about)
    if need is None:
        return passed_over(plan, ScreeningSkip.NOT_NEEDED, about)
    if not allowed:
        return passed_over(plan, ScreeningSkip.POLICY, about)
    able = _capabilities(screener)
    if able is None:
        return passed_over(plan, ScreeningSkip.UNAVAILABLE, about, "It does not say what it does.")
    about = altered(about, adapter=able.adapter, model=able.model)
    if need.function not in able.functions:
        return passed_over(plan, ScreeningSkip.UNSUPPORTED, about)
    if env.source is None or not plan.headers:
        return passed_over(plan, ScreeningSkip.BLOCKED, about)
    left = WHOLE_BUDGET.lowered(budget).lowered(able.budget)
    wanted = Wanted(need.function, plan, env.blocked, words, Files(env.source, left))
    said = await _asked(screener, wanted, left.seconds)
    spent = round((time.monotonic() - started) * 1000)
    about = altered(about, files_read=tuple(wanted.files.given), spent=spent)
    if isinstance(said, str):
        return passed_over(plan, ScreeningSkip.UNAVAILABLE, about, said)
    return landed_over(plan, held, env, said, about)


def _capabilities(screener: Screener) -> Capabilities | None:
    try:
        able: object = screener.capabilities()
    except Exception:  # noqa: BLE001 - whatever an adapter does, the run goes on
        return None
    return able if isinstance(able, Capabilities) else None


async def _asked(screener: Screener, wanted: Wanted, seconds: float) -> Said | str:
    """What was said, or in a sentence why nothing was."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Said | str] = loop.create_future()

    def tell(said: Said | str) -> None:
        if not answer.done():
            answer.set_result(said)

    def work() -> None:
        said = _said(screener, wanted, seconds)
        try:
            loop.call_soon_threadsafe(tell, said)
        except RuntimeError:  # nobody waits any more, and the loop is over
            return

    threading.Thread(target=work, name="screening", daemon=True).start()
    try:
        async with asyncio.timeout(seconds):
            return await answer
    except TimeoutError:
        return f"No answer within {seconds:g} seconds."


def _said(screener: Screener, wanted: Wanted, seconds: float) -> Said | str:
    async def within() -> Said:
        async with asyncio.timeout(seconds):
            return await _function(screener, wanted.function)(wanted)

    try:
        said = asyncio.run(within())
        notes = said.notes if isinstance(said.notes, str) else None
        return Said(tuple(said.amendments[:MOST_TAKEN]), notes, said.prompt_sha256)
    except TimeoutError:
        return f"No answer within {seconds:g} seconds."
    except Exception as error:  # noqa: BLE001 - whatever an adapter does, the run goes on
        return redacted(displayable(f"{type(error).__name__}: {error}"))[:_LONGEST_TOLD]


def _function(screener: Screener, function: ScreeningFunction) -> Callable[[Wanted], Awaitable[Said]]:
    match function:
        case ScreeningFunction.REPAIR_PLAN:
            return screener.repair_plan
        case ScreeningFunction.ANSWER_QUESTIONS:
            return screener.answer_questions
        case ScreeningFunction.REVISE_PLAN:
            return screener.revise_plan
