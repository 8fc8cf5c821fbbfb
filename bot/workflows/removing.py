"""A repository was taken away: its rows go in the transaction that says so, the rest in a workflow that it enqueues."""

import secrets
from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa

from bot.models.names import RepositoryId
from bot.store import deliveries, installations, removals
from bot.store.removals import Removal
from bot.workflows.enqueue import Enqueuer


def remove(connection: sa.Connection, enqueuer: Enqueuer, repository_ids: Iterable[int], at: datetime) -> None:
    """Delete the rows about the repositories and what was delivered about them; have the rest deleted."""
    gone = tuple(repository_ids)
    for number in gone:
        removal = new_removal(RepositoryId(number))
        removals.begin(connection, removal, at)
        installations.drop_repository(connection, number)
        enqueuer.forget(connection, removal)
    deliveries.forget_bodies_of_repositories(connection, gone)


def new_removal(repository_id: RepositoryId) -> Removal:
    """Under a name of its own: a repository may be removed again, and a workflow's id never runs twice."""
    return Removal(repository_id, f"forget/{int(repository_id)}/{secrets.token_hex(8)}")
