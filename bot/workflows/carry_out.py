"""What a decision does: rows and enqueued work, all in one transaction with the delivery's outcome.

So carrying a delivery out twice is the same as once. What takes longer, such as deleting files, is a workflow.
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
from bot.models.names import DeliveryId
from bot.store import branch_scans, commands, commits, deliveries, installations, page_answers, removals, runs
from bot.store.commands import Given
from bot.store.database import Database
from bot.store.pulls import is_closed, note_pull
from bot.vocabulary import DeliveryOutcome, RunDemand
from bot.workflows.enqueue import Enqueuer
from bot.workflows.hearing import heard, pressed
from bot.workflows.removing import remove


@dataclass(frozen=True, slots=True)
class End:
    """How a delivery ended; `reason` says more, in our words."""

    outcome: DeliveryOutcome
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Where decisions are carried out: the database, the queues and a clock.

    `settle` is how many seconds after a word of other CI all of it is asked: more may come meanwhile.
    """

    database: Database
    enqueuer: Enqueuer
    now: Callable[[], datetime]
    settle: float = 60.0

    def carry_out(self, connection: sa.Connection, decision: Decision, trigger: DeliveryId) -> End:
        """Do what the decision says, inside the transaction that keeps the outcome."""
        match decision:
            case Nothing(outcome=outcome, detail=detail):
                return End(outcome, detail)
            case StartRun() | RunHeadAgain() | ScanBranch() | AskVerdict() | HearComment() | PressButton():
                return self._enqueued(connection, decision, trigger)
            case ClosePull(repository=repository, pull=pull):
                return _close_pull(connection, decision.installation_id, repository, pull)
            case RecordRepository():
                return _record(connection, decision)
            case RecordInstallation():
                return _record_installation(connection, decision)
            case SuspendInstallation():
                return _suspend(connection, decision)
            case ForgetInstallation(installation_id=installation_id):
                return self._forget_installation(connection, installation_id)
            case ChangeRepositories():
                return self._change_repositories(connection, decision)

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

    def _forget_installation(self, connection: sa.Connection, installation_id: int) -> End:
        installations.mark_deleted(connection, installation_id)
        self._forget(connection, installations.repositories_of(connection, installation_id))
        deliveries.forget_bodies_of_installation(connection, installation_id)
        return End(DeliveryOutcome.RECORDED)

    def _change_repositories(self, connection: sa.Connection, decision: ChangeRepositories) -> End:
        known = installations.put_installation(connection, decision.installation_id, decision.account)
        self._forget(connection, _reached_only_through(connection, decision.installation_id, decision.removed))
        if known.deleted:
            return End(DeliveryOutcome.IGNORED_SUSPENDED)
        _give(connection, decision.installation_id, decision.added)
        return End(DeliveryOutcome.RECORDED)

    def _forget(self, connection: sa.Connection, repository_ids: tuple[int, ...]) -> None:
        remove(connection, self.enqueuer, repository_ids, self.now())


def _reach(connection: sa.Connection, installation_id: int, repository: RepositoryFacts) -> bool:
    """Take what the payload says of the repository; false when nothing may be done for it."""
    owner, _, _ = repository.full_name.partition("/")
    if not installations.put_installation(connection, installation_id, owner).works:
        return False
    if removals.is_removed(connection, repository.id):
        return False
    installations.put_repository(connection, installation_id, repository)
    return True


def _close_pull(connection: sa.Connection, installation_id: int, repository: RepositoryFacts, pull: PullFacts) -> End:
    if not _reach(connection, installation_id, repository):
        return End(DeliveryOutcome.IGNORED_SUSPENDED)
    note_pull(connection, repository.id, pull)
    return End(DeliveryOutcome.RECORDED)


def _record(connection: sa.Connection, decision: RecordRepository) -> End:
    repository = decision.repository
    if not _reach(connection, decision.installation_id, repository):
        return End(DeliveryOutcome.IGNORED_SUSPENDED)
    page_answers.ask_again(connection, repository.id)
    if decision.seen_since is not None:
        installations.set_visibility(connection, repository.id, private=repository.private, since=decision.seen_since)
    return End(DeliveryOutcome.RECORDED)


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
    if decision.suspended:
        installations.hide_repositories(connection, decision.installation_id)
    return End(DeliveryOutcome.RECORDED)


def _give(connection: sa.Connection, installation_id: int, repositories: tuple[RepositoryFacts, ...]) -> None:
    for repository in repositories:
        if removals.give_back(connection, repository.id):
            installations.put_repository(connection, installation_id, repository)


def _reached_only_through(
    connection: sa.Connection, installation_id: int, repository_ids: tuple[int, ...]
) -> tuple[int, ...]:
    """Those that no other installation reaches: a repository that moved is taken from its old one only afterwards."""
    found = ((number, installations.repository(connection, number)) for number in repository_ids)
    return tuple(number for number, known in found if known is None or known.installation_id == installation_id)
