"""Repositories that were taken away, and what is still to be deleted of them.

A removed repository stays as a bare number, so that a late delivery does not bring it back. Its rows go at once; its
files go in a workflow, and until that has ended nothing is done for the repository, even where it was given back
meanwhile: what is deleted and what is new could not be told apart.
"""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.models.names import RepositoryId
from bot.store.rows import put_row
from bot.store.tables import removed_repositories


@dataclass(frozen=True, slots=True)
class Removal:
    """A removed repository of which something may be left; `workflow_id` is the work that deletes it."""

    repository_id: RepositoryId
    workflow_id: str


def is_removed(connection: sa.Connection, repository_id: int, after: datetime | None = None) -> bool:
    """Whether the repository was taken away (after that time, if one is given), or is not deleted wholly yet."""
    query = sa.select(removed_repositories.c.id).where(removed_repositories.c.id == repository_id)
    if after is not None:
        unfinished = removed_repositories.c.forgetting.is_not(None)
        query = query.where(sa.or_(removed_repositories.c.removed_at > after, unfinished))
    return connection.execute(query).one_or_none() is not None


def begin(connection: sa.Connection, removal: Removal, at: datetime) -> None:
    """It cannot be reached any more: its runs stop, and the workflow deletes what is kept."""
    values = {"removed_at": at, "forgetting": removal.workflow_id, "given_back": False}
    put_row(connection, removed_repositories, {"id": removal.repository_id}, values)


def pending(connection: sa.Connection) -> list[Removal]:
    """Those of which something may be left."""
    query = sa.select(removed_repositories.c.id, removed_repositories.c.forgetting)
    rows = connection.execute(query.where(removed_repositories.c.forgetting.is_not(None)))
    return [Removal(RepositoryId(row.id), row.forgetting) for row in rows]


def hand_on(connection: sa.Connection, removal: Removal, workflow_id: str) -> bool:
    """Have another workflow delete the rest; false when the removal has ended, or somebody else has it."""
    changed = connection.execute(
        sa.update(removed_repositories).where(*_standing(removal)).values(forgetting=workflow_id)
    )
    return changed.rowcount > 0


def end(connection: sa.Connection, removal: Removal) -> None:
    """Nothing is left. Given back meanwhile, it is as one that was never seen."""
    standing = _standing(removal)
    connection.execute(sa.delete(removed_repositories).where(*standing, removed_repositories.c.given_back))
    connection.execute(sa.update(removed_repositories).where(*standing).values(forgetting=None))


def give_back(connection: sa.Connection, repository_id: int) -> bool:
    """It can be reached again; false when that has to wait for the end of its removal."""
    here = removed_repositories.c.id == repository_id
    connection.execute(sa.delete(removed_repositories).where(here, removed_repositories.c.forgetting.is_(None)))
    waits = sa.update(removed_repositories).where(here).values(given_back=True)
    return connection.execute(waits).rowcount == 0


def _standing(removal: Removal) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        removed_repositories.c.id == removal.repository_id,
        removed_repositories.c.forgetting == removal.workflow_id,
    )
