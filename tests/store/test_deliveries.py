"""Deliveries: kept as they came, owed until they ended, forgotten when those they are about are gone."""

from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.models.names import DeliveryId
from bot.store import deliveries
from bot.store.deliveries import Delivery, Progress, Stored, Subject
from bot.store.tables import deliveries as table
from bot.vocabulary import DeliveryOutcome

GUID = DeliveryId("72d3162e-cc78-11e3-81ab-4c9367dc0958")
NOBODY = Subject(None, None, None)


def keep(connection: sa.Connection, now: datetime, guid: str = GUID, body: bytes = b"\xff{}") -> DeliveryId:
    deliveries.insert(connection, Delivery(DeliveryId(guid), "ping", {"x-github-event": "ping"}, body, now))
    return DeliveryId(guid)


def body_of(connection: sa.Connection, guid: DeliveryId) -> bytes | None:
    stored = deliveries.load(connection, guid)
    assert stored is not None
    return stored.body


def test_the_body_comes_back_byte_for_byte(connection: sa.Connection, now: datetime) -> None:
    """Bytes that are neither JSON nor UTF-8 included."""
    keep(connection, now, body=bytes(range(256)))
    assert deliveries.load(connection, GUID) == Stored("ping", 1, bytes(range(256)), None)


def test_an_unknown_delivery_is_null(connection: sa.Connection) -> None:
    assert deliveries.progress(connection, GUID) is None
    assert deliveries.load(connection, GUID) is None


def test_a_delivery_ends_with_a_word(connection: sa.Connection, now: datetime) -> None:
    keep(connection, now)
    assert deliveries.progress(connection, GUID) == Progress(1, None)
    deliveries.finish(connection, GUID, DeliveryOutcome.RECORDED, "r" * 300, Subject("created", 5, 7), now)
    assert deliveries.progress(connection, GUID) == Progress(1, DeliveryOutcome.RECORDED)
    row = connection.execute(sa.select(table)).one()
    assert (row.action, row.installation_id, row.repository_id, len(row.reason)) == ("created", 5, 7, 200)
    assert row.finished_at == now


@pytest.mark.parametrize(
    ("new_body", "kept"),
    [
        pytest.param(b"new", b"new", id="a redelivery brings the body again"),
        pytest.param(None, b"old", id="the sweep uses the one that is kept"),
    ],
)
def test_a_further_attempt_owes_it_anew(
    connection: sa.Connection, now: datetime, new_body: bytes | None, kept: bytes
) -> None:
    keep(connection, now, body=b"old")
    deliveries.finish(connection, GUID, DeliveryOutcome.FAILED_DELIVERY, "why", NOBODY, now)
    deliveries.begin_attempt(connection, GUID, 2, new_body)
    assert deliveries.load(connection, GUID) == Stored("ping", 2, kept, None)


def test_bodies_go_with_those_they_are_about(connection: sa.Connection, now: datetime) -> None:
    """A repository's or an installation's bodies go, their neighbours' stay."""
    about = {"a": Subject(None, 5, 7), "b": Subject(None, 5, 8), "c": Subject(None, 6, 9), "d": NOBODY}
    for guid, subject in about.items():
        deliveries.finish(connection, keep(connection, now, guid), DeliveryOutcome.RECORDED, None, subject, now)
    deliveries.forget_bodies_of_repositories(connection, (7,))
    assert [body_of(connection, DeliveryId(guid)) is None for guid in "abcd"] == [True, False, False, False]
    deliveries.forget_bodies_of_installation(connection, 5)
    assert [body_of(connection, DeliveryId(guid)) is None for guid in "abcd"] == [True, True, False, False]
    deliveries.forget_body(connection, DeliveryId("d"))
    assert body_of(connection, DeliveryId("d")) is None


def test_old_bodies_go_but_for_what_is_still_to_be_carried_out(connection: sa.Connection, now: datetime) -> None:
    """What failed was tried for days by then; the promise to forget holds for it too."""
    old, limit = now - timedelta(days=8), now - timedelta(days=7)
    for guid, outcome, at in (
        ("ended", DeliveryOutcome.RECORDED, old),
        ("failed", DeliveryOutcome.FAILED_DELIVERY, old),
        ("recent", DeliveryOutcome.RECORDED, now),
    ):
        deliveries.finish(connection, keep(connection, at, guid), outcome, None, NOBODY, now)
    keep(connection, old, "open")
    assert deliveries.forget_bodies_before(connection, limit) == 2
    left = {guid for guid in ("ended", "failed", "recent", "open") if body_of(connection, DeliveryId(guid))}
    assert left == {"recent", "open"}


def test_what_is_owed(connection: sa.Connection, now: datetime) -> None:
    """No outcome or a failure, received before the moment, not tried too often, oldest first."""
    for age, guid in ((1, "new"), (3, "failed"), (2, "open"), (4, "ended"), (5, "often"), (6, "forgotten")):
        keep(connection, now - timedelta(hours=age), guid)
    deliveries.finish(connection, DeliveryId("failed"), DeliveryOutcome.FAILED_DELIVERY, None, NOBODY, now)
    deliveries.finish(connection, DeliveryId("ended"), DeliveryOutcome.RECORDED, None, NOBODY, now)
    deliveries.begin_attempt(connection, DeliveryId("often"), 5)
    deliveries.forget_body(connection, DeliveryId("forgotten"))
    assert deliveries.owed(connection, now - timedelta(minutes=90), attempts_below=5) == ["failed", "open"]


def test_a_time_without_a_zone_is_refused(connection: sa.Connection, now: datetime) -> None:
    with pytest.raises(sa.exc.StatementError, match="without a zone"):
        keep(connection, now.replace(tzinfo=None))
