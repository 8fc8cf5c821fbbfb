"""How models amended the plan of a pull request, and what a maintainer wants of it until a model was asked.

Amendments hold for every later head, where they land anew or are refused; the words are about one head.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from bot.models.reading import read, read_json
from bot.models.screening import Amendment
from bot.models.writing import compact, plain
from bot.screening.amendments import MOST_AMENDMENTS
from bot.screening.held import is_overruled
from bot.store.rows import put_row
from bot.store.tables import plan_amendments, revisions


@dataclass(frozen=True, slots=True)
class HeldAmendment:
    """An amendment, and who asked for it or brought it: null where the operator's model gave it by itself."""

    amendment: Amendment
    given_by: str | None


@dataclass(frozen=True, slots=True)
class Revision:
    """What somebody wants of the plan, in their words."""

    words: str
    given_by: str


def written(wanted: Sequence[HeldAmendment]) -> str:
    """The amendments as text, to be kept beside an arc."""
    return compact([{"amendment": plain(one.amendment), "given_by": one.given_by} for one in wanted])


def read_written(text: str) -> tuple[HeldAmendment, ...]:
    """The amendments of such a text."""
    return tuple(HeldAmendment(read(Amendment, one["amendment"]), one["given_by"]) for one in json.loads(text))


def held(connection: sa.Connection, repository_id: int, pull: int) -> tuple[HeldAmendment, ...]:
    """The amendments of the pull request, the newest first."""
    where = (plan_amendments.c.repository_id == repository_id, plan_amendments.c.pull == pull)
    rows = connection.execute(sa.select(plan_amendments).where(*where).order_by(plan_amendments.c.number))
    return tuple(HeldAmendment(read_json(Amendment, row.amendment), row.given_by) for row in rows)


def hold(connection: sa.Connection, repository_id: int, pull: int, wanted: Sequence[HeldAmendment]) -> None:
    """Keep these in place of those that were kept."""
    where = (plan_amendments.c.repository_id == repository_id, plan_amendments.c.pull == pull)
    connection.execute(sa.delete(plan_amendments).where(*where))
    for number, one in enumerate(wanted, 1):
        key = {"repository_id": repository_id, "pull": pull, "number": number}
        put_row(connection, plan_amendments, key, {"amendment": compact(one.amendment), "given_by": one.given_by})


def held_with(taken: Iterable[HeldAmendment], earlier: Iterable[HeldAmendment]) -> tuple[HeldAmendment, ...]:
    """What holds once these were taken: the newest first, and of those about one thing the newest alone."""
    new = tuple(taken)
    said = [one.amendment for one in new]
    return (*new, *(one for one in earlier if not is_overruled(one.amendment, said)))[:MOST_AMENDMENTS]


def want(connection: sa.Connection, repository_id: int, pull: int, head_sha: str, revision: Revision) -> None:
    """Keep what somebody wants of the plan of a head, in place of what was wanted before."""
    values = {"head_sha": head_sha, "words": revision.words, "given_by": revision.given_by}
    put_row(connection, revisions, {"repository_id": repository_id, "pull": pull}, values)


def wanted(connection: sa.Connection, repository_id: int, pull: int, head_sha: str) -> Revision | None:
    """What is wanted of the plan of that head; null where nobody said anything, or a model was asked since."""
    where = (revisions.c.repository_id == repository_id, revisions.c.pull == pull, revisions.c.head_sha == head_sha)
    row = connection.execute(sa.select(revisions).where(*where)).one_or_none()
    return None if row is None else Revision(row.words, row.given_by)


def was_asked(connection: sa.Connection, repository_id: int, pull: int, revision: Revision) -> None:
    """A model was asked what was wanted: it is not asked again, unless other words came meanwhile."""
    where = (revisions.c.repository_id == repository_id, revisions.c.pull == pull, revisions.c.words == revision.words)
    connection.execute(sa.delete(revisions).where(*where))
