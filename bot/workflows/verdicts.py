"""What the repository's own checks say of a commit that Obelize made: asked when they speak, recorded, and shown.

Nothing waits in here. Other CI's events ask after a short while, in which more of it may come; the sweep asks for
commits of which nobody speaks. A check that is run again may change the verdict.
"""

import asyncio
import datetime as dt
import logging
import platform
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.configuration import default_config
from bot.evidence.archive import zip_archive
from bot.evidence.run_folder import REPORT, VERIFY, RunFacts, child_run_folder
from bot.evidence.timings import milliseconds, timings
from bot.forge.forge import Forge
from bot.forge.repository_forge import RepositoryForge
from bot.models.commit_checks import CommitChecks
from bot.models.conversation import AskChecks, ChecksTold, CommandPlace, Refused
from bot.models.names import InstallationId, RepositoryId, RunId
from bot.models.offering import Offering
from bot.models.reading import MisfitError, read_json
from bot.models.record import Record
from bot.models.run import GitState, Trigger
from bot.models.run_ids import made_run_id
from bot.models.verification import Verification
from bot.render import render_text
from bot.store import commits, installations, runs
from bot.store.artifacts import RunFolder
from bot.store.commits import Made
from bot.store.installations import Repository
from bot.store.runs import Run
from bot.verify.checks import broken, verdict
from bot.vocabulary import CheckState, CommandRefusal, Conclusion, ExitCode, RunMode, VerifyStatus
from bot.workflows.enqueue import VERIFY_COMMIT
from bot.workflows.kept_offering import kept_offering
from bot.workflows.reaching import within_budget
from bot.workflows.runtime import Workflow
from bot.workflows.services import Services
from bot.workflows.speaking import Speaking
from bot.workflows.steps import durable_step
from bot.workflows.verdict_telling import told_with

log = logging.getLogger(__name__)

_LONGEST_WAIT = dt.timedelta(hours=6)
"""Checks that still run after so long are told as not having ended."""
_GRACE = dt.timedelta(minutes=30)
"""A check that is not there after so long does not come: jobs were seen to begin 18 minutes late (GITHUB.md §4)."""
_EXIT_CODES = {VerifyStatus.PASS: ExitCode.DONE, VerifyStatus.FAIL: ExitCode.VERIFICATION_FAILED}


def verify_commit_workflow(verdicts: "Verdicts") -> Workflow:
    """`verify_commit(repository_id, sha)`, to be given to the runtime before it starts."""

    async def verify_commit(repository_id: int, sha: str) -> dict[str, Any]:
        async def step(name: str, work: Callable[[], Awaitable[Record | None]]) -> Any:
            return await durable_step(name, f"verdict/{repository_id}/{sha}", work, ChecksTold)

        told = await step("ask", lambda: verdicts.ask(RepositoryId(repository_id), sha))
        if isinstance(told, ChecksTold) and told.status is not None:
            await step("tell", lambda: verdicts.tell(RepositoryId(repository_id), sha))
        return {} if told is None else dict(told.model_dump(mode="json"))

    return Workflow(VERIFY_COMMIT, verify_commit)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Asks for verdicts and tells them; everything here may be done twice."""

    services: Services
    forge: Forge

    async def asked(self, act: AskChecks, at: CommandPlace) -> ChecksTold | Refused:
        """What the checks say now, because a person wants to know."""
        told = await self.ask(at.repository_id, act.commit_sha)
        if told is None:
            return Refused(refusal=CommandRefusal.NOTHING_TO_VERIFY)
        if told.status is not None:
            await self.tell(at.repository_id, act.commit_sha)
        return told

    async def ask(self, repository_id: RepositoryId, sha: str) -> ChecksTold | None:
        """Ask, and record what is new; null where the commit is none of ours, or its repository is out of reach."""
        known = await asyncio.to_thread(self._known, repository_id, sha)
        if known is None:
            return None
        made, repository = known
        started = self.services.now()
        checks = self._repository(repository).other_checks
        before, after = await checks.on(made.before_sha), await checks.on(made.sha)
        found = verdict(before, after, waits=started - made.created_at < _patience(after))
        if found is None:
            return ChecksTold(commit_sha=made.sha, status=None, reason=None, broken=())
        await asyncio.to_thread(self._keep, made, repository, found, started)
        names = tuple(one.name for one in broken(found))
        return ChecksTold(commit_sha=made.sha, status=found.status, reason=found.reason, broken=names)

    async def tell(self, repository_id: RepositoryId, sha: str) -> None:
        """Show the verdict in the status comment, and in the check of the commit if a run has told that one already."""
        known = await asyncio.to_thread(self._known, repository_id, sha)
        if known is None or known[0].verdict is None:
            return
        made, repository = known
        shown = await asyncio.to_thread(self._shown, made)
        if shown is not None:
            run, offering, found = shown
            assert run.check_run_id is not None
            report, conclusion = told_with(offering.report, offering.conclusion, found, self._address(made))
            await self._repository(repository).checks.retell(run.check_run_id, report, conclusion)
            await asyncio.to_thread(self._note_conclusion, run, conclusion)
        await Speaking(self.services, self.forge).refresh(repository_id, made.pull)

    def _repository(self, repository: Repository) -> RepositoryForge:
        installation, number = InstallationId(repository.installation_id), RepositoryId(repository.id)
        return within_budget(self.services, self.forge, installation, number, repository.full_name)

    def _address(self, made: Made) -> str:
        return self.services.links.address(made.verdict_run_id or made.run_id)

    def _known(self, repository_id: RepositoryId, sha: str) -> tuple[Made, Repository] | None:
        with self.services.database.read() as connection:
            made = commits.find(connection, repository_id, sha)
            repository = installations.repository(connection, repository_id)
            if made is None or repository is None:
                return None
            installation = installations.installation(connection, repository.installation_id)
        return (made, repository) if installation is not None and installation.works else None

    def _shown(self, made: Made) -> tuple[Run, Offering, Verification] | None:
        """The newest run on the commit whose check has a conclusion, what it offered, and the verdict."""
        with self.services.database.read() as connection:
            attempts = runs.attempts_on(connection, made.repository_id, made.pull, made.sha)
        told = [run for run in attempts if run.conclusion is not None and run.check_run_id is not None]
        found = self._recorded(made)
        if not told or told[-1].run_id is None or found is None:
            return None
        folder = RunFolder(made.repository_id, told[-1].run_id)
        offering = kept_offering(self.services.artifacts, folder)
        return None if offering is None else (told[-1], offering, found)

    def _note_conclusion(self, run: Run, conclusion: Conclusion) -> None:
        with self.services.database.write() as connection:
            runs.change(connection, run.key, conclusion=conclusion)

    def _recorded(self, made: Made) -> Verification | None:
        if made.verdict_run_id is None:
            return None
        data = self.services.artifacts.read_file(RunFolder(made.repository_id, made.verdict_run_id), VERIFY)
        try:
            return read_json(Verification, data or b"")
        except MisfitError:
            return None

    def _keep(self, made: Made, repository: Repository, found: Verification, started: dt.datetime) -> None:
        """A run of its own for each verdict; the same one again changes nothing."""
        if self._recorded(made) == found:
            return
        run_id = made_run_id(started, secrets.token_hex(4))
        files = self._folder(run_id, made, repository, found, started)
        self.services.artifacts.put_run(RunFolder(made.repository_id, run_id), files, zip_archive(run_id, files))
        with self.services.database.write() as connection:
            commits.change(connection, made, verdict=found.status, verdict_reason=found.reason, verdict_run_id=run_id)
        log.info("verdict: commit=%s status=%s reason=%s", made.sha, found.status, found.reason)

    def _folder(
        self, run_id: RunId, made: Made, repository: Repository, found: Verification, started: dt.datetime
    ) -> dict[str, bytes]:
        finished = self.services.now()
        facts = RunFacts(
            run_id=run_id,
            mode=RunMode.APPLY,
            trigger=Trigger(
                argv=None,
                delivery=None,
                repository=repository.full_name,
                pull_request=made.pull,
                head=made.sha,
                base=made.before_sha,
                command=None,
                given_by=None,
            ),
            parent=made.run_id,
            exit_code=_EXIT_CODES.get(found.status, ExitCode.NO_VERDICT),
            python=platform.python_version(),
            platform=platform.system(),
            git=GitState(sha=made.sha, branch=None, dirty=False),
            config=default_config(),
            timings=timings(started, finished, verify_ms=milliseconds(started, finished)),
            verify=found,
        )
        report = render_text("report/verdict.md.j2", made=made, verify=found)
        return child_run_folder(facts, {REPORT: report.encode()})


def _patience(after: CommitChecks) -> dt.timedelta:
    runs_on = after.unfinished or any(one.state is CheckState.RUNNING for one in after.checks)
    return _LONGEST_WAIT if runs_on else _GRACE
