"""Once a day: what is older than the operator keeps it is deleted, rows first, then the files that no row names.

Everything here may be done twice, and a file that a killed process left is found by its run's id, which holds its time.
"""

import asyncio
import datetime as dt
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from bot.forge.forge import Forge
from bot.models.names import RepositoryId
from bot.models.record import Record
from bot.models.run_ids import made_run_id
from bot.store import expiry
from bot.store.artifacts import Artifacts, RunFolder
from bot.store.database import Database, StoreError
from bot.workflows.enqueue import CLEAN_UP, Enqueuer
from bot.workflows.run_ref_keeping import Removed, RunRefKeeping
from bot.workflows.runtime import Workflow
from bot.workflows.services import Services
from bot.workflows.steps import durable_step

log = logging.getLogger(__name__)

_WORK_DAYS = dt.timedelta(days=7)
"""No run takes as long: what one handed on between its steps, and never took back, was left by a crash."""


class Cleaned(Record):
    """How many run folders were deleted, and of how many repositories something could not be."""

    runs: int
    failed: int


def clean_up_workflow(services: Services, forge: Forge) -> Workflow:
    """`clean_up()`, to be given to the runtime before it starts."""

    async def clean_up() -> dict[str, Any]:
        async def delete() -> Cleaned:
            return await asyncio.to_thread(CleanUp.of(services).carry_out)

        cleaned = await durable_step("delete", CLEAN_UP, delete, Cleaned)
        if isinstance(cleaned, Cleaned):
            log.info("clean-up ended: runs=%d failed=%d", cleaned.runs, cleaned.failed)
        await durable_step("delete_refs", CLEAN_UP, RunRefKeeping(services, forge).remove_old, Removed)
        return dict(cleaned.model_dump(mode="json"))

    return Workflow(CLEAN_UP, clean_up)


@dataclass(frozen=True, slots=True)
class CleanUp:
    """Deletes what is older than `days`; sync, called in a thread."""

    database: Database
    artifacts: Artifacts
    enqueuer: Enqueuer
    days: int
    now: Callable[[], dt.datetime]

    @classmethod
    def of(cls, services: Services) -> Self:
        """With what the process holds open."""
        days = services.settings.limits.run_days
        return cls(services.database, services.artifacts, services.enqueuer, days, services.now)

    def carry_out(self) -> Cleaned:
        """One repository after another; one that fails waits for the next day."""
        before = self.now() - dt.timedelta(days=self.days)
        with self.database.write() as connection:
            expiry.drop_old_counts(connection, before)
            repositories = expiry.every_repository(connection)
        self.enqueuer.forget_ended_before(before)
        deleted = [self._deleted(repository_id, before) for repository_id in repositories]
        return Cleaned(runs=sum(filter(None, deleted)), failed=deleted.count(None))

    def _deleted(self, repository_id: RepositoryId, before: dt.datetime) -> int | None:
        """How many run folders went; null where the storage failed."""
        try:
            return self._clean(repository_id, before)
        except StoreError as error:
            log.warning("clean-up failed: repository=%d reason=%s", repository_id, error)
            return None

    def _clean(self, repository_id: RepositoryId, before: dt.datetime) -> int:
        with self.database.write() as connection:
            expiry.drop_old_rows(connection, repository_id, before)
            kept = expiry.kept_runs(connection, repository_id)
        oldest = made_run_id(before, "")
        old = [run_id for run_id in self.artifacts.runs_of(repository_id) if run_id < oldest and run_id not in kept]
        for run_id in old:
            self.artifacts.delete_run(RunFolder(repository_id, run_id))
        self.artifacts.forget_answers(repository_id, before)
        self.artifacts.forget_work(repository_id, self.now() - _WORK_DAYS)
        return len(old)
