"""What rules make of a default branch: the bytes that a migration commits, and the run folder that tells of it.

Sync; called in threads. It holds no token and opens no connection.
"""

import datetime as dt
import platform
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.evidence.account import Account, account_of
from bot.evidence.archive import zip_archive
from bot.evidence.run_folder import RunFacts, run_folder
from bot.evidence.timings import milliseconds, timings
from bot.models.commit import FileBytes, file_mode, is_never_written
from bot.models.conversation import Refused
from bot.models.names import CommitSha, RepositoryId, RunId
from bot.models.offering import OfferedPack
from bot.models.outcome import Outcome, PlanOutcome
from bot.models.run import GitState, RunConfig, Trigger
from bot.models.struct import Frozen
from bot.packs.loaded import LoadedPack
from bot.publish.offering import offered_pack
from bot.report import report_text
from bot.settings import Limits
from bot.source.git_objects import GitObjects
from bot.store.artifacts import Artifacts, RunFolder
from bot.vocabulary import CommandRefusal, EditStatus, ExitCode, RunMode
from bot.workflows.bounds import in_time, tree_bounds
from bot.workflows.planning import Planning
from bot.workflows.used_packs import pack_files, used_packs


class MigrationPlan(Frozen):
    """Of one commit. `files` are whole, in order of path; `places` says how many rows are behind each."""

    outcome: Outcome
    plan: PlanOutcome
    config: RunConfig
    account: Account
    packs: tuple[OfferedPack, ...]
    files: tuple[FileBytes, ...]
    places: dict[str, int]


@dataclass(frozen=True, slots=True)
class MigrationPlanner:
    """The packs of this process, the repository that is read, and what may be taken of it."""

    packs: tuple[LoadedPack, ...]
    git_dir: Path
    repository_id: RepositoryId
    limits: Limits

    def plan(self, sha: CommitSha, config: bytes | None) -> MigrationPlan | Refused:
        """What rules rewrite in the commit; `config` are the bytes of `.obelize.yml`, if any."""
        planning = Planning(self.packs, self.git_dir, self.repository_id)
        with planning.analyser(config, asking=False) as analyser:
            configured = planning.configured(analyser, config)
            if configured is not None and (configured.problems or configured.settings.paused):
                return Refused(refusal=CommandRefusal.NO_CONFIGURATION)
            stop = in_time(self.limits)
            with closing(GitObjects(self.git_dir, sha, bounds=tree_bounds(self.limits))) as tree:
                listing = tree.listing()
                request = planning.request(listing, configured, asking=False)
                outcome = planning.outcome(tree, analyser, request, stop, lambda *_: None)
        assert outcome.plan is not None
        if any(is_never_written(file.path) for file in outcome.plan.files):
            return Refused(refusal=CommandRefusal.PATH_NEVER_WRITTEN)
        packs = [loaded.pack for loaded in used_packs(self.packs, outcome)]
        executable = {entry.path for entry in listing.entries if entry.executable}
        return MigrationPlan(
            outcome=outcome,
            plan=outcome.plan,
            config=request.config,
            account=account_of(outcome, packs),
            packs=tuple(map(offered_pack, packs)),
            files=tuple(
                FileBytes(path=file.path, mode=file_mode(executable=file.path in executable), content=file.after)
                for file in outcome.plan.written
            ),
            places=_places(outcome.plan),
        )

    def stands(self, sha: CommitSha, files: Iterable[FileBytes]) -> bool:
        """Whether the commit holds all of the files as they are to be."""
        wanted = {file.path: file.content for file in files}
        largest = max(map(len, wanted.values()), default=0)
        with closing(GitObjects(self.git_dir, sha)) as tree:
            return dict(tree.read(sorted(wanted), largest)) == wanted

    def keep(self, artifacts: Artifacts, planned: MigrationPlan, facts: "MigrationFacts") -> None:
        """The run folder, kept once: that of an earlier try stays as it is."""
        folder = RunFolder(self.repository_id, facts.run_id)
        if artifacts.read_archive(folder) is not None:
            return
        packs = pack_files(self.packs, planned.outcome)
        files = run_folder(planned.outcome, facts.of(planned), packs, report_text(planned.account))
        artifacts.put_run(folder, files, zip_archive(facts.run_id, files))


class MigrationFacts(Frozen):
    """Which commit of which repository is migrated, and at whose word; times have a time zone."""

    run_id: RunId
    repository: str
    branch: str
    sha: CommitSha
    given_by: str
    started_at: dt.datetime
    finished_at: dt.datetime

    def of(self, planned: MigrationPlan) -> RunFacts:
        """The same for run.json."""
        took = milliseconds(self.started_at, self.finished_at)
        return RunFacts(
            run_id=self.run_id,
            mode=RunMode.PLAN,
            trigger=Trigger(
                argv=None,
                delivery=None,
                repository=self.repository,
                pull_request=None,
                head=self.sha,
                base=None,
                command="migrate",
                given_by=self.given_by,
            ),
            parent=None,
            exit_code=ExitCode.ROWS_LEFT if planned.plan.withheld else ExitCode.DONE,
            python=platform.python_version(),
            platform=platform.system(),
            git=GitState(sha=self.sha, branch=self.branch, dirty=False),
            config=planned.config,
            timings=timings(self.started_at, self.finished_at, plan_ms=took),
        )


def _places(plan: PlanOutcome) -> dict[str, int]:
    rewritten = [edit.path for edit in plan.edits if edit.status is EditStatus.AUTO]
    return {file.path: rewritten.count(file.path) for file in plan.files}
