"""What was offered to people on a pull request, by place: a place is offered once, whatever is pushed afterwards."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.models.names import RunId
from bot.store.rows import put_row, word
from bot.store.tables import offers
from bot.vocabulary import OfferState


@dataclass(frozen=True, slots=True)
class Offer:
    """One place, with the newest run that offers it and its number there.

    `comment_id` is the review comment that shows it as a suggestion, null where the status comment does.
    """

    repository_id: int
    pull: int
    fingerprint: str
    run_id: RunId
    number: int
    state: OfferState
    comment_id: int | None
    decided_by: str | None
    reason: str | None
    updated_at: datetime


def put(connection: sa.Connection, offer: Offer) -> None:
    """Keep it, in place of what was known of the place."""
    values = {name: getattr(offer, name) for name in _COLUMNS}
    key = {name: values.pop(name) for name in ("repository_id", "pull", "fingerprint")}
    put_row(connection, offers, key, {**values, "state": offer.state.value})


def of_pull(connection: sa.Connection, repository_id: int, pull: int) -> dict[str, Offer]:
    """Every place that was offered on the pull request, by fingerprint."""
    where = (offers.c.repository_id == repository_id, offers.c.pull == pull)
    rows = connection.execute(sa.select(offers).where(*where).order_by(offers.c.number, offers.c.fingerprint))
    return {row.fingerprint: _offer(row) for row in rows}


def change(connection: sa.Connection, offer: Offer, **columns: object) -> None:
    """Set columns of a place; words are stored by their value."""
    values = {name: getattr(value, "value", value) for name, value in columns.items()}
    where = (
        offers.c.repository_id == offer.repository_id,
        offers.c.pull == offer.pull,
        offers.c.fingerprint == offer.fingerprint,
    )
    connection.execute(sa.update(offers).where(*where).values(**values))


_COLUMNS = tuple(field.name for field in fields(Offer))


def _offer(row: sa.Row[Any]) -> Offer:
    values = {name: row._mapping[name] for name in _COLUMNS}
    values["state"] = word(OfferState, values["state"])
    return Offer(**values)
