"""Checks that a run left in progress because GitHub did not take their closing: closed by the sweep.

Such a run is over and says nothing of its head: a newer one took over, or nothing was to be done any more. Nobody else
comes back to its check. Where the answer to its making was lost, it is found by its head, its name and the run.
"""

import asyncio
import datetime as dt
import logging
from dataclasses import dataclass

from bot.forge.errors import ForgeError
from bot.forge.forge import Forge
from bot.models.forge import CheckIdentity, CheckReport
from bot.models.names import InstallationId, RepositoryId, RunId
from bot.store import installations, runs
from bot.store.installations import Repository
from bot.store.runs import Run
from bot.store.standing import reason_to_leave
from bot.vocabulary import RunState
from bot.workflows.lease_keeping import LeaseKeeper
from bot.workflows.reaching import within_budget
from bot.workflows.services import Services

log = logging.getLogger(__name__)

_MEMORY = dt.timedelta(days=14)
"""After that GitHub itself calls a check stale that is still in progress (GITHUB.md §4)."""
_UNSEEN = dt.timedelta(minutes=2)
"""So long GitHub may take to carry out a request whose answer was lost, and to show in its lists what came of it."""


def closing_report(state: RunState, reason: str | None) -> CheckReport:
    """What the check says of a run that ended so."""
    title = "Obelize will try again" if state is RunState.BROKEN else state.sentence.rstrip(".")
    return CheckReport(title=title, summary=reason or state.sentence, text=None)


@dataclass(frozen=True, slots=True)
class UnclosedChecks:
    """Closing twice is closing once: only what is unfinished is touched."""

    services: Services
    forge: Forge

    async def close(self) -> int:
        """Close what is remembered as open; how many runs that was. One that cannot be closed is left to the next."""
        found = await asyncio.to_thread(self._open_ones)
        closed = 0
        for run, repository in found:
            try:
                await self._close(run, repository)
            except ForgeError as error:
                log.warning("check could not be closed: run=%s kind=%s", run.workflow_id, type(error).__name__)
            else:
                closed += 1
        return closed

    def _open_ones(self) -> list[tuple[Run, Repository]]:
        with self.services.database.read() as connection:
            left = runs.with_open_check(connection, self.services.now() - _MEMORY)
            here = [run for run in left if reason_to_leave(connection, run.repository_id) is None]
            found = [(run, installations.repository(connection, run.repository_id)) for run in here]
        return [(run, repository) for run, repository in found if repository is not None]

    async def _close(self, run: Run, repository: Repository) -> None:
        installation = InstallationId(repository.installation_id)
        number = RepositoryId(repository.id)
        here = within_budget(self.services, self.forge, installation, number, repository.full_name)
        details_url = self.services.links.address(RunId(str(run.run_id)))
        identity = CheckIdentity(head_sha=run.head_sha, external_id=run.workflow_id, details_url=details_url)
        report = closing_report(run.state, run.reason)
        closed = await here.checks.cancel(identity, report, known_id=run.check_run_id)
        over_since = run.finished_at or run.created_at
        if closed or run.check_run_id is not None or self.services.now() - over_since >= _UNSEEN:
            await asyncio.to_thread(LeaseKeeper(self.services).forget_check, run.key)
