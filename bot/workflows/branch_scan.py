"""The durable scan of a default branch's head: what is left there is counted, and nobody is told.

The counts are what a chart of usages over time is drawn from. A commit is scanned once; one that failed is tried again
by the sweep.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from bot.configuration import FILE_NAME
from bot.forge.forge import Forge
from bot.forge.repository_forge import RepositoryForge
from bot.models.names import CommitSha, InstallationId, PackId, RepositoryId
from bot.models.outcome import Outcome
from bot.models.record import Record
from bot.models.run_steps import Ending, Failure
from bot.packs.loaded import LoadedPack
from bot.source.git_failed import OverLimit
from bot.source.git_objects import GitObjects
from bot.store import branch_scans, installations
from bot.store.branch_scans import BranchScan, UsageCount
from bot.store.standing import reason_to_leave
from bot.vocabulary import Bail, EditStatus, RunState
from bot.workflows.bounds import in_time, tree_bounds
from bot.workflows.enqueue import SCAN_BRANCH
from bot.workflows.migrating import Migrating
from bot.workflows.planning import Planning
from bot.workflows.reaching import fetch_all_commits, within_budget
from bot.workflows.runtime import Workflow
from bot.workflows.services import Services
from bot.workflows.steps import durable_step, reason_of

log = logging.getLogger(__name__)


class Reached(Record):
    """The repository as it is now."""

    installation_id: InstallationId
    full_name: str


def scan_branch_workflow(work: "BranchWork") -> Workflow:
    """`scan_branch(repository_id, sha, attempt)`, to be given to the runtime before it starts."""

    async def scan_branch(repository_id: int, sha: str, attempt: int) -> dict[str, Any]:
        ending = await work.carry_out(RepositoryId(repository_id), CommitSha(sha), attempt)
        log.info("branch scan ended: repository=%d head=%s state=%s", repository_id, sha, ending.state)
        return ending.model_dump(mode="json")

    return Workflow(SCAN_BRANCH, scan_branch)


@dataclass(frozen=True, slots=True)
class BranchWork:
    """The steps; what goes wrong in one ends the attempt as broken."""

    services: Services
    forge: Forge
    packs: tuple[LoadedPack, ...]

    async def carry_out(self, repository_id: RepositoryId, sha: CommitSha, attempt: int) -> Ending:
        """Find the repository, read the commit, keep how it ended."""
        name = f"branch/{repository_id}/{sha}/{attempt}"

        async def step(step: str, function: Callable[[], Awaitable[Record | None]], *kinds: type[Record]) -> Any:
            return await durable_step(step, name, function, *kinds)

        found = await step("reach", lambda: self._reach(repository_id, sha), Reached, Ending)
        if isinstance(found, Reached):
            reached = found
            found = await step("scan", lambda: self._scan(repository_id, sha, reached), Ending)
            if isinstance(found, Ending) and found.state is RunState.FINISHED:
                failed = await step("migrate", lambda: self._follow(repository_id, sha, reached))
                found = failed or found
        ending = found if isinstance(found, Ending) else _broken(found)
        await step("end", lambda: asyncio.to_thread(self._end, repository_id, sha, ending))
        return ending

    async def _reach(self, repository_id: RepositoryId, sha: CommitSha) -> Reached | Ending:
        known = await asyncio.to_thread(self._known, repository_id, sha)
        if isinstance(known, Ending):
            return known
        forge = self._repository(repository_id, known)
        return known.model_copy(update={"full_name": (await forge.state()).full_name})

    def _known(self, repository_id: RepositoryId, sha: CommitSha) -> Reached | Ending:
        with self.services.database.write() as connection:
            scan = branch_scans.find(connection, repository_id, sha)
            repository = installations.repository(connection, repository_id)
            reason = reason_to_leave(connection, repository_id)
            if scan is None or repository is None or reason is not None:
                return Ending(state=RunState.DROPPED, conclusion=None, reason=reason)
            branch_scans.change(connection, scan, state=RunState.RUNNING)
        return Reached(installation_id=InstallationId(repository.installation_id), full_name=repository.full_name)

    async def _scan(self, repository_id: RepositoryId, sha: CommitSha, reached: Reached) -> Ending:
        forge = self._repository(repository_id, reached)
        config = await forge.default_branch.file(FILE_NAME)
        try:
            await fetch_all_commits(self.services, forge, repository_id, sha)
            return await asyncio.to_thread(self._counted, repository_id, sha, config)
        except OverLimit as error:
            return Ending(state=RunState.DROPPED, conclusion=None, reason=reason_of(error))

    async def _follow(self, repository_id: RepositoryId, sha: CommitSha, reached: Reached) -> None:
        """Bring the migration of the branch up to date, where somebody asked for one."""
        scan = await asyncio.to_thread(self._found, repository_id, sha)
        if scan is not None:
            migrating = Migrating(self.services, self.forge, self.packs)
            await migrating.follow(reached.installation_id, repository_id, reached.full_name, scan.created_at)

    def _found(self, repository_id: RepositoryId, sha: CommitSha) -> BranchScan | None:
        with self.services.database.read() as connection:
            return branch_scans.find(connection, repository_id, sha)

    def _counted(self, repository_id: RepositoryId, sha: CommitSha, config: bytes | None) -> Ending:
        git_dir = self.services.cache.git_dir(repository_id)
        planning = Planning(self.packs, git_dir, repository_id)
        with planning.analyser(config, asking=False) as analyser:
            configured = planning.configured(analyser, config)
            if configured is not None and (configured.problems or configured.settings.paused):
                reason = ".obelize.yml cannot be used." if configured.problems else "Obelize is paused."
                return Ending(state=RunState.DROPPED, conclusion=None, reason=reason)
            limits = self.services.settings.limits
            stop = in_time(limits, self._stop(repository_id))
            with closing(GitObjects(git_dir, sha, bounds=tree_bounds(limits))) as tree:
                request = planning.request(tree.listing(), configured, asking=False)
                outcome = planning.outcome(tree, analyser, request, stop, lambda *_: None)
        with self.services.database.write() as connection:
            scan = branch_scans.find(connection, repository_id, sha)
            if scan is not None:
                branch_scans.put_counts(connection, scan, counts_of(outcome))
        return Ending(state=RunState.FINISHED, conclusion=None, reason=None)

    def _stop(self, repository_id: RepositoryId) -> Callable[[], bool]:
        """Asked between files; the database is asked once a while, since nobody waits for this."""
        files = iter(range(1 << 62))

        def stop() -> bool:
            if next(files) % 500:
                return False
            with self.services.database.read() as connection:
                return reason_to_leave(connection, repository_id) is not None

        return stop

    def _end(self, repository_id: RepositoryId, sha: CommitSha, ending: Ending) -> None:
        with self.services.database.write() as connection:
            scan = branch_scans.find(connection, repository_id, sha)
            if scan is not None:
                values = {"state": ending.state, "reason": ending.reason, "finished_at": self.services.now()}
                branch_scans.change(connection, scan, **values)

    def _repository(self, repository_id: RepositoryId, reached: Reached) -> RepositoryForge:
        return within_budget(self.services, self.forge, reached.installation_id, repository_id, reached.full_name)


def counts_of(outcome: Outcome) -> list[UsageCount]:
    """The actionable places of a planned outcome, by pack and by the reason for which they are left."""
    assert outcome.plan is not None
    packs = {finding.row_id: finding.pack for finding in outcome.scan.findings}
    found: Counter[tuple[PackId, Bail | None]] = Counter()
    for edit in outcome.plan.edits:
        found[packs[edit.row_id], None if edit.status is EditStatus.AUTO else edit.reason] += 1
    return [UsageCount(pack, word, places) for (pack, word), places in sorted(found.items(), key=_by_name)]


def _by_name(item: tuple[tuple[PackId, Bail | None], int]) -> tuple[str, str]:
    (pack, word), _ = item
    return pack, word or ""


def _broken(failure: Failure | None) -> Ending:
    reason = failure.reason if failure is not None else "Obelize itself failed."
    return Ending(state=RunState.BROKEN, conclusion=None, reason=reason)
