"""The durable run of one head: the order of its steps.

Each step is kept once it returned, and a torn one runs again, so every step finds what an earlier try left before it
makes anything. Steps return records as plain JSON and failures as values. Nothing waits in here: a run that finds the
lease taken ends, and whoever gives the lease up enqueues it anew.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from bot.consult.ask import MOST_SILENT
from bot.metrics.families import RUNS
from bot.models.names import CommitSha, RepositoryId
from bot.models.record import Record
from bot.models.run_key import RunKey
from bot.models.run_steps import (
    Analysed,
    Answer,
    Begun,
    Ending,
    Failure,
    Looked,
    PlanScreened,
    Questions,
    RefKept,
    ToScreen,
)
from bot.vocabulary import RunState
from bot.workflows.enqueue import RUN_HEAD
from bot.workflows.run_work import RunWork
from bot.workflows.runtime import Workflow
from bot.workflows.steps import durable_step

log = logging.getLogger(__name__)


def run_head_workflow(work: RunWork) -> Workflow:
    """`run_head(repository_id, pull, head_sha, attempt)`, to be given to the runtime before it starts."""

    async def run_head(repository_id: int, pull: int, head_sha: str, attempt: int) -> dict[str, Any]:
        key = RunKey.of(RepositoryId(repository_id), pull, CommitSha(head_sha), attempt)
        ending = await _HeadRun(work, key).carry_out()
        RUNS.labels(ending.state, ending.conclusion or "none").inc()
        log.info("run ended: run=%s state=%s conclusion=%s", key.text, ending.state, ending.conclusion)
        return ending.model_dump(mode="json")

    return Workflow(RUN_HEAD, run_head)


@dataclass(slots=True)
class _HeadRun:
    work: RunWork
    key: RunKey

    async def carry_out(self) -> Ending:
        """From the lease to its end; whatever happens in between, the lease is given up and the check closed."""
        begun = await self._step("begin", self.work.begin, Begun, Ending)
        if isinstance(begun, Ending | Failure):
            return await self._end(None, begun)
        ending = await self._work(begun)
        return await self._end(begun, ending)

    async def _work(self, begun: Begun) -> Ending | Failure:
        looked = await self._step("look", lambda key: self.work.look(key, begun), Looked, Ending)
        if isinstance(looked, Ending | Failure):
            return looked
        opened = await self._step("open_check", lambda key: self.work.open_check(key, begun, looked), Ending)
        if isinstance(opened, Ending | Failure):
            return opened
        analysed = await self._analysed(begun, looked)
        if not isinstance(analysed, Analysed):
            return analysed
        stale = await self._step("ask_again", lambda key: self.work.ask_again(key, begun, looked), Ending)
        if isinstance(stale, Ending | Failure):
            return stale
        kept = await self._kept_in_repository(begun, looked) if analysed.in_repository else None
        published = await self._step(
            "publish", lambda key: self.work.publish(key, begun, looked, analysed, kept), Ending
        )
        if isinstance(published, Ending | Failure):
            return published
        return await self._spoken(begun, looked, analysed)

    async def _kept_in_repository(self, begun: Begun, looked: Looked) -> RefKept | Failure:
        """A failure is told, and fails nothing."""
        found = await self._step("keep_ref", lambda key: self.work.keep_ref(key, begun, looked), RefKept)
        return cast("RefKept | Failure", found)

    async def _spoken(self, begun: Begun, looked: Looked, analysed: Analysed) -> Ending:
        """The check tells it all already: what cannot be said beside it does not make the run fail."""
        steps = {"suggest": self.work.suggest, "comment": self.work.comment}
        ended = [await self._step(name, partial(say, begun=begun, looked=looked)) for name, say in steps.items()]
        failed = next((one for one in ended if isinstance(one, Failure)), None)
        reason = failed.reason if failed is not None else None
        return Ending(state=RunState.FINISHED, conclusion=analysed.conclusion, reason=reason)

    async def _analysed(self, begun: Begun, looked: Looked) -> Analysed | Ending | Failure:
        """What is to be told. Where a model is asked, each question is a step of its own: none is asked twice.

        Questions go out in groups, one after another: what a group's steps are called must not hang on who answers
        first, or a run that is taken up again would find other steps than it left.
        """
        found = await self._step(
            "analyse", lambda key: self.work.analyse(key, begun, looked), Analysed, Questions, ToScreen, Ending
        )
        screened: PlanScreened | Failure | None = None
        if isinstance(found, ToScreen):
            shown = found
            screened = await self._step("screen", lambda key: self.work.screen(key, begun, looked, shown), PlanScreened)
            found = await self._step(
                "analyse_screened",
                lambda key: self.work.analyse(key, begun, looked, screened=screened),
                Analysed,
                Questions,
                Ending,
            )
        if not isinstance(found, Questions):
            return cast("Analysed | Ending | Failure", found)
        answers: list[Answer | None] = []
        size = self.work.services.settings.model_concurrency
        for first in range(1, found.count + 1, size):
            numbers = range(first, min(first + size, found.count + 1))
            last = answers[-MOST_SILENT:]
            sends = len(last) < MOST_SILENT or not all(one is not None and one.silent for one in last)
            asked = (self._asked(begun, looked, found, number, sends=sends) for number in numbers)
            answers += await asyncio.gather(*asked)
            over = await self._step(f"still_{first}", self.work.still, Analysed, Ending)
            if over is not None:
                return cast("Analysed | Ending | Failure", over)
        kept = [one.kept if one is not None else None for one in answers]
        concluded = await self._step(
            "conclude", lambda key: self.work.analyse(key, begun, looked, found, kept, screened), Analysed, Ending
        )
        return cast("Analysed | Ending | Failure", concluded)

    async def _asked(
        self, begun: Begun, looked: Looked, found: Questions, number: int, *, sends: bool
    ) -> Answer | None:
        """What was answered; null where the step itself failed."""
        work = self.work
        answer = await self._step(
            f"ask_{number}", lambda key: work.consult(key, begun, looked, found, number, sends=sends), Answer
        )
        return answer if isinstance(answer, Answer) else None

    async def _end(self, begun: Begun | None, ending: Ending | Failure | None) -> Ending:
        """Close what is open, keep the state, give the lease up."""
        settled = self.work.settled(ending)
        if begun is not None and settled.state is not RunState.FINISHED:
            closed = await self._step("close_check", lambda key: self.work.close_check(key, begun, settled), Ending)
            settled = closed if isinstance(closed, Ending) else settled
        failed = await self._step("end", lambda key: self.work.end(key, begun, settled))
        if failed is not None:
            log.warning("run could not be ended: run=%s reason=%s", self.key.text, getattr(failed, "reason", ""))
        return settled

    async def _step(
        self, name: str, function: Callable[[RunKey], Awaitable[Record | None]], *kinds: type[Record]
    ) -> Any:
        """One durable step: its record, or None; what goes wrong comes back as a `Failure`."""
        return await durable_step(name, self.key.text, lambda: function(self.key), *kinds)
