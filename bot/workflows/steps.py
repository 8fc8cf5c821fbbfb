"""One durable step: its record is kept as plain JSON, and what goes wrong comes back as a value.

After a crash an exception would come back as another class, so none leaves a step.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from dbos import DBOS, StepOptions

from bot.analyser.supervisor import AnalyserUnavailableError, AnalysisStoppedError
from bot.forge.errors import BudgetSpent, ForgeError, RateLimited, Unavailable
from bot.metrics.families import STEP_FAILURES
from bot.models.record import Record
from bot.models.run_steps import Failure
from bot.source.git_failed import GitFailed, OverLimit
from bot.store.database import StoreError

log = logging.getLogger(__name__)

_EXPECTED = (ForgeError, StoreError, GitFailed, AnalyserUnavailableError, AnalysisStoppedError)


async def durable_step(
    name: str, work: str, function: Callable[[], Awaitable[Record | None]], *kinds: type[Record]
) -> Any:
    """The step's record, which is of one of the kinds, or None; a `Failure` where it could not do its work.

    `work` names the workflow in the log. A step that was finished before a crash is not done again.
    """

    async def guarded() -> dict[str, Any] | None:
        try:
            result = await function()
        except _EXPECTED as error:
            STEP_FAILURES.labels(type(error).__name__).inc()
            log.warning("step failed: run=%s step=%s kind=%s", work, name, type(error).__name__)
            result = Failure(reason=reason_of(error))
        except asyncio.CancelledError:
            raise
        except Exception:  # a fault of ours costs this run, not the worker; nothing of the repository is logged
            STEP_FAILURES.labels("bug").inc()
            log.exception("step broke: run=%s step=%s", work, name)
            result = Failure(reason="Obelize itself failed.")
        return None if result is None else {"kind": type(result).__name__, **result.model_dump(mode="json")}

    kept = await DBOS.run_step_async(StepOptions(name=name), guarded)
    return _read(kept, kinds)


def _read(kept: dict[str, Any] | None, kinds: tuple[type[Record], ...]) -> Record | None:
    """The record that a step kept, by its kind."""
    if kept is None:
        return None
    values = dict(kept)
    kind = values.pop("kind")
    known: tuple[type[Record], ...] = (*kinds, Failure)
    for expected in known:
        if expected.__name__ == kind:
            return expected.model_validate(values)
    raise TypeError(f"a step kept a {kind}")


def reason_of(error: BaseException) -> str:
    """A sentence for people about what went wrong; nothing that came over the network is in it but GitHub's status."""
    match error:
        case RateLimited(retry_after=seconds):
            return f"GitHub's rate limit is reached; it asks to wait {round(seconds)} seconds."
        case BudgetSpent():
            return "The run reached its limit of GitHub calls."
        case Unavailable():
            return "GitHub did not answer."
        case ForgeError(status=status) if status is not None:
            return f"GitHub answered {status}."
        case ForgeError():
            return "GitHub could not be used."
        case OverLimit():
            return f"The repository is over a limit of this server: {error}"
        case GitFailed():
            return "The commit could not be fetched or read."
        case _:
            return f"{type(error).__name__}."
