"""What a decision does: rows, enqueued runs, and on a removal the files that go.

Everything but the files happens in one transaction with the delivery's outcome, so that carrying a delivery out twice
is the same as once. Files go between two transactions: after the repository was marked (its runs stop), and before its
rows are dropped (so that a process killed in between finds them again).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.models.decision import (
    AskVerdict,
    ChangeRepositories,
    ClosePull,
    Decision,
    ForgetInstallation,
    HearComment,
    Nothing,
    PressButton,
    PullFacts,
    RecordInstallation,
    RecordRepository,
    RepositoryFacts,
    RunHeadAgain,
    ScanBranch,
    StartRun,
    SuspendInstallation,
)
from bot.models.names import DeliveryId, RepositoryId
from bot.source.bare_cache import BareCache
from bot.store import branch_scans, commands, commits, deliveries, installations, runs
from bot.store.artifacts import Artifacts
from bot.store.commands import Given
from bot.store.database import Database
from bot.store.pulls import is_closed, note_pull
from bot.vocabulary import DeliveryOutcome, RunDemand
from bot.workflows.enqueue import Enqueuer
from bot.workflows.hearing import heard, pressed


@dataclass(frozen=True, slots=True)
class End:
    """How a delivery ended; `reason` says more, in our words."""

    outcome: DeliveryOutcome
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Where decisions are carried out: the stores, the queues, the bare repositories and a clock.

    `settle` is how many seconds after a word of other CI all of it is asked: more may come meanwhile.
    """

    database: Database
    artifacts: Artifacts
    enqueuer: Enqueuer
    cache: BareCache
    now: Callable[[], datetime]
    settle: float = 60.0

    def prepare(self, decision: Decision) -> None:
        """What comes before the transaction: nothing, unless something is to be forgotten."""
        match decision:
            case ForgetInstallation(installation_id=installation_id):
                with self.database.write() as connection:
                    installations.mark_deleted(connection, installation_id)
                    gone = installations.repositories_of(connection, installation_id)
                self._forget_files(gone)
            case ChangeRepositories(installation_id=installation_id, removed=removed):
                with self.database.write() as connection:
                    gone = _reached_only_through(connection, installation_id, removed)
                    for repository_id in gone:
                        installations.mark_removed(connection, repository_id, self.now())
                self._forget_files(gone)

    def carry_out(self, connection: sa.Connection, decision: Decision, trigger: DeliveryId) -> End:
        """Do what the decision says, inside the transaction that keeps the outcome."""
        match decision:
            case Nothing(outcome=outcome, detail=detail):
                return End(outcome, detail)
            case StartRun() | RunHeadAgain() | ScanBranch() | AskVerdict() | HearComment() | PressButton():
                return self._enqueued(connection, decision, trigger)
            case ClosePull(repository=repository, pull=pull):
                return _close_pull(connection, decision.installation_id, repository, pull)
            case RecordRepository(repository=repository):
                return _record(connection, decision.installation_id, repository)
            case RecordInstallation():
                return _record_installation(connection, decision)
            case SuspendInstallation():
                return _suspend(connection, decision)
            case ForgetInstallation(installation_id=installation_id):
                return _forget_installation(connection, installation_id)
            case ChangeRepositories():
                return _change_repositories(connection, decision)

    def _enqueued(
        self,
        connection: sa.Connection,
        decision: StartRun | RunHeadAgain | ScanBranch | AskVerdict | HearComment | PressButton,
        trigger: DeliveryId,
    ) -> End:
        """What makes work, for a repository that may be worked on."""
        if not _reach(connection, decision.installation_id, decision.repository):
            return End(DeliveryOutcome.IGNORED_SUSPENDED)
        match decision:
            case StartRun():
                return self._start_run(connection, decision, trigger)
            case RunHeadAgain():
                return self._run_head_again(connection, decision, trigger)
            case ScanBranch():
                return self._scan_branch(connection, decision)
            case AskVerdict():
                return self._ask_verdict(connection, decision)
            case HearComment() | PressButton():
                return self._take_command(connection, decision, trigger)

    def _start_run(self, connection: sa.Connection, wanted: StartRun, trigger: DeliveryId) -> End:
        note_pull(connection, wanted.repository.id, wanted.pull)
        if is_closed(connection, wanted.repository.id, wanted.pull.number):
            return End(DeliveryOutcome.IGNORED_NO_HEAD)
        pull = wanted.pull
        head = runs.Head(wanted.repository.id, pull.number, pull.head_sha, pull.base_sha)
        return self._enqueue(connection, [head], wanted.demand, trigger)

    def _run_head_again(self, connection: sa.Connection, wanted: RunHeadAgain, trigger: DeliveryId) -> End:
        heads = [
            head
            for head in runs.heads_with(connection, wanted.repository.id, wanted.head_sha)
            if wanted.pull in {None, head.pull} and not is_closed(connection, head.repository_id, head.pull)
        ]
        if not heads:
            return End(DeliveryOutcome.IGNORED_NO_HEAD)
        return self._enqueue(connection, heads, RunDemand.AGAIN, trigger)

    def _scan_branch(self, connection: sa.Connection, wanted: ScanBranch) -> End:
        scan = branch_scans.admit(connection, wanted.repository.id, wanted.head_sha, self.now())
        if scan is None:
            return End(DeliveryOutcome.IGNORED_UNCHANGED)
        self.enqueuer.branch_scan(connection, scan)
        return End(DeliveryOutcome.RUN_ENQUEUED)

    def _ask_verdict(self, connection: sa.Connection, wanted: AskVerdict) -> End:
        if commits.find(connection, wanted.repository.id, wanted.sha) is None:
            return End(DeliveryOutcome.IGNORED_OTHER_COMMIT)
        slot = str(int(self.now().timestamp() // self.settle))
        self.enqueuer.verdict(connection, wanted.repository.id, wanted.sha, slot, self.settle)
        return End(DeliveryOutcome.VERDICT_ENQUEUED)

    def _take_command(self, connection: sa.Connection, said: HearComment | PressButton, trigger: DeliveryId) -> End:
        given = self._given(connection, said, trigger)
        if given.is_pull and is_closed(connection, given.repository_id, given.pull):
            return End(DeliveryOutcome.IGNORED_CLOSED)
        if not commands.admit(connection, given):
            return End(DeliveryOutcome.IGNORED_UNCHANGED)
        self.enqueuer.command(connection, given)
        return End(DeliveryOutcome.COMMAND_ENQUEUED)

    def _given(self, connection: sa.Connection, said: HearComment | PressButton, trigger: DeliveryId) -> Given:
        if isinstance(said, PressButton):
            return pressed(connection, said, trigger, self.now())
        return heard(connection, said, self.now())

    def _enqueue(
        self, connection: sa.Connection, heads: list[runs.Head], demand: RunDemand, trigger: DeliveryId
    ) -> End:
        admitted = [
            key for head in heads if (key := runs.admit(connection, head, demand, trigger, self.now())) is not None
        ]
        for key in admitted:
            self.enqueuer.run(connection, key)
        return End(DeliveryOutcome.RUN_ENQUEUED if admitted else DeliveryOutcome.IGNORED_UNCHANGED)

    def _forget_files(self, repository_ids: tuple[int, ...]) -> None:
        for repository_id in repository_ids:
            self.artifacts.delete_repository(repository_id)
            self.cache.remove(RepositoryId(repository_id))


def _reach(connection: sa.Connection, installation_id: int, repository: RepositoryFacts) -> bool:
    """Take what the payload says of the repository; false when nothing may be done for it."""
    owner, _, _ = repository.full_name.partition("/")
    if not installations.put_installation(connection, installation_id, owner).works:
        return False
    if installations.is_removed(connection, repository.id):
        return False
    installations.put_repository(connection, installation_id, repository)
    return True


def _close_pull(connection: sa.Connection, installation_id: int, repository: RepositoryFacts, pull: PullFacts) -> End:
    if not _reach(connection, installation_id, repository):
        return End(DeliveryOutcome.IGNORED_SUSPENDED)
    note_pull(connection, repository.id, pull)
    return End(DeliveryOutcome.RECORDED)


def _record(connection: sa.Connection, installation_id: int, repository: RepositoryFacts) -> End:
    reached = _reach(connection, installation_id, repository)
    return End(DeliveryOutcome.RECORDED if reached else DeliveryOutcome.IGNORED_SUSPENDED)


def _record_installation(connection: sa.Connection, decision: RecordInstallation) -> End:
    known = installations.put_installation(connection, decision.installation_id, decision.account)
    if known.deleted:
        return End(DeliveryOutcome.IGNORED_SUSPENDED)
    _give(connection, decision.installation_id, decision.repositories)
    return End(DeliveryOutcome.RECORDED)


def _suspend(connection: sa.Connection, decision: SuspendInstallation) -> End:
    known = installations.put_installation(connection, decision.installation_id, decision.account)
    if known.deleted:
        return End(DeliveryOutcome.IGNORED_SUSPENDED)
    installations.set_suspended(connection, decision.installation_id, suspended=decision.suspended)
    return End(DeliveryOutcome.RECORDED)


def _forget_installation(connection: sa.Connection, installation_id: int) -> End:
    for repository_id in installations.repositories_of(connection, installation_id):
        installations.drop_repository(connection, repository_id)
    deliveries.forget_bodies_of_installation(connection, installation_id)
    return End(DeliveryOutcome.RECORDED)


def _change_repositories(connection: sa.Connection, decision: ChangeRepositories) -> End:
    known = installations.put_installation(connection, decision.installation_id, decision.account)
    gone = _reached_only_through(connection, decision.installation_id, decision.removed)
    for repository_id in gone:
        installations.drop_repository(connection, repository_id)
    deliveries.forget_bodies_of_repositories(connection, gone)
    if known.deleted:
        return End(DeliveryOutcome.IGNORED_SUSPENDED)
    _give(connection, decision.installation_id, decision.added)
    return End(DeliveryOutcome.RECORDED)


def _give(connection: sa.Connection, installation_id: int, repositories: tuple[RepositoryFacts, ...]) -> None:
    for repository in repositories:
        installations.give_back(connection, repository.id)
        installations.put_repository(connection, installation_id, repository)


def _reached_only_through(
    connection: sa.Connection, installation_id: int, repository_ids: tuple[int, ...]
) -> tuple[int, ...]:
    """Those that no other installation reaches: a repository that moved is taken from its old one only afterwards."""
    found = ((number, installations.repository(connection, number)) for number in repository_ids)
    return tuple(number for number, known in found if known is None or known.installation_id == installation_id)
