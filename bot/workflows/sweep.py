"""The sweep: what a lost delivery, a crash or a fault left undone is found and put back on its way.

It only enqueues what is owed; whether that was done already is decided where it always is. Every part stands alone: one
that fails is told and the others go on. It runs at the start and then every few minutes.
"""

import asyncio
import datetime as dt
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import sqlalchemy as sa

from bot.forge.errors import ForgeError, Missing, NotGranted
from bot.forge.forge import Forge
from bot.metrics.families import SWEEP_ENDED, SWEEP_FAILURES, SWEEP_FOUND
from bot.models.decision import PullFacts, RepositoryFacts
from bot.models.forge import InstallationState, PullState, RepositoryState
from bot.models.names import InstallationId, RepositoryId
from bot.store import branch_scans, commands, commits, deliveries, installations, removals, runs
from bot.store.branch_scans import BranchScan
from bot.store.database import StoreError
from bot.store.installations import Repository
from bot.store.pulls import note_pull
from bot.store.runs import Head, Run
from bot.vocabulary import RunDemand, RunState
from bot.workflows.forgetting import Forgetting
from bot.workflows.making_room import make_room
from bot.workflows.redelivery import retry_owed
from bot.workflows.removing import remove
from bot.workflows.run_work import LONGEST_PATIENCE, MOST_ATTEMPTS, MOST_ATTEMPTS_TO_SAY_SO
from bot.workflows.saying_again import is_owed
from bot.workflows.services import Services
from bot.workflows.stuck_commands import StuckCommands
from bot.workflows.turns import Turns
from bot.workflows.unclosed_checks import UnclosedChecks

log = logging.getLogger(__name__)

SWEEP_SECONDS = 300.0
_HOOK_MEMORY = dt.timedelta(days=3)
"""How long GitHub keeps deliveries for redelivery (GITHUB.md, webhooks)."""
_MOST_REDELIVERIES = 5
"""GitHub is not asked for the same delivery more often than this."""
_LONG_AGO = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
_VERDICT_SECONDS = 1800.0
"""A commit of which nobody speaks is asked about no more often than this."""
_VERDICT_DELAY = 1.0
_VERDICT_MEMORY = dt.timedelta(days=1)
_UNSAID_MEMORY = dt.timedelta(days=1)
"""What GitHub did not take for this long is not said any more; the check tells it all."""
_GRACE = dt.timedelta(minutes=2)
"""A delivery younger than this may still be on its way."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """`patience` is how long a run that broke waits for its next attempt, times the number of the attempt."""

    services: Services
    forge: Forge
    patience: dt.timedelta = dt.timedelta(minutes=5)

    async def forever(self, seconds: float = SWEEP_SECONDS) -> None:
        """Sweep now and then every so many seconds, until cancelled; of several processes the one that leads.

        What is this process's own each of them sweeps for itself.
        """
        while True:
            await self.here()
            if self.services.leads:
                await self.once()
            SWEEP_ENDED.set_to_current_time()
            await asyncio.sleep(seconds)

    async def here(self) -> None:
        """What is this process's own: its git cache."""
        await self._part("cache", self._full_cache)

    async def once(self) -> None:
        """Every part, one after another."""
        await self._part("deliveries", self._owed_deliveries)
        await self._part("runs", self._stuck_runs)
        await self._part("branches", self._stuck_branches)
        await self._part("commands", self._stuck_commands)
        await self._part("removals", self._unfinished_removals)
        await self._part("unsaid", self._unsaid)
        await self._part("checks", UnclosedChecks(self.services, self.forge).close)
        await self._part("redeliveries", self._lost_deliveries)
        await self._part("heads", self._open_heads)
        await self._part("verdicts", self._silent_commits)
        await self._part("bodies", self._old_bodies)
        await self._part("clean-up", self._clean_up)

    async def _part(self, name: str, work: Callable[[], Awaitable[int]]) -> None:
        try:
            found = await work()
        except (ForgeError, StoreError) as error:
            SWEEP_FAILURES.labels(name).inc()
            log.warning("sweep: part=%s failed=%s", name, type(error).__name__)
        except Exception:  # a fault of ours in one part must not keep the others from their work
            SWEEP_FAILURES.labels(name).inc()
            log.exception("sweep broke: part=%s", name)
        else:
            if found:
                SWEEP_FOUND.labels(name).inc(found)
                log.info("sweep: part=%s found=%d", name, found)

    async def _owed_deliveries(self) -> int:
        before = self.services.now() - _GRACE
        return await asyncio.to_thread(retry_owed, self.services.database, self.services.enqueuer, before)

    async def _lost_deliveries(self) -> int:
        """What GitHub could not deliver while nobody listened."""
        lost = await self.forge.failed_deliveries(self.services.now() - _HOOK_MEMORY)
        wanted = [delivery for delivery in lost if delivery.attempts < _MOST_REDELIVERIES]
        for delivery in wanted:
            await self.forge.redeliver(delivery)
        return len(wanted)

    async def _stuck_runs(self) -> int:
        return await asyncio.to_thread(self._mark_lost) + await asyncio.to_thread(self._retry_stuck)

    def _mark_lost(self) -> int:
        """Runs whose workflow ended without keeping how: they count as broken."""
        with self.services.database.read() as connection:
            unfinished = runs.in_state(connection, RunState.ENQUEUED, RunState.RUNNING)
        lost = [run for run in unfinished if not self.services.enqueuer.is_alive(run.workflow_id)]
        return sum(self._mark(run) for run in lost)

    def _mark(self, run: Run) -> bool:
        """Unless it ended between the two looks: its workflow ends right after the run."""
        with self.services.database.write() as connection:
            now = runs.find(connection, run.key)
            if now is None or now.state is not run.state:
                return False
            reason = "Its workflow ended without a word."
            return runs.change(
                connection, run.key, state=RunState.BROKEN, reason=reason, finished_at=self.services.now()
            )

    def _retry_stuck(self) -> int:
        """The next attempt for runs that broke, and for those that wait for a lease which nobody holds any more."""
        turns = Turns(self.services)
        with self.services.database.read() as connection:
            stuck = runs.in_state(connection, RunState.BROKEN, RunState.DEFERRED)
            free = {run.key.partition for run in stuck if turns.is_free(connection, run.repository_id, run.pull)}
        return sum(self._retry(run) for run in stuck if self._is_due(run, nobody_holds=run.key.partition in free))

    def _is_due(self, run: Run, *, nobody_holds: bool) -> bool:
        if run.state is RunState.DEFERRED:
            return nobody_holds
        waited = self.services.now() - (run.finished_at or run.created_at)
        return run.attempt < MOST_ATTEMPTS_TO_SAY_SO and waited >= self.patience * min(run.attempt, LONGEST_PATIENCE)

    def _retry(self, run: Run) -> bool:
        with self.services.database.write() as connection:
            key = runs.next_attempt(connection, run, self.services.now())
            if key is not None:
                self.services.enqueuer.run(connection, key)
        return key is not None

    async def _stuck_branches(self) -> int:
        """Scans of default branches that broke, or whose workflow ended without a word."""
        return await asyncio.to_thread(self._retry_branches)

    def _retry_branches(self) -> int:
        states = RunState.ENQUEUED, RunState.RUNNING, RunState.BROKEN
        with self.services.database.read() as connection:
            candidates = branch_scans.in_state(connection, *states)
        return sum(self._retry_branch(scan) for scan in candidates if self._is_stuck(scan))

    def _is_stuck(self, scan: BranchScan) -> bool:
        if scan.attempt >= MOST_ATTEMPTS:
            return False
        if scan.state is not RunState.BROKEN:
            return not self.services.enqueuer.is_alive(scan.workflow_id)
        return self.services.now() - (scan.finished_at or scan.created_at) >= self.patience * scan.attempt

    def _retry_branch(self, scan: BranchScan) -> bool:
        with self.services.database.write() as connection:
            following = branch_scans.next_attempt(connection, scan)
            if following is not None:
                self.services.enqueuer.branch_scan(connection, following)
        return following is not None

    async def _stuck_commands(self) -> int:
        """Commands that broke, or wait for nobody."""
        return await asyncio.to_thread(StuckCommands(self.services, self.patience).retry)

    async def _unfinished_removals(self) -> int:
        """Removed repositories of which something may be left."""
        return await asyncio.to_thread(Forgetting.of(self.services).go_on)

    async def _unsaid(self) -> int:
        """Runs whose check tells their result, but whose comment or suggestions GitHub did not take."""
        now = self.services.now()
        slot = str(int(now.timestamp() // max(self.patience.total_seconds(), 1.0)))

        def ask() -> int:
            with self.services.database.write() as connection:
                owed = [run for run in runs.unsaid(connection, now - _UNSAID_MEMORY) if is_owed(connection, run.key)]
                for run in owed:
                    self.services.enqueuer.say_again(connection, run.key, slot)
            return len(owed)

        return await asyncio.to_thread(ask)

    async def _open_heads(self) -> int:
        """Open pull requests whose head has no finished check and no run on its way."""
        found = 0
        for installation in await self.forge.installations():
            await asyncio.to_thread(self._note_suspension, installation)
            if not installation.suspended:
                found += await self._heads_of(installation)
        return found

    def _note_suspension(self, installation: InstallationState) -> None:
        """As GitHub says it now: the deliveries about it carry no time, and may have come in the wrong order."""
        with self.services.database.write() as connection:
            known = installations.put_installation(connection, installation.id, installation.account)
            if known.suspended != installation.suspended and not known.deleted:
                installations.set_suspended(connection, installation.id, suspended=installation.suspended)

    async def _heads_of(self, installation: InstallationState) -> int:
        found, asked_at = 0, self.services.now()
        listed = await self.forge.installation_repositories(installation.id)
        await self._remove_unlisted(installation, {repository.id for repository in listed})
        for repository in listed:
            await asyncio.to_thread(self._note_visibility, repository, asked_at)
            if not repository.archived:
                forge = self.forge.repository(installation.id, repository.id, repository.full_name)
                pulls = await forge.pulls.open_ones()
                found += await asyncio.to_thread(self._admit, installation, repository, pulls)
        return found

    def _note_visibility(self, repository: RepositoryState, asked_at: dt.datetime) -> None:
        """An event that told of it may be lost; one that came since counts more."""
        with self.services.database.write() as connection:
            installations.set_visibility(connection, repository.id, private=repository.private, since=asked_at)

    async def _remove_unlisted(self, installation: InstallationState, listed: set[RepositoryId]) -> None:
        """Repositories that GitHub neither lists nor gives access to: no event tells of one that was deleted."""
        for known in await asyncio.to_thread(self._known_in, installation.id):
            if known.id not in listed and not await self._is_reached(known):
                log.warning("repository is out of reach: repository=%d", known.id)
                await asyncio.to_thread(self._remove, known.id)

    def _known_in(self, installation_id: int) -> list[Repository]:
        with self.services.database.read() as connection:
            numbers = installations.repositories_of(connection, installation_id)
            found = (installations.repository(connection, number) for number in numbers)
            return [repository for repository in found if repository is not None]

    async def _is_reached(self, known: Repository) -> bool:
        installation, number = InstallationId(known.installation_id), RepositoryId(known.id)
        try:
            await self.forge.repository(installation, number, known.full_name).state()
        except (Missing, NotGranted):
            return False
        return True

    def _remove(self, repository_id: int) -> None:
        with self.services.database.write() as connection:
            remove(connection, self.services.enqueuer, (repository_id,), self.services.now())

    def _admit(self, installation: InstallationState, repository: RepositoryState, pulls: tuple[PullState, ...]) -> int:
        with self.services.database.write() as connection:
            known = installations.put_installation(connection, installation.id, installation.account)
            if not known.works:
                return 0
            if removals.is_removed(connection, repository.id, after=self.services.now() - _GRACE):
                return 0
            # Where GitHub names one that was taken away long ago, the word that it was given back came before that.
            if not removals.give_back(connection, repository.id):
                return 0
            installations.put_repository(connection, installation.id, _facts(repository))
            admitted = 0
            for pull in pulls:
                note_pull(connection, repository.id, _pull_facts(pull))
                admitted += self._admit_head(connection, Head(repository.id, pull.number, pull.head_sha, pull.base_sha))
        return admitted

    def _admit_head(self, connection: sa.Connection, head: Head) -> bool:
        attempts = runs.attempts_on(connection, head.repository_id, head.pull, head.head_sha)
        if attempts and attempts[-1].state is RunState.BROKEN:
            return False  # it is tried again in its own time
        key = runs.admit(connection, head, RunDemand.ONCE, None, self.services.now())
        if key is not None:
            self.services.enqueuer.run(connection, key)
        return key is not None

    async def _silent_commits(self) -> int:
        """Commits of ours of which no check has spoken: events may be lost, and what never comes is told, too."""
        now = self.services.now()
        slot = f"sweep-{int(now.timestamp() // _VERDICT_SECONDS)}"

        def ask() -> int:
            with self.services.database.write() as connection:
                silent = commits.without_verdict(connection, now - _VERDICT_MEMORY)
                for made in silent:
                    self.services.enqueuer.verdict(connection, made.repository_id, made.sha, slot, _VERDICT_DELAY)
            return len(silent)

        return await asyncio.to_thread(ask)

    async def _old_bodies(self) -> int:
        """Raw bodies, and what was written in comments, are kept for some days only."""
        before = self.services.now() - dt.timedelta(days=self.services.settings.limits.body_days)

        def forget() -> int:
            with self.services.database.write() as connection:
                bodies = deliveries.forget_bodies_before(connection, before)
                return bodies + commands.forget_lines_before(connection, before)

        return await asyncio.to_thread(forget)

    async def _full_cache(self) -> int:
        """What is not used any more leaves it, and repositories that were removed while another worker had them."""
        return await asyncio.to_thread(make_room, self.services)

    async def _clean_up(self) -> int:
        """What is too old is looked for once a day."""

        def ask() -> int:
            with self.services.database.write() as connection:
                self.services.enqueuer.clean_up(connection, self.services.now().date())
            return 0

        return await asyncio.to_thread(ask)


def _facts(repository: RepositoryState) -> RepositoryFacts:
    return RepositoryFacts(
        id=repository.id,
        full_name=repository.full_name,
        private=repository.private,
        default_branch=repository.default_branch,
    )


def _pull_facts(pull: PullState) -> PullFacts:
    """What a list says of a pull request, with a time before every delivery, so that none of them counts as older."""
    return PullFacts(
        number=pull.number, head_sha=pull.head_sha, base_sha=pull.base_sha, closed=not pull.open, updated_at=_LONG_AGO
    )
