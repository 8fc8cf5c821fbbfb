"""At the start after an update: workflows of the old shape end, and what they were for is enqueued anew."""

from dataclasses import replace

import sqlalchemy as sa

from bot.models.names import DeliveryId, RepositoryId
from bot.store import commands, deliveries, installations, runs
from bot.store.deliveries import Progress, Subject
from bot.vocabulary import DeliveryOutcome, RunState
from bot.workflows.enqueue import WORKFLOW_SHAPE
from bot.workflows.reshape import carry_over
from tests.store.test_conversation import GIVEN
from tests.webhooks import payloads
from tests.webhooks.payloads import HEAD
from tests.workflows.desk import NOW, Bench
from webhooks.events.payload import Repository

RUN = f"7/3/{HEAD}"


def prepare(table: Bench, version: str) -> None:
    """A delivery and a run that wait, enqueued by a program of another shape."""
    table.keep("a", "ping", b"{}")
    with table.desk.database.write() as connection:
        installations.put_installation(connection, 5, "octo")
        installations.put_repository(connection, 5, Repository.read(payloads.repository()).facts)
        key = runs.insert(connection, runs.Head(7, 3, HEAD, "b" * 40), 1, DeliveryId("a"), NOW)
        table.desk.enqueuer.delivery(connection, DeliveryId("a"), 1)
        table.desk.enqueuer.run(connection, key)
        connection.execute(sa.text("UPDATE workflow_status SET application_version = :v"), {"v": version})


def statuses(table: Bench) -> dict[str, str]:
    with table.desk.database.read() as connection:
        return {
            row[0]: row[1] for row in connection.execute(sa.text("SELECT workflow_uuid, status FROM workflow_status"))
        }


def carry(table: Bench) -> int:
    return carry_over(table.desk.database, table.desk.enqueuer, NOW, {WORKFLOW_SHAPE})


def test_workflows_of_another_shape_are_followed_by_new_attempts(table: Bench) -> None:
    prepare(table, "of old")
    assert carry(table) == 2
    assert statuses(table) == {"a": "CANCELLED", "a/2": "ENQUEUED", f"{RUN}/1": "CANCELLED", f"{RUN}/2": "ENQUEUED"}
    with table.desk.database.read() as connection:
        assert deliveries.progress(connection, DeliveryId("a")) == Progress(2, None)
        states = [(run.attempt, run.state) for run in runs.of_pull(connection, 7, 3)]
    assert states == [(1, RunState.BROKEN), (2, RunState.ENQUEUED)]
    assert table.enqueued()[f"{RUN}/2"] == "installation 5, lane 2"
    assert carry(table) == 0


def test_a_command_is_followed_too(table: Bench) -> None:
    prepare(table, WORKFLOW_SHAPE)
    given = replace(GIVEN, repository_id=RepositoryId(7), pull=3)
    with table.desk.database.write() as connection:
        commands.admit(connection, given)
        table.desk.enqueuer.command(connection, given)
        version = sa.text("UPDATE workflow_status SET application_version = 'of old' WHERE workflow_uuid = :id")
        connection.execute(version, {"id": given.workflow_id})
    assert carry(table) == 1
    assert statuses(table)[f"{given.id}/1"] == "CANCELLED"
    assert statuses(table)[f"{given.id}/2"] == "ENQUEUED"
    assert table.enqueued()[f"{given.id}/2"] == "7/3"


def test_workflows_of_this_shape_are_left_alone(table: Bench) -> None:
    prepare(table, WORKFLOW_SHAPE)
    before = statuses(table)
    assert carry(table) == 0
    assert statuses(table) == before


def test_what_has_ended_or_was_followed_already_is_not_owed(table: Bench) -> None:
    """The delivery has its outcome, the head a newer attempt, or neither row is there any more."""
    prepare(table, "of old")
    with table.desk.database.write() as connection:
        deliveries.finish(connection, DeliveryId("a"), DeliveryOutcome.ANSWERED, None, Subject(None, None, None), NOW)
        runs.insert(connection, runs.Head(7, 3, HEAD, "b" * 40), 2, None, NOW)
    assert carry(table) == 2
    assert statuses(table) == {"a": "CANCELLED", f"{RUN}/1": "CANCELLED"}


def test_a_repository_that_is_gone_is_owed_nothing(table: Bench) -> None:
    prepare(table, "of old")
    with table.desk.database.write() as connection:
        installations.drop_repository(connection, 7)
    assert carry(table) == 2
    assert f"{RUN}/2" not in statuses(table)
