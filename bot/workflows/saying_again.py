"""What a run could not say beside its check, said later: its suggestions and the status comment.

The check is told and the run is over by then, so GitHub's failure there must not make the head be read again. The sweep
enqueues this; it takes the pull request's lease, since somebody else's comment may be on its way.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from bot.forge.forge import Forge
from bot.models.names import CommitSha, InstallationId, RepositoryId, RunId
from bot.models.record import Record
from bot.models.run_key import RunKey
from bot.models.run_steps import Failure
from bot.store import installations, runs
from bot.store.standing import reason_to_stop
from bot.workflows.enqueue import SAY_AGAIN
from bot.workflows.reaching import within_budget
from bot.workflows.runtime import Workflow
from bot.workflows.services import Services
from bot.workflows.speaking import Speaking
from bot.workflows.steps import durable_step
from bot.workflows.turns import Turns

log = logging.getLogger(__name__)


class ToSay(Record):
    """Of which run, and where."""

    run_id: RunId
    installation_id: InstallationId
    full_name: str


def is_owed(connection: sa.Connection, key: RunKey) -> bool:
    """Whether the run's result is the one that stands, and something of it was left unsaid that can still be said."""
    shown = runs.shown(connection, key.repository_id, key.pull)
    if shown is None or shown.key != key or shown.reason is None:
        return False
    return reason_to_stop(connection, key) is None


def say_again_workflow(saying: "SayingAgain") -> Workflow:
    """`say_again(repository_id, pull, head_sha, attempt, slot)`, to be given to the runtime before it starts."""

    async def say_again(repository_id: int, pull: int, head_sha: str, attempt: int, slot: str) -> dict[str, Any]:
        key = RunKey.of(RepositoryId(repository_id), pull, CommitSha(head_sha), attempt)
        said = await saying.carry_out(key, f"say/{key.text}/{slot}")
        log.info("said again: run=%s said=%s", key.text, said)
        return {"said": said}

    return Workflow(SAY_AGAIN, say_again)


@dataclass(frozen=True, slots=True)
class SayingAgain:
    """The steps; what fails is left to the next sweep."""

    services: Services
    forge: Forge

    async def carry_out(self, key: RunKey, holder: str) -> bool:
        """Take the lease, say it, give the lease up; whether everything is said now."""
        found = await durable_step("begin", holder, lambda: asyncio.to_thread(self._begin, key, holder), ToSay)
        if not isinstance(found, ToSay):
            return False
        failed = await durable_step("say", holder, lambda: self._say(key, found), Failure)
        said = failed is None
        ended = await durable_step("end", holder, lambda: asyncio.to_thread(self._end, key, holder, said=said), Failure)
        return said and ended is None

    def _begin(self, key: RunKey, holder: str) -> ToSay | None:
        turns = Turns(self.services)
        alive = turns.alive_holder(key.repository_id, key.pull, holder)
        with self.services.database.write() as connection:
            run = runs.find(connection, key)
            repository = installations.repository(connection, key.repository_id)
            if run is None or run.run_id is None or repository is None or not is_owed(connection, key):
                return None
            if not turns.take(connection, key.repository_id, key.pull, holder, alive):
                return None
            installation = InstallationId(repository.installation_id)
            return ToSay(run_id=run.run_id, installation_id=installation, full_name=repository.full_name)

    async def _say(self, key: RunKey, to_say: ToSay) -> None:
        repository = RepositoryId(key.repository_id)
        here = within_budget(self.services, self.forge, to_say.installation_id, repository, to_say.full_name)
        speaking = Speaking(self.services, self.forge)
        await speaking.suggest(here, repository, key.pull, to_say.run_id)
        await speaking.comment(here, repository, key.pull, to_say.run_id)

    def _end(self, key: RunKey, holder: str, *, said: bool) -> None:
        with self.services.database.write() as connection:
            if said:
                runs.change(connection, key, reason=None)
            Turns(self.services).give_up(connection, key.repository_id, key.pull, holder)
