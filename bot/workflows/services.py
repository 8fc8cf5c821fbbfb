"""Everything that a process with durable work holds open, in the order that it opens and closes."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from bot.settings import Settings
from bot.source.bare_cache import BareCache
from bot.store.artifacts import Artifacts
from bot.store.database import Database
from bot.store.links import RunLinks, utc_now
from bot.workflows.bounds import fetch_bounds
from bot.workflows.carry_out import Desk
from bot.workflows.delivery import Decide, delivery_workflow
from bot.workflows.enqueue import WORKFLOW_SHAPE, Enqueuer
from bot.workflows.heartbeat import PULSE, Heartbeat, Pulse
from bot.workflows.intake import Intake
from bot.workflows.judges import Judges
from bot.workflows.reshape import carry_over
from bot.workflows.runtime import Runtime, Workflow

_GIVEN_UP = 70
"""The exit status of a process that was taken for dead; sysexits.h calls it EX_SOFTWARE."""


@dataclass(frozen=True, slots=True)
class Part:
    """What this process does of the whole: take deliveries, carry them out, or both; and in which rhythm.

    `poll` is how often the queues are asked for work, in seconds.
    """

    receives: bool = True
    works: bool = True
    poll: float = 0.25
    pulse: Pulse = PULSE


EVERYTHING = Part()


@dataclass(frozen=True, slots=True)
class Services:
    """What workflows and pages are given. There is a heartbeat where several processes may work."""

    settings: Settings
    database: Database
    artifacts: Artifacts
    cache: BareCache
    links: RunLinks
    enqueuer: Enqueuer
    intake: Intake
    runtime: Runtime
    judges: Judges
    heartbeat: Heartbeat | None
    part: Part
    now: Callable[[], datetime]

    @property
    def leads(self) -> bool:
        """Whether this process does what only one of them has to do."""
        return self.part.works and (self.heartbeat is None or self.heartbeat.leads)

    @property
    def works(self) -> bool:
        """Whether every part of this process is there that shall be."""
        return (self.runtime.works or not self.part.works) and (self.intake.works or not self.part.receives)

    @property
    def desk(self) -> Desk:
        """Where decisions are carried out."""
        settle = self.settings.settle_seconds
        return Desk(self.database, self.enqueuer, self.now, settle)


MakeWorkflow = Callable[[Services], Workflow]


@asynccontextmanager
async def open_services(
    settings: Settings,
    decide: Decide,
    workflows: Sequence[MakeWorkflow] = (),
    now: Callable[[], datetime] = utc_now,
    part: Part = EVERYTHING,
) -> AsyncIterator[Services]:
    """Open, migrate, launch, resume what was left, and begin to take deliveries; close in the other order.

    `workflows` make those that belong to other rooms (`run_head`); raises `StoreError` when nothing can be kept.
    """
    async with AsyncExitStack() as stack:
        services = await asyncio.to_thread(_opened, settings, now, part)
        stack.callback(services.database.close)
        stack.callback(services.enqueuer.close)
        stack.callback(services.judges.close)
        if part.works:
            await _begin_work(services, stack, decide, workflows)
        if part.receives:
            services.intake.start()
            stack.push_async_callback(services.intake.stop)
        yield services


async def _begin_work(
    services: Services, stack: AsyncExitStack, decide: Decide, workflows: Sequence[MakeWorkflow]
) -> None:
    """The heartbeat is there before the first workflow is taken up, and until the last was left."""
    heartbeat = services.heartbeat
    if heartbeat is not None:
        stack.push_async_callback(asyncio.to_thread, heartbeat.stop)
        await asyncio.to_thread(heartbeat.start)
    made = [delivery_workflow(services.desk, decide), *(make(services) for make in workflows)]
    stack.push_async_callback(services.runtime.stop)
    await services.runtime.start(made)
    if heartbeat is None:
        shapes = {WORKFLOW_SHAPE}
        await asyncio.to_thread(carry_over, services.database, services.enqueuer, services.now(), shapes)


def _opened(settings: Settings, now: Callable[[], datetime], part: Part) -> Services:
    database = Database(settings.database_address)
    database.open()
    enqueuer = Enqueuer(database)
    if not database.is_sqlite:
        enqueuer.prepare()
    runtime = Runtime(database, settings.limits, part.poll)
    heartbeat = None
    if part.works and not database.is_sqlite:
        heartbeat = Heartbeat(database, enqueuer, runtime.executor_id, now, _end_at_once, part.pulse)
    return Services(
        settings=settings,
        database=database,
        artifacts=Artifacts(settings.artifacts_address, settings.bucket),
        cache=BareCache(settings.cache_folder, fetch_bounds(settings.limits)),
        links=RunLinks(settings, now),
        enqueuer=enqueuer,
        intake=Intake(database, enqueuer),
        runtime=runtime,
        judges=Judges(settings.limits.runs),
        heartbeat=heartbeat,
        part=part,
        now=now,
    )


def _end_at_once() -> None:
    """Nothing more may be done here: whoever took the work over would do it a second time."""
    logging.shutdown()
    os._exit(_GIVEN_UP)
