"""Run folders that their owner wants in the repository itself (`artifacts: ref`): kept there, and taken away again.

What cannot be kept there is said in the check and fails nothing; the operator's own storage has the folder anyway.
"""

import asyncio
import datetime as dt
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from bot.forge.errors import ForgeError
from bot.forge.forge import Forge
from bot.forge.repository_forge import RepositoryForge
from bot.forge.run_refs import ref_of
from bot.models.forge import CheckReport
from bot.models.names import InstallationId, RepositoryId, RunId
from bot.models.record import Record
from bot.models.run_ids import made_run_id
from bot.models.run_steps import Failure, RefKept
from bot.render import render_text
from bot.store import expiry, installations
from bot.store.artifacts import RunFolder
from bot.store.installations import Repository
from bot.store.standing import reason_to_leave
from bot.workflows.reaching import within_budget
from bot.workflows.services import Services

log = logging.getLogger(__name__)

MOST_BYTES = 20_000_000
"""Of all files of a folder: it is sent in requests of about one megabyte each."""


class Removed(Record):
    """How many refs were taken away, and how many could not be yet."""

    refs: int
    failed: int


@dataclass(frozen=True, slots=True)
class RunRefKeeping:
    """Everything here may be done twice."""

    services: Services
    forge: Forge

    async def keep(self, forge: RepositoryForge, folder: RunFolder, at: dt.datetime) -> RefKept | Failure:
        """Have the repository hold the folder; a `ForgeError` says why it does not."""
        files = await asyncio.to_thread(self._files, folder)
        if files is None:
            megabytes = MOST_BYTES // 1_000_000
            return Failure(reason=f"It is larger than {megabytes} MB.")
        # Noted first: a ref that nobody knows of would stay for good.
        await asyncio.to_thread(self._note, folder)
        await forge.run_refs.keep(folder.run_id, files, at)
        return RefKept(ref=ref_of(folder.run_id))

    async def remove_old(self) -> Removed:
        """Take those away whose run is too old; what GitHub does not answer for now waits for the next day."""
        done: list[bool] = []
        for repository, run_ids in await asyncio.to_thread(self._old):
            done += await self._remove(repository, run_ids)
        return Removed(refs=done.count(True), failed=done.count(False))

    async def _remove(self, repository: Repository, run_ids: Sequence[RunId]) -> list[bool]:
        """Whether each is gone. What the repository is called now is asked once, before the first."""
        try:
            name = (await self._here(repository, repository.full_name).state()).full_name
        except ForgeError as error:
            log.warning("refs not removed: repository=%d kind=%s", repository.id, type(error).__name__)
            return [False] * len(run_ids)
        return [await self._is_removed(repository, name, run_id) for run_id in run_ids]

    async def _is_removed(self, repository: Repository, name: str, run_id: RunId) -> bool:
        try:
            await self._here(repository, name).run_refs.remove(run_id)
        except ForgeError as error:
            log.warning("ref not removed: repository=%d run=%s kind=%s", repository.id, run_id, type(error).__name__)
            return False
        await asyncio.to_thread(self._forget, RepositoryId(repository.id), run_id)
        return True

    def _here(self, repository: Repository, name: str) -> RepositoryForge:
        number, installation = RepositoryId(repository.id), InstallationId(repository.installation_id)
        return within_budget(self.services, self.forge, installation, number, name)

    def _files(self, folder: RunFolder) -> dict[str, bytes] | None:
        """The folder's files; null where they are too large for this."""
        artifacts = self.services.artifacts
        listed = artifacts.files_of(folder)
        if sum(file.size for file in listed) > MOST_BYTES:
            return None
        read = {file.path: artifacts.read_file(folder, file.path) for file in listed}
        return {path: data for path, data in read.items() if data is not None}

    def _note(self, folder: RunFolder) -> None:
        with self.services.database.write() as connection:
            if installations.repository(connection, folder.repository_id) is not None:
                expiry.put_ref(connection, RepositoryId(folder.repository_id), folder.run_id)

    def _forget(self, repository_id: RepositoryId, run_id: RunId) -> None:
        with self.services.database.write() as connection:
            expiry.drop_ref(connection, repository_id, run_id)

    def _old(self) -> list[tuple[Repository, list[RunId]]]:
        """Of repositories that can be reached, the refs of runs that are gone by age."""
        before = self.services.now() - dt.timedelta(days=self.services.settings.limits.run_days)
        oldest = made_run_id(before, "")
        found: list[tuple[Repository, list[RunId]]] = []
        with self.services.database.read() as connection:
            for repository_id in expiry.every_repository(connection):
                gone = expiry.refs_of(connection, repository_id) - expiry.kept_runs(connection, repository_id)
                repository = installations.repository(connection, repository_id)
                old = [run_id for run_id in sorted(gone) if run_id < oldest]
                if old and repository is not None and reason_to_leave(connection, repository_id) is None:
                    found.append((repository, old))
        return found


def told_of_ref(report: CheckReport, kept: RefKept | Failure | None) -> CheckReport:
    """The report, with what became of keeping the folder in the repository; null where nobody wants that."""
    if kept is None:
        return report
    ref, reason = (kept.ref, None) if isinstance(kept, RefKept) else (None, kept.reason)
    summary = render_text("check/run_ref.md.j2", summary=report.summary, ref=ref, reason=reason)
    return report.model_copy(update={"summary": summary})
