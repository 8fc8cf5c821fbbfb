"""The durable deletion of what is kept of a removed repository: files, git cache, records of workflows.

Its rows went at once (`bot/workflows/removing.py`). Work that was going on in the repository finds its row gone, ends
at its next step, and may leave a file or two until then. So a removal has ended only once nothing is at work there;
before that the sweep has it done again.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any, Self

from bot.models.names import RepositoryId
from bot.models.record import Record
from bot.source.bare_cache import BareCache
from bot.store import removals
from bot.store.artifacts import Artifacts
from bot.store.database import Database
from bot.store.removals import Removal
from bot.workflows.enqueue import FORGET_REPOSITORY, Enqueuer
from bot.workflows.removing import new_removal
from bot.workflows.runtime import Workflow
from bot.workflows.services import Services
from bot.workflows.steps import durable_step

log = logging.getLogger(__name__)

_LOCK_SECONDS = 60.0
"""How long a fetch of the repository is waited for; the sweep comes again."""


class Deleted(Record):
    """What was kept is deleted; `at_work` where something may still come after it."""

    at_work: bool


def forget_workflow(services: Services) -> Workflow:
    """`forget_repository(repository_id, workflow_id)`, to be given to the runtime before it starts."""
    forgetting = Forgetting.of(services)

    async def forget_repository(repository_id: int, workflow_id: str) -> dict[str, Any]:
        removal = Removal(RepositoryId(repository_id), workflow_id)

        async def delete() -> Deleted:
            return await asyncio.to_thread(forgetting.delete, removal)

        deleted = await durable_step("delete", workflow_id, delete, Deleted)
        log.info("repository forgotten: repository=%d done=%s", repository_id, deleted == Deleted(at_work=False))
        return dict(deleted.model_dump(mode="json"))

    return Workflow(FORGET_REPOSITORY, forget_repository)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Deletes; everything here may be done twice."""

    database: Database
    artifacts: Artifacts
    cache: BareCache
    enqueuer: Enqueuer

    @classmethod
    def of(cls, services: Services) -> Self:
        """With what the process holds open."""
        return cls(services.database, services.artifacts, services.cache, services.enqueuer)

    def delete(self, removal: Removal) -> Deleted:
        """Files, the git cache of this machine, and the records of workflows that have ended."""
        repository_id = removal.repository_id
        at_work = self.enqueuer.is_at_work_in(repository_id)
        self.artifacts.delete_repository(repository_id)
        self.cache.remove(repository_id, _LOCK_SECONDS)
        self.enqueuer.forget_ended_in(repository_id)
        if not at_work:
            with self.database.write() as connection:
                removals.end(connection, removal)
        return Deleted(at_work=at_work)

    def go_on(self) -> int:
        """For the sweep: removals whose workflow has ended before everything was deleted; how many."""
        with self.database.read() as connection:
            pending = removals.pending(connection)
        return sum(self._again(one) for one in pending if not self.enqueuer.is_alive(one.workflow_id))

    def _again(self, removal: Removal) -> bool:
        following = new_removal(removal.repository_id)
        with self.database.write() as connection:
            goes_on = removals.hand_on(connection, removal, following.workflow_id)
            if goes_on:
                self.enqueuer.forget(connection, following)
        return goes_on
