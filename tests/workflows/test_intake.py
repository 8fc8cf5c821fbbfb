"""The one writer: rows and workflows together, in batches, or neither."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from bot.models.names import DeliveryId
from bot.store import deliveries
from bot.store.deliveries import Delivery, Progress, Subject
from bot.vocabulary import DeliveryOutcome, ReceiverAnswer
from bot.workflows.intake import Intake, Receipt
from bot.workflows.redelivery import MOST_ATTEMPTS, retry_owed
from tests.webhooks.serving import locked
from tests.workflows.desk import NOW, Bench

ACCEPTED, KNOWN = Receipt(ReceiverAnswer.ACCEPTED), Receipt(ReceiverAnswer.ALREADY_KNOWN)


@pytest.fixture
async def intake(table: Bench) -> AsyncIterator[Intake]:
    made = Intake(table.desk.database, table.desk.enqueuer)
    made.start()
    yield made
    await made.stop()
    assert "intake-writer" not in {thread.name for thread in threading.enumerate()}


def delivery(guid: str, body: bytes = b"{}") -> Delivery:
    return Delivery(DeliveryId(guid), "ping", {"x-github-event": "ping"}, body, NOW)


def progress(table: Bench, guid: str) -> Progress | None:
    with table.desk.database.read() as connection:
        return deliveries.progress(connection, DeliveryId(guid))


def finish(table: Bench, guid: str, outcome: DeliveryOutcome) -> None:
    with table.desk.database.write() as connection:
        deliveries.finish(connection, DeliveryId(guid), outcome, None, Subject(None, None, None), NOW)


async def test_a_delivery_is_kept_with_its_workflow(table: Bench, intake: Intake) -> None:
    assert await intake.keep(delivery("a")) == ACCEPTED
    assert progress(table, "a") == Progress(1, None)
    assert table.enqueued() == {"a": None}


async def test_the_workflow_takes_the_id_alone(table: Bench, intake: Intake) -> None:
    """A body as an argument would be kept for as long as DBOS's rows are; and the format is JSON, never pickle."""
    await intake.keep(delivery("a", b'{"private": "code"}'))
    query = "SELECT i.inputs, s.serialization FROM workflow_input i JOIN workflow_status s USING (workflow_uuid)"
    with table.desk.database.read() as connection:
        row = connection.execute(sa.text(query)).one()
    assert (json.loads(row.inputs), row.serialization) == ({"namedArgs": {}, "positionalArgs": ["a"]}, "portable_json")


async def test_many_at_once_are_all_kept(table: Bench, intake: Intake) -> None:
    """More than a batch holds, with duplicates among them."""
    guids = [f"guid-{number % 100}" for number in range(200)]
    receipts = await asyncio.gather(*(intake.keep(delivery(guid)) for guid in guids))
    assert sorted(receipt.answer for receipt in receipts) == ["accepted"] * 100 + ["already_known"] * 100
    assert set(table.enqueued()) == set(guids)


async def test_a_batch_is_kept_as_a_whole_or_not_at_all(table: Bench, intake: Intake) -> None:
    """While the database is locked nobody is told that a delivery was kept, and none was; afterwards all is well."""
    with locked(table.folder, table.desk.database):
        receipts = await asyncio.gather(*(intake.keep(delivery(guid)) for guid in "abcdefgh"))
    assert {receipt.answer for receipt in receipts} == {ReceiverAnswer.STORE_UNAVAILABLE}
    assert {"lock" in receipt.detail for receipt in receipts} == {True}
    assert [progress(table, guid) for guid in "abcdefgh"] == [None] * 8
    assert table.enqueued() == {}
    assert await intake.keep(delivery("a")) == ACCEPTED


async def test_a_failure_nobody_thought_of_answers_too(
    table: Bench, intake: Intake, caplog: pytest.LogCaptureFixture
) -> None:
    """The writer goes on; a thread that ended would leave every later request waiting."""
    broken = Delivery(DeliveryId("a"), "ping", {"x": object()}, b"{}", NOW)  # type: ignore[dict-item]
    assert await intake.keep(broken) == Receipt(ReceiverAnswer.STORE_UNAVAILABLE, "unexpected")
    assert "could not be kept: count=1" in caplog.text
    assert await intake.keep(delivery("b")) == ACCEPTED


@pytest.mark.parametrize("outcome", [word for word in DeliveryOutcome if word is not DeliveryOutcome.FAILED_DELIVERY])
async def test_what_ended_is_known(table: Bench, intake: Intake, outcome: DeliveryOutcome) -> None:
    await intake.keep(delivery("a"))
    finish(table, "a", outcome)
    assert await intake.keep(delivery("a")) == KNOWN


async def test_what_waits_is_known(table: Bench, intake: Intake) -> None:
    """Its workflow is enqueued, so it will end by itself."""
    await intake.keep(delivery("a"))
    assert await intake.keep(delivery("a")) == KNOWN
    assert list(table.enqueued()) == ["a"]


async def test_what_failed_is_owed_under_the_next_attempt(table: Bench, intake: Intake) -> None:
    await intake.keep(delivery("a", b"old"))
    finish(table, "a", DeliveryOutcome.FAILED_DELIVERY)
    assert await intake.keep(delivery("a", b"new")) == ACCEPTED
    with table.desk.database.read() as connection:
        stored = deliveries.load(connection, DeliveryId("a"))
    assert stored == deliveries.Stored("ping", 2, b"new", None)
    assert list(table.enqueued()) == ["a", "a/2"]


async def test_after_the_end_nothing_is_kept(table: Bench, intake: Intake) -> None:
    await intake.stop()
    assert (await intake.keep(delivery("a"))).answer is ReceiverAnswer.STORE_UNAVAILABLE
    assert progress(table, "a") is None


async def test_the_end_waits_for_what_was_handed_in(table: Bench) -> None:
    made = Intake(table.desk.database, table.desk.enqueuer)
    made.start()
    handed_in = [asyncio.ensure_future(made.keep(delivery(guid))) for guid in "abc"]
    await asyncio.sleep(0)
    await made.stop()
    assert await asyncio.gather(*handed_in) == [ACCEPTED] * 3
    assert set(table.enqueued()) == set("abc")


async def test_a_sweep_tries_what_is_owed_again(table: Bench, intake: Intake) -> None:
    """What failed and what was lost; not what waits, ended, or failed too often."""
    for guid in ("waits", "ended", "failed", "often"):
        await intake.keep(delivery(guid))
    finish(table, "ended", DeliveryOutcome.RECORDED)
    finish(table, "failed", DeliveryOutcome.FAILED_DELIVERY)
    table.keep("lost", "ping", b"{}")
    with table.desk.database.write() as connection:
        deliveries.begin_attempt(connection, DeliveryId("often"), MOST_ATTEMPTS)
    later = NOW.replace(year=2027)
    assert await asyncio.to_thread(retry_owed, table.desk.database, table.desk.enqueuer, later) == 2
    assert set(table.enqueued()) == {"waits", "ended", "failed", "often", "failed/2", "lost/2"}
    assert await asyncio.to_thread(retry_owed, table.desk.database, table.desk.enqueuer, later) == 0
