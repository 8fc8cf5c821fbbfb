"""What is put into which queue, under which id: always in the transaction that keeps the row it is about.

A delivery's workflow is named by its GUID (`GUID/attempt` from the second attempt on), a run's by its key, a command's
by its id and attempt. Commands are partitioned by pull request, runs by lane: a workflow without a partition key would
wait in such a queue for ever, without a word. Commands have a queue of their own: one is heard while a run works.

DBOS takes the next workflow out of any partition, by chance. An installation has a few lanes only, so that a thousand
pull requests of one keep nobody else waiting for long; those of one pull request stay in one lane, one after another.
"""

import logging
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import sqlalchemy as sa
from dbos import DBOSClient, DBOSPortableJSONSerializer, EnqueueOptions
from dbos._schemas.system_database import SystemSchema

from bot.metrics.standing import Waiting
from bot.models.names import DeliveryId, RepositoryId
from bot.models.run_key import RunKey
from bot.store import installations
from bot.store.branch_scans import BranchScan
from bot.store.commands import Given
from bot.store.database import Database, translated
from bot.store.removals import Removal

APPLICATION = "obelize"
WORKFLOW_SHAPE = "3"
"""The shape of the workflows (their names, arguments and order of steps); bumped by hand whenever it changes."""

DBOS_LOG_LEVEL = "WARNING"
"""DBOS tells at INFO what it does at each start; what a person should know is above."""

DELIVERIES = "deliveries"
RUNS = "runs"
VERDICTS = "verdicts"
COMMANDS = "commands"
HOUSEKEEPING = "housekeeping"
CARRY_OUT_DELIVERY = "carry_out_delivery"
RUN_HEAD = "run_head"
SCAN_BRANCH = "scan_branch"
VERIFY_COMMIT = "verify_commit"
CARRY_OUT_COMMAND = "carry_out_command"
FORGET_REPOSITORY = "forget_repository"
CLEAN_UP = "clean_up"
SAY_AGAIN = "say_again"
_NAMES = [
    *(CARRY_OUT_DELIVERY, RUN_HEAD, SCAN_BRANCH, VERIFY_COMMIT, CARRY_OUT_COMMAND, SAY_AGAIN),
    *(FORGET_REPOSITORY, CLEAN_UP),
]
LANES = 4
"""How many runs of one installation are at work at once, in all processes, at most."""
_DEFAULT_BRANCH = 0
_AT_WORK = "PENDING"
_ALIVE = ["ENQUEUED", "DELAYED", _AT_WORK]
"""DBOS's own words for a workflow that will still end."""
_ENDED = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]
_AT_ONCE = 500
"""Records of ended workflows that one statement deletes."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A workflow that waits or is at work; `shape` is null where nobody said of which it is."""

    id: str
    name: str
    shape: str | None


@dataclass(frozen=True, slots=True)
class Held:
    """A workflow at work: in which process, and out of which queue."""

    id: str
    executor_id: str | None
    queue: str | None


def lane(connection: sa.Connection, repository_id: int, pull: int) -> str:
    """The partition in which the runs of a pull request wait; pull 0 stands for the default branch."""
    known = installations.repository(connection, repository_id)
    owner = f"installation {known.installation_id}" if known is not None else f"repository {repository_id}"
    return f"{owner}, lane {(repository_id + pull) % LANES}"


def delivery_workflow_id(guid: DeliveryId, attempt: int) -> str:
    """The id of the workflow that carries out one attempt of a delivery."""
    return guid if attempt == 1 else f"{guid}/{attempt}"


class Enqueuer:
    """Enqueues inside a caller's transaction; what it enqueues runs only once that was committed."""

    def __init__(self, database: Database) -> None:
        _keep_dbos_quiet()
        # DBOS makes its tables on one connection while another holds its lock.
        self._engine = database.engine_for_dbos(pool_size=1 if database.is_sqlite else 2)
        self._client = DBOSClient(
            system_database_engine=self._engine,
            serializer=DBOSPortableJSONSerializer(),
            application_name=APPLICATION,
            # DBOS's tables are made at its launch or by `prepare`, which are still to come.
            lazy=True,
            retry_connection_errors=False,
        )

    def prepare(self) -> None:
        """Make DBOS's tables where they are not there yet: another process may be the one that launches DBOS."""
        with translated():
            self._client._sys_db.run_migrations()

    def delivery(self, connection: sa.Connection, guid: DeliveryId, attempt: int) -> None:
        """Have a delivery carried out: `carry_out_delivery(guid)`."""
        options = _options(CARRY_OUT_DELIVERY, DELIVERIES, delivery_workflow_id(guid, attempt))
        self._client.enqueue_in_transaction(connection, options, guid)

    def run(self, connection: sa.Connection, key: RunKey) -> None:
        """Have a head looked at: `run_head(repository_id, pull, head_sha, attempt)`."""
        options = _options(RUN_HEAD, RUNS, key.text)
        options["queue_partition_key"] = lane(connection, key.repository_id, key.pull)
        self._client.enqueue_in_transaction(connection, options, key.repository_id, key.pull, key.head_sha, key.attempt)

    def branch_scan(self, connection: sa.Connection, scan: BranchScan) -> None:
        """Have a commit of a default branch looked at: `scan_branch(repository_id, sha, attempt)`."""
        options = _options(SCAN_BRANCH, RUNS, scan.workflow_id)
        options["queue_partition_key"] = lane(connection, scan.repository_id, _DEFAULT_BRANCH)
        self._client.enqueue_in_transaction(connection, options, scan.repository_id, scan.sha, scan.attempt)

    def verdict(self, connection: sa.Connection, repository_id: int, sha: str, slot: str, delay: float) -> None:
        """Have the checks on a commit asked in `delay` seconds: `verify_commit(repository_id, sha)`; once a slot."""
        options = _options(VERIFY_COMMIT, VERDICTS, f"verdict/{repository_id}/{sha}/{slot}")
        options["delay_seconds"] = delay
        self._client.enqueue_in_transaction(connection, options, repository_id, sha)

    def command(self, connection: sa.Connection, given: Given) -> None:
        """Have a command carried out: `carry_out_command(command_id, attempt)`."""
        options = _options(CARRY_OUT_COMMAND, COMMANDS, given.workflow_id)
        options["queue_partition_key"] = f"{given.repository_id}/{given.pull}"
        self._client.enqueue_in_transaction(connection, options, given.id, given.attempt)

    def say_again(self, connection: sa.Connection, key: RunKey, slot: str) -> None:
        """What a run could not say, once a slot: `say_again(repository_id, pull, head_sha, attempt, slot)`."""
        options = _options(SAY_AGAIN, RUNS, f"say/{key.text}/{slot}")
        options["queue_partition_key"] = lane(connection, key.repository_id, key.pull)
        values = key.repository_id, key.pull, key.head_sha, key.attempt, slot
        self._client.enqueue_in_transaction(connection, options, *values)

    def forget(self, connection: sa.Connection, removal: Removal) -> None:
        """Have what is kept of a removed repository deleted: `forget_repository(repository_id, workflow_id)`."""
        options = _options(FORGET_REPOSITORY, HOUSEKEEPING, removal.workflow_id)
        self._client.enqueue_in_transaction(connection, options, removal.repository_id, removal.workflow_id)

    def clean_up(self, connection: sa.Connection, day: date) -> None:
        """Have what is too old deleted: `clean_up()`; once a day, however often it is asked for."""
        options = _options(CLEAN_UP, HOUSEKEEPING, f"clean-up/{day.isoformat()}")
        self._client.enqueue_in_transaction(connection, options)

    def is_alive(self, workflow_id: str) -> bool:
        """Whether the workflow is waiting or at work, so that it will still end by itself."""
        with translated():
            found = self._client.list_workflows(workflow_ids=[workflow_id], load_input=False, load_output=False)
        return any(status.status in _ALIVE for status in found)

    def unfinished(self) -> list[Unfinished]:
        """Every workflow of ours that is waiting or at work."""
        with translated():
            found = self._client.list_workflows(status=_ALIVE, name=_NAMES, load_input=False, load_output=False)
        return [Unfinished(one.workflow_id, one.name, one.app_version) for one in found]

    def held(self) -> list[Held]:
        """Every workflow of ours that is at work, whether its process still lives or not."""
        with translated():
            found = self._client.list_workflows(status=_AT_WORK, name=_NAMES, load_input=False, load_output=False)
        return [Held(one.workflow_id, one.executor_id, one.queue_name) for one in found]

    def take_up_again(self, held: Held) -> None:
        """Put a workflow back into its queue: whoever takes it goes on at the step that was torn."""
        with translated():
            self._client.resume_workflow(held.id, queue_name=held.queue)

    def end(self, workflow_id: str) -> None:
        """Have a workflow never run (again)."""
        with translated():
            self._client.cancel_workflow(workflow_id)

    def is_at_work_in(self, repository_id: RepositoryId) -> bool:
        """Whether a workflow about the repository, its deletion apart, is waiting or at work."""
        prefixes = _prefixes(repository_id)
        with translated():
            found = self._client.list_workflows(
                status=_ALIVE, workflow_id_prefix=prefixes, limit=1, load_input=False, load_output=False
            )
        return bool(found)

    def forget_ended_in(self, repository_id: RepositoryId) -> None:
        """Delete the records of the workflows about the repository that have ended; their steps name people."""
        prefixes = _prefixes(repository_id)
        self._forget(workflow_id_prefix=prefixes)

    def forget_ended_before(self, moment: datetime) -> None:
        """Delete the records of workflows that ended before the moment."""
        self._forget(completed_before=moment.isoformat())

    def _forget(self, **which: Any) -> None:
        while True:
            with translated():
                found = self._client.list_workflows(
                    status=_ENDED, limit=_AT_ONCE, load_input=False, load_output=False, **which
                )
                self._client.delete_workflows([one.workflow_id for one in found])
            if len(found) < _AT_ONCE:
                return

    def waiting(self, now: datetime) -> list[Waiting]:
        """What waits or is at work, counted by queue, kind and state; raises `StoreError`."""
        with translated(), self._client._sys_db.engine.connect() as connection:
            rows = connection.execute(sa.union_all(*map(_counted, _ALIVE))).all()
        since = now.timestamp()
        return [
            Waiting(queue or "none", name, state, number, max(since - oldest / 1000, 0.0), lanes)
            for queue, name, state, number, oldest, lanes in rows
        ]

    def close(self) -> None:
        """Let go of the connections."""
        self._client.destroy()
        self._engine.dispose()


def _counted(status: str) -> sa.Select[Any]:
    """Rows of one status: written out it is what DBOS's partial indexes are made for, given as a value it is not."""
    table = SystemSchema.workflow_status
    lanes = sa.func.count(table.c.queue_partition_key.distinct())
    query = sa.select(
        table.c.queue_name, table.c.name, table.c.status, sa.func.count(), sa.func.min(table.c.created_at), lanes
    )
    which = table.c.status == sa.literal_column(f"'{status}'"), table.c.name.in_(_NAMES)
    return query.where(*which).group_by(table.c.queue_name, table.c.name, table.c.status)


def _keep_dbos_quiet() -> None:
    """With a handler of ours there, DBOS adds none of its own and its records go where all others go."""
    logger = logging.getLogger("dbos")
    logger.setLevel(DBOS_LOG_LEVEL)
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())


def _prefixes(repository_id: RepositoryId) -> list[str]:
    """How the ids of the workflows about a repository begin, but for the one that deletes it."""
    return [f"{kind}{int(repository_id)}/" for kind in ("", "branch/", "command/", "verdict/")]


def _options(name: str, queue: str, workflow_id: str) -> EnqueueOptions:
    return {
        "workflow_name": name,
        "queue_name": queue,
        "workflow_id": workflow_id,
        "app_version": WORKFLOW_SHAPE,
        "application_name": APPLICATION,
    }
