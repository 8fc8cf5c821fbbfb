"""`/obelize migrate`: a branch and a pull request that migrate the default branch by rules, kept up to date.

The branch only moves forward: what is new on the default branch comes in as a merge, and once somebody else committed
there Obelize leaves it alone. All of it may be done again after a crash, and finds what it left.
"""

import asyncio
import datetime as dt
from dataclasses import dataclass, replace
from hashlib import sha256

from bot.answers.engine import engine_version
from bot.configuration import FILE_NAME
from bot.forge.commit_refusals import refusal_of
from bot.forge.errors import ForgeError
from bot.forge.forge import Forge
from bot.forge.repository_forge import RepositoryForge
from bot.models.conversation import CommandPlace, MigrationOpened, Refused
from bot.models.forge import PullState
from bot.models.names import CommitSha, InstallationId, RepositoryId, RunId
from bot.models.run_ids import made_run_id
from bot.packs.loaded import LoadedPack
from bot.publish.commit_message import Changed, CommitText, Person, body, subject
from bot.render import render_text
from bot.settings import SUBJECT
from bot.store import commits, migration_branches
from bot.store.commits import Made
from bot.store.migration_branches import MigrationBranch
from bot.vocabulary import CommandRefusal, CommitKind
from bot.workflows.migration_plan import MigrationFacts, MigrationPlan, MigrationPlanner
from bot.workflows.reaching import fetch_all_commits, within_budget
from bot.workflows.services import Services

BRANCH = "obelize/migrate"


@dataclass(frozen=True, slots=True)
class Migrating:
    """Brings migrations about. ForgeError, StoreError and GitFailed leave it where it is unknown what became of one."""

    services: Services
    forge: Forge
    packs: tuple[LoadedPack, ...]

    async def carry_out(self, at: CommandPlace) -> MigrationOpened | Refused:
        """Open the pull request, or bring the one that is there up to date."""
        known = await asyncio.to_thread(self._known, at.repository_id)
        asked = MigrationBranch(
            repository_id=at.repository_id,
            issue=at.pull,
            command_id=at.command_id,
            speaker_id=at.speaker.id,
            speaker=at.speaker.login,
            permission=at.permission,
        )
        if known is not None:
            standing = {name: getattr(known, name) for name in ("sha", "made_sha", "base_sha", "run_id", "pull")}
            asked = replace(asked, **standing)
        return await self._migration(at.installation_id, at.full_name, asked, at.given_at).bring()

    async def follow(
        self, installation_id: InstallationId, repository_id: RepositoryId, full_name: str, at: dt.datetime
    ) -> None:
        """Take what is new on the default branch into the open migration, if there is one; refusals stay silent.

        `at` is when that was heard of.
        """
        known = await asyncio.to_thread(self._known, repository_id)
        if known is None or known.pull is None:
            return
        migration = self._migration(installation_id, full_name, known, at)
        if await migration.forge.own_pulls.open_from(BRANCH) is not None:
            await migration.bring()

    def _known(self, repository_id: RepositoryId) -> MigrationBranch | None:
        with self.services.database.read() as connection:
            return migration_branches.find(connection, repository_id)

    def _migration(
        self, installation: InstallationId, full_name: str, row: MigrationBranch, at: dt.datetime
    ) -> "_Migration":
        forge = within_budget(self.services, self.forge, installation, row.repository_id, full_name)
        repository, limits = row.repository_id, self.services.settings.limits
        planner = MigrationPlanner(self.packs, self.services.cache.git_dir(repository), repository, limits)
        return _Migration(self.services, forge, planner, row, at)


@dataclass(slots=True)
class _Migration:
    services: Services
    forge: RepositoryForge
    planner: MigrationPlanner
    row: MigrationBranch
    at: dt.datetime

    async def bring(self) -> MigrationOpened | Refused:
        """From the default branch as it is now to a pull request that migrates it."""
        started = self.services.now()
        default = (await self.forge.state()).default_branch
        head = await self.forge.objects.branch_head(default)
        tip = await self.forge.objects.branch_head(BRANCH)
        if head is None:
            return Refused(refusal=CommandRefusal.NOTHING_TO_APPLY)
        if tip is not None and not self.row.is_ours(tip):
            return Refused(refusal=CommandRefusal.BRANCH_NOT_OURS)
        if tip is not None and tip != self.row.sha:
            await self._note(sha=tip)  # an earlier try moved it, and got no further
        config = await self.forge.default_branch.file(FILE_NAME)
        wanted = [head] if tip is None else [head, tip]
        await fetch_all_commits(self.services, self.forge, self.row.repository_id, *wanted)
        planned = await asyncio.to_thread(self.planner.plan, head, config)
        if isinstance(planned, Refused):
            return planned
        if not planned.files:
            left = f"{len(planned.plan.withheld)} places are left for a person." if planned.plan.withheld else None
            return Refused(refusal=CommandRefusal.NOTHING_TO_APPLY, detail=left)
        if tip is None or not await self._is_up_to_date(head, tip, planned):
            run_id = self._run_id(head)
            facts = MigrationFacts(
                run_id=run_id,
                repository=self.forge.full_name,
                branch=default,
                sha=head,
                given_by=self.row.speaker,
                started_at=started,
                finished_at=self.services.now(),
            )
            await asyncio.to_thread(self.planner.keep, self.services.artifacts, planned, facts)
            refused = await self._commit(head, tip, planned, run_id)
            if refused is not None:
                return refused
        return await self._told(default, head, planned)

    async def _is_up_to_date(self, head: CommitSha, tip: CommitSha, planned: MigrationPlan) -> bool:
        if self.row.base_sha != head:
            return False
        return await asyncio.to_thread(self.planner.stands, tip, planned.files)

    async def _commit(
        self, head: CommitSha, tip: CommitSha | None, planned: MigrationPlan, run_id: RunId
    ) -> Refused | None:
        """One commit more on the branch: the default branch as it is, with what rules make of it."""
        message = await self._message(planned, run_id)
        parents = () if tip is None else (tip, head)
        try:
            made = await self.forge.objects.commit(head, message, planned.files, parents=parents)
            await self._note(made_sha=made, base_sha=head, run_id=run_id)
            if tip is None:
                await self.forge.objects.create_branch(BRANCH, made)
            else:
                await self.forge.objects.move_branch(BRANCH, made)
        except ForgeError as error:
            refused = refusal_of(error, from_fork=False)
            if refused is None:
                raise
            return refused
        await self._note(sha=made)
        return None

    async def _told(self, default: str, head: CommitSha, planned: MigrationPlan) -> MigrationOpened | Refused:
        """The pull request says what the newest commit holds."""
        assert self.row.run_id is not None
        assert self.row.sha is not None
        details = self.services.links.address(self.row.run_id)
        title = "Migrate " + ", ".join(f"{pack.old} to {pack.new}" for pack in planned.packs)
        text = render_text(
            "pull/migration.md.j2",
            account=planned.account,
            packs=planned.packs,
            files=len(planned.files),
            issue=self.row.issue,
            speaker=self.row.speaker,
            branch=default,
            head=head,
            details_url=details,
        )
        pull = await self.forge.own_pulls.open_from(BRANCH)
        opened = pull is None
        if pull is None:
            try:
                pull = await self.forge.own_pulls.open(BRANCH, default, title, text)
            except ForgeError as error:
                refused = refusal_of(error, from_fork=False)
                if refused is None:
                    raise
                return refused
        else:
            await self.forge.own_pulls.describe(pull.number, title, text)
        await asyncio.to_thread(self._keep, pull, head)
        return MigrationOpened(pull=pull.number, sha=self.row.sha, run_id=self.row.run_id, opened=opened)

    async def _message(self, planned: MigrationPlan, run_id: RunId) -> str:
        settings = self.services.settings
        text = CommitText(
            kind=CommitKind.MIGRATE,
            run_id=run_id,
            parent=run_id,
            packs=planned.packs,
            numbers=(),
            proposals=(),
            changed=tuple(Changed(file.path, planned.places[file.path]) for file in planned.files),
            by=Person(self.row.speaker_id, self.row.speaker, self.row.permission),
        )
        signed_off_by = await self.forge.own_address() if settings.sign_off else None
        headline = settings.commit_subject.replace(SUBJECT, subject(text))
        return f"{headline}\n\n{body(text, host=self.forge.accounts_host, signed_off_by=signed_off_by)}"

    def _run_id(self, head: CommitSha) -> RunId:
        """The same however often it is tried, as long as the same program reads the same commit at the same word."""
        what = f"migrate/{self.row.repository_id}/{self.row.command_id}/{head}/{engine_version()}"
        return made_run_id(self.at, sha256(what.encode()).hexdigest()[:8])

    async def _note(self, **columns: object) -> None:
        self.row = replace(self.row, **columns)  # type: ignore[arg-type]  # each column has its field's type
        await asyncio.to_thread(self._put)

    def _put(self) -> None:
        with self.services.database.write() as connection:
            migration_branches.put(connection, self.row)

    def _keep(self, pull: PullState, head: CommitSha) -> None:
        self.row = replace(self.row, pull=pull.number)
        assert self.row.sha is not None
        assert self.row.run_id is not None
        made = Made(
            repository_id=self.row.repository_id,
            sha=self.row.sha,
            pull=pull.number,
            kind=CommitKind.MIGRATE,
            run_id=self.row.run_id,
            parent_run_id=self.row.run_id,
            before_sha=head,
            command_id=self.row.command_id,
            speaker=self.row.speaker,
            numbers=(),
            verdict=None,
            verdict_reason=None,
            verdict_run_id=None,
            created_at=self.services.now(),
        )
        with self.services.database.write() as connection:
            migration_branches.put(connection, self.row)
            if commits.find(connection, self.row.repository_id, self.row.sha) is None:
                commits.put(connection, made)
