"""What is put into which queue, under which id: always in the transaction that keeps the row it is about.

A delivery's workflow is named by its GUID (`GUID/attempt` from the second attempt on), a run's by its key, a command's
by its id and attempt. Runs and commands are partitioned by pull request: a workflow without a partition key would wait
in such a queue for ever, without a word. Commands have a queue of their own, so that one is heard while a run works.
"""

import logging
from dataclasses import dataclass

import sqlalchemy as sa
from dbos import DBOSClient, DBOSPortableJSONSerializer, EnqueueOptions

from bot.models.names import DeliveryId
from bot.models.run_key import RunKey
from bot.store.branch_scans import BranchScan
from bot.store.commands import Given
from bot.store.database import Database, translated

APPLICATION = "obelize"
WORKFLOW_SHAPE = "3"
"""The shape of the workflows (their names, arguments and order of steps); bumped by hand whenever it changes."""

DBOS_LOG_LEVEL = "WARNING"
"""DBOS tells at INFO what it does at each start; what a person should know is above."""

DELIVERIES = "deliveries"
RUNS = "runs"
VERDICTS = "verdicts"
COMMANDS = "commands"
CARRY_OUT_DELIVERY = "carry_out_delivery"
RUN_HEAD = "run_head"
SCAN_BRANCH = "scan_branch"
VERIFY_COMMIT = "verify_commit"
CARRY_OUT_COMMAND = "carry_out_command"

_ALIVE = ["ENQUEUED", "DELAYED", "PENDING"]
"""DBOS's own words for a workflow that will still end."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A workflow that waits or is at work; it `fits` when it has the shape of those of this program."""

    id: str
    name: str
    fits: bool


def delivery_workflow_id(guid: DeliveryId, attempt: int) -> str:
    """The id of the workflow that carries out one attempt of a delivery."""
    return guid if attempt == 1 else f"{guid}/{attempt}"


class Enqueuer:
    """Enqueues inside a caller's transaction; what it enqueues runs only once that was committed."""

    def __init__(self, database: Database) -> None:
        _keep_dbos_quiet()
        self._engine = database.engine_for_dbos(pool_size=1)
        self._client = DBOSClient(
            system_database_engine=self._engine,
            serializer=DBOSPortableJSONSerializer(),
            application_name=APPLICATION,
            # DBOS makes its tables at launch, which may still be to come.
            lazy=True,
            retry_connection_errors=False,
        )

    def delivery(self, connection: sa.Connection, guid: DeliveryId, attempt: int) -> None:
        """Have a delivery carried out: `carry_out_delivery(guid)`."""
        options = _options(CARRY_OUT_DELIVERY, DELIVERIES, delivery_workflow_id(guid, attempt))
        self._client.enqueue_in_transaction(connection, options, guid)

    def run(self, connection: sa.Connection, key: RunKey) -> None:
        """Have a head looked at: `run_head(repository_id, pull, head_sha, attempt)`."""
        options = _options(RUN_HEAD, RUNS, key.text)
        options["queue_partition_key"] = key.partition
        self._client.enqueue_in_transaction(connection, options, key.repository_id, key.pull, key.head_sha, key.attempt)

    def branch_scan(self, connection: sa.Connection, scan: BranchScan) -> None:
        """Have a commit of a default branch looked at: `scan_branch(repository_id, sha, attempt)`."""
        options = _options(SCAN_BRANCH, RUNS, scan.workflow_id)
        options["queue_partition_key"] = f"{scan.repository_id}/branch"
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

    def is_alive(self, workflow_id: str) -> bool:
        """Whether the workflow is waiting or at work, so that it will still end by itself."""
        with translated():
            found = self._client.list_workflows(workflow_ids=[workflow_id], load_input=False, load_output=False)
        return any(status.status in _ALIVE for status in found)

    def unfinished(self) -> list[Unfinished]:
        """Every workflow of ours that is waiting or at work."""
        with translated():
            names = [CARRY_OUT_DELIVERY, RUN_HEAD, SCAN_BRANCH, VERIFY_COMMIT, CARRY_OUT_COMMAND]
            found = self._client.list_workflows(status=_ALIVE, name=names, load_input=False, load_output=False)
        return [Unfinished(one.workflow_id, one.name, one.app_version in {None, WORKFLOW_SHAPE}) for one in found]

    def end(self, workflow_id: str) -> None:
        """Have a workflow never run (again)."""
        with translated():
            self._client.cancel_workflow(workflow_id)

    def close(self) -> None:
        """Let go of the connections."""
        self._client.destroy()
        self._engine.dispose()


def _keep_dbos_quiet() -> None:
    """With a handler of ours there, DBOS adds none of its own and its records go where all others go."""
    logger = logging.getLogger("dbos")
    logger.setLevel(DBOS_LOG_LEVEL)
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())


def _options(name: str, queue: str, workflow_id: str) -> EnqueueOptions:
    return {
        "workflow_name": name,
        "queue_name": queue,
        "workflow_id": workflow_id,
        "app_version": WORKFLOW_SHAPE,
        "application_name": APPLICATION,
    }
