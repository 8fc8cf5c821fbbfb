"""Several processes on one database: who is there, who leads, and what becomes of what a dead one left."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.models.names import DeliveryId
from bot.store import executors
from bot.workflows.enqueue import WORKFLOW_SHAPE
from bot.workflows.heartbeat import Heartbeat, Pulse
from tests.postgresql import Cluster
from tests.workflows.desk import NOW, Bench, bench

PATIENT = Pulse(beat=3600.0, silence=3600.0)
IMPATIENT = Pulse(beat=3600.0, silence=0.0)
"""Whoever is not the one that asks counts as dead."""


@pytest.fixture
def table(tmp_path: Path, postgresql: Cluster) -> Iterator[Bench]:
    with bench(tmp_path, postgresql.laid_out()) as made:
        yield made


def heartbeat(table: Bench, name: str, pulse: Pulse = PATIENT, told: list[str] | None = None) -> Heartbeat:
    def given_up() -> None:
        (told if told is not None else []).append(name)

    return Heartbeat(table.desk.database, table.desk.enqueuer, name, lambda: NOW, given_up, pulse)


def enter(table: Bench, name: str, shape: str = WORKFLOW_SHAPE) -> None:
    with table.desk.database.write() as connection:
        executors.enter(connection, name, shape)


def at_work(table: Bench, guid: str, executor: str, shape: str = WORKFLOW_SHAPE) -> None:
    """A delivery that the process has taken up."""
    table.keep(guid, "ping", b"{}")
    with table.desk.database.write() as connection:
        table.desk.enqueuer.delivery(connection, DeliveryId(guid), 1)
        values = {"e": executor, "v": shape, "id": guid}
        taken = "UPDATE workflow_status SET status='PENDING', executor_id=:e, application_version=:v"
        connection.execute(sa.text(f"{taken} WHERE workflow_uuid=:id"), values)


def statuses(table: Bench) -> dict[str, tuple[Any, ...]]:
    query = sa.text("SELECT workflow_uuid, status, queue_name FROM workflow_status")
    with table.desk.database.read() as connection:
        return {row[0]: (row[1], row[2]) for row in connection.execute(query)}


def test_the_work_of_a_dead_process_returns_to_its_queue(table: Bench) -> None:
    """That of a living one is left to it; one that was ended in an orderly way counts as dead at once."""
    enter(table, "alive")
    at_work(table, "a", "alive")
    at_work(table, "b", "long gone")
    beating = heartbeat(table, "me", PATIENT)
    beating.start()
    led = beating.leads
    assert statuses(table)["b"] == ("PENDING", "deliveries")
    with table.desk.database.write() as connection:
        executors.leave(connection, "alive")
        executors.enter(connection, "alive", WORKFLOW_SHAPE)
    beating.once()
    assert (led, beating.leads) == (False, True)
    assert statuses(table) == {"a": ("PENDING", "deliveries"), "b": ("ENQUEUED", "deliveries")}
    beating.stop()
    with table.desk.database.read() as connection:
        assert [one.id for one in executors.known(connection)] == ["alive"]


def test_a_silent_process_is_given_up_and_ends_when_it_learns_of_it(table: Bench) -> None:
    """It is told before it does anything more; its workflows are somebody else's by then."""
    told: list[str] = []
    frozen, other = heartbeat(table, "frozen", PATIENT, told), heartbeat(table, "other", IMPATIENT, told)
    frozen.start()
    at_work(table, "a", "frozen")
    enter(table, "other")
    other.once()
    # The one that began first leads, until its silence is noticed.
    assert other.leads
    assert statuses(table)["a"] == ("ENQUEUED", "deliveries")
    frozen.once()
    assert told == ["frozen"]
    frozen.stop()


def test_nobody_is_given_up_while_the_judge_itself_was_away(table: Bench) -> None:
    """After the database was not reached everybody has been silent: who lives beats again within the time."""
    enter(table, "me")
    enter(table, "silent")
    with table.desk.database.write() as connection:
        connection.execute(sa.text("UPDATE executors SET beat_at = beat_at - 7200 WHERE id = 'silent'"))
    at_work(table, "a", "silent")
    heartbeat(table, "me", PATIENT).once()
    assert statuses(table)["a"] == ("PENDING", "deliveries")


def test_workflows_of_an_older_shape_are_left_to_processes_that_have_it(table: Bench) -> None:
    """In a rolling update the old processes go on with theirs; once the last is gone, they are begun anew."""
    enter(table, "me")
    enter(table, "old", "of old")
    at_work(table, "a", "old", "of old")
    mine = heartbeat(table, "me", Pulse(beat=3600.0, silence=3600.0))
    mine._last_carried -= 7200
    mine.once()
    assert statuses(table) == {"a": ("PENDING", "deliveries")}
    with table.desk.database.write() as connection:
        executors.leave(connection, "old")
    mine._last_carried -= 7200
    mine.once()
    assert statuses(table)["a"][0] == "CANCELLED"
    assert statuses(table)["a/2"] == ("ENQUEUED", "deliveries")
