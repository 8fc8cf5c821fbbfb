"""Everything that a process with durable work holds open, in the order that it opens and closes."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from bot.settings import Settings
from bot.source.bare_cache import BareCache
from bot.store.artifacts import Artifacts
from bot.store.database import Database
from bot.store.links import RunLinks, utc_now
from bot.workflows.carry_out import Desk
from bot.workflows.delivery import Decide, delivery_workflow
from bot.workflows.enqueue import Enqueuer
from bot.workflows.intake import Intake
from bot.workflows.judges import Judges
from bot.workflows.reshape import carry_over
from bot.workflows.runtime import Runtime, Workflow


@dataclass(frozen=True, slots=True)
class Services:
    """What workflows and pages are given."""

    settings: Settings
    database: Database
    artifacts: Artifacts
    cache: BareCache
    links: RunLinks
    enqueuer: Enqueuer
    intake: Intake
    runtime: Runtime
    judges: Judges
    now: Callable[[], datetime]

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
    poll_seconds: float = 0.25,
) -> AsyncIterator[Services]:
    """Open, migrate, launch, resume what was left, and begin to take deliveries; close in the other order.

    `workflows` make those that belong to other rooms (`run_head`); raises `StoreError` when nothing can be kept.
    """
    async with AsyncExitStack() as stack:
        services = await asyncio.to_thread(_opened, settings, now, poll_seconds)
        stack.callback(services.database.close)
        stack.callback(services.enqueuer.close)
        stack.callback(services.judges.close)
        made = [delivery_workflow(services.desk, decide), *(make(services) for make in workflows)]
        stack.push_async_callback(services.runtime.stop)
        await services.runtime.start(made)
        await asyncio.to_thread(carry_over, services.database, services.enqueuer, now())
        services.intake.start()
        stack.push_async_callback(services.intake.stop)
        yield services


def _opened(settings: Settings, now: Callable[[], datetime], poll_seconds: float) -> Services:
    database = Database(settings.database_address)
    database.open()
    enqueuer = Enqueuer(database)
    return Services(
        settings=settings,
        database=database,
        artifacts=Artifacts(settings.artifacts_address, settings.bucket),
        cache=BareCache(settings.cache_folder),
        links=RunLinks(settings, now),
        enqueuer=enqueuer,
        intake=Intake(database, enqueuer),
        runtime=Runtime(database, settings.limits, poll_seconds),
        judges=Judges(settings.limits.runs),
        now=now,
    )
