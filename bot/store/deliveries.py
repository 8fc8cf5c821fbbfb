"""What GitHub delivered: kept before it is answered, with the outcome once it was carried out.

One row a GUID; a redelivery carries the same GUID and is a further attempt of the same row. A row without an outcome
is work that is still owed.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.models.names import DeliveryId
from bot.store.rows import word
from bot.store.tables import deliveries
from bot.vocabulary import DeliveryOutcome

_INSERT = sa.insert(deliveries)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A verified delivery as it came: `headers` are GitHub's own, bounded; `body` is what was signed."""

    guid: DeliveryId
    event: str
    headers: Mapping[str, str]
    body: bytes
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a delivery is: the attempt that counts (from 1), and the outcome once there is one."""

    attempt: int
    outcome: DeliveryOutcome | None


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a body is about, so that it can go with them; null where it does not say."""

    action: str | None
    installation_id: int | None
    repository_id: int | None


@dataclass(frozen=True, slots=True)
class Stored:
    """A delivery to be carried out; `body` is null once it was forgotten."""

    event: str
    attempt: int
    body: bytes | None
    outcome: DeliveryOutcome | None


def insert(connection: sa.Connection, *new: Delivery) -> None:
    """Keep deliveries that were not seen before, at least one; all of them in one statement."""
    connection.execute(_INSERT, [_row(delivery) for delivery in new])


def _row(delivery: Delivery) -> dict[str, object]:
    return {
        "guid": delivery.guid,
        "attempt": 1,
        "event": delivery.event,
        "headers": json.dumps(dict(delivery.headers)),
        "body": delivery.body,
        "received_at": delivery.received_at,
    }


def progress(connection: sa.Connection, guid: DeliveryId) -> Progress | None:
    """How far the delivery is; null when it was never seen."""
    return progress_of(connection, [guid]).get(guid)


def progress_of(connection: sa.Connection, guids: Sequence[DeliveryId]) -> dict[DeliveryId, Progress]:
    """How far those of the deliveries are that were seen before."""
    columns = (deliveries.c.guid, deliveries.c.attempt, deliveries.c.outcome)
    rows = connection.execute(sa.select(*columns).where(deliveries.c.guid.in_(guids)))
    return {DeliveryId(row.guid): Progress(row.attempt, _outcome(row.outcome)) for row in rows}


def begin_attempt(connection: sa.Connection, guid: DeliveryId, attempt: int, body: bytes | None = None) -> None:
    """Owe the delivery once more, with the body that came with the redelivery, if one came."""
    values: dict[str, object] = {"attempt": attempt, "outcome": None, "reason": None, "finished_at": None}
    if body is not None:
        values["body"] = body
    connection.execute(sa.update(deliveries).where(deliveries.c.guid == guid).values(**values))


def load(connection: sa.Connection, guid: DeliveryId) -> Stored | None:
    """The delivery with its body; null when there is none."""
    columns = (deliveries.c.event, deliveries.c.attempt, deliveries.c.body, deliveries.c.outcome)
    row = connection.execute(sa.select(*columns).where(deliveries.c.guid == guid)).one_or_none()
    return None if row is None else Stored(row.event, row.attempt, row.body, _outcome(row.outcome))


def finish(
    connection: sa.Connection,
    guid: DeliveryId,
    outcome: DeliveryOutcome,
    reason: str | None,
    subject: Subject,
    at: datetime,
) -> None:
    """How the delivery ended; `reason` is ours, at most 200 characters, and holds nothing of the payload."""
    values = {
        "outcome": outcome.value,
        "reason": reason[:200] if reason else None,
        "finished_at": at,
        "action": subject.action,
        "installation_id": subject.installation_id,
        "repository_id": subject.repository_id,
    }
    connection.execute(sa.update(deliveries).where(deliveries.c.guid == guid).values(**values))


def forget_body(connection: sa.Connection, guid: DeliveryId) -> None:
    """Keep that the delivery came, not what it said."""
    connection.execute(sa.update(deliveries).where(deliveries.c.guid == guid).values(body=None))


def forget_bodies_of_repositories(connection: sa.Connection, repository_ids: tuple[int, ...]) -> None:
    """The repositories are gone, and with them what was delivered about them."""
    about = deliveries.c.repository_id.in_(repository_ids)
    connection.execute(sa.update(deliveries).where(about, deliveries.c.body.is_not(None)).values(body=None))


def forget_bodies_of_installation(connection: sa.Connection, installation_id: int) -> None:
    """The installation is gone, and with it what was delivered about it."""
    about = deliveries.c.installation_id == installation_id
    connection.execute(sa.update(deliveries).where(about, deliveries.c.body.is_not(None)).values(body=None))


def forget_bodies_before(connection: sa.Connection, moment: datetime) -> int:
    """Drop the bodies of deliveries that ended, well or not, and were received before `moment`; how many there were."""
    old = (
        deliveries.c.received_at < moment,
        deliveries.c.outcome.is_not(None),
        deliveries.c.body.is_not(None),
    )
    return connection.execute(sa.update(deliveries).where(*old).values(body=None)).rowcount


def any_unfinished(connection: sa.Connection) -> bool:
    """Whether a delivery is still to be carried out."""
    query = sa.select(deliveries.c.guid).where(deliveries.c.outcome.is_(None)).limit(1)
    return connection.execute(query).one_or_none() is not None


def owed(connection: sa.Connection, received_before: datetime, attempts_below: int) -> list[DeliveryId]:
    """Deliveries received before the moment that have no outcome, or a failure: oldest first, tried not too often."""
    failed = deliveries.c.outcome == DeliveryOutcome.FAILED_DELIVERY.value
    where = (
        sa.or_(deliveries.c.outcome.is_(None), failed),
        deliveries.c.body.is_not(None),
        deliveries.c.received_at < received_before,
        deliveries.c.attempt < attempts_below,
    )
    query = sa.select(deliveries.c.guid).where(*where).order_by(deliveries.c.received_at)
    return [DeliveryId(guid) for guid in connection.execute(query).scalars()]


def _outcome(value: str | None) -> DeliveryOutcome | None:
    return None if value is None else word(DeliveryOutcome, value)
