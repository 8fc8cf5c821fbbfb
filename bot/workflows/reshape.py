"""Workflows of a shape that nobody has any more are ended, and what they were for is enqueued anew.

A workflow that began under another order of steps cannot be resumed under this one. Its delivery, its head or its
command is still owed, so it gets a further attempt. On SQLite that is done at the start; where several processes share
a database, once the last one of the older shape is gone.
"""

import logging
from collections.abc import Collection
from datetime import datetime

from bot.models.names import DeliveryId
from bot.models.run_key import RunKey, run_key_of
from bot.store import commands, deliveries, runs
from bot.store.database import Database
from bot.vocabulary import RunState
from bot.workflows.enqueue import CARRY_OUT_COMMAND, CARRY_OUT_DELIVERY, Enqueuer, Unfinished

log = logging.getLogger(__name__)


def carry_over(database: Database, enqueuer: Enqueuer, now: datetime, shapes: Collection[str]) -> int:
    """End every unfinished workflow of none of the shapes; how many there were. Runs in a thread."""
    foreign = [workflow for workflow in enqueuer.unfinished() if workflow.shape not in {None, *shapes}]
    for workflow in foreign:
        log.warning("workflow of another shape ended: workflow=%s", workflow.id)
        enqueuer.end(workflow.id)
        _owe_again(database, enqueuer, workflow, now)
    return len(foreign)


def _owe_again(database: Database, enqueuer: Enqueuer, workflow: Unfinished, now: datetime) -> None:
    if workflow.name == CARRY_OUT_DELIVERY:
        _deliver_again(database, enqueuer, DeliveryId(workflow.id.partition("/")[0]))
    elif workflow.name == CARRY_OUT_COMMAND:
        _command_again(database, enqueuer, workflow.id, now)
    elif (key := run_key_of(workflow.id)) is not None:
        _run_again(database, enqueuer, key, now)


def _deliver_again(database: Database, enqueuer: Enqueuer, guid: DeliveryId) -> None:
    with database.write() as connection:
        known = deliveries.progress(connection, guid)
        if known is not None and known.outcome is None:
            deliveries.begin_attempt(connection, guid, known.attempt + 1)
            enqueuer.delivery(connection, guid, known.attempt + 1)


def _command_again(database: Database, enqueuer: Enqueuer, workflow_id: str, now: datetime) -> None:
    command_id, _, _ = workflow_id.rpartition("/")
    with database.write() as connection:
        given = commands.find(connection, command_id)
        if given is not None and given.workflow_id == workflow_id:
            following = commands.next_attempt(connection, given, now)
            if following is not None:
                enqueuer.command(connection, following)


def _run_again(database: Database, enqueuer: Enqueuer, key: RunKey, now: datetime) -> None:
    with database.write() as connection:
        run = runs.find(connection, key)
        if run is None:
            return
        reason = "Obelize was updated in the middle of this run."
        runs.change(connection, key, state=RunState.BROKEN, reason=reason, finished_at=now)
        attempts = runs.attempts_on(connection, run.repository_id, run.pull, run.head_sha)
        if attempts[-1].attempt == run.attempt:
            head = runs.Head(run.repository_id, run.pull, run.head_sha, run.base_sha)
            enqueuer.run(connection, runs.insert(connection, head, run.attempt + 1, run.trigger, now))
