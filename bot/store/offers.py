"""What was offered to people on a pull request, by place: a place is offered once, whatever is pushed afterwards."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.models.names import RunId
from bot.store.rows import put_row, word
from bot.store.tables import offers, pulls
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


class Waiting(NamedTuple):
    """How many proposals of a run wait on a pull request."""

    pull: int
    run_id: RunId
    proposals: int


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


def waiting(connection: sa.Connection, repository_id: int, most: int) -> tuple[Waiting, ...]:
    """The proposals that wait for a person on pull requests that are not closed, the newest pull request first."""
    closed = sa.select(pulls.c.number).where(pulls.c.repository_id == repository_id, pulls.c.closed)
    where = (offers.c.repository_id == repository_id, offers.c.state == OfferState.OFFERED.value)
    rows = connection.execute(
        sa.select(offers.c.pull, offers.c.run_id, sa.func.count())
        .where(*where, offers.c.pull.not_in(closed))
        .group_by(offers.c.pull, offers.c.run_id)
        .order_by(offers.c.pull.desc(), offers.c.run_id.desc())
        .limit(most)
    )
    return tuple(Waiting(*row) for row in rows)


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
