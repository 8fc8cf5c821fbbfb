"""Answers that people gave by comment to the questions of a run: they hold for their pull request, until given anew."""

from datetime import datetime

import sqlalchemy as sa

from bot.store.rows import put_row
from bot.store.tables import given_answers


def put(
    connection: sa.Connection, repository_id: int, pull: int, key: str, value: str, given_by: str, at: datetime
) -> None:
    """Keep an answer in place of an earlier one to the same question."""
    named = {"repository_id": repository_id, "pull": pull, "key": key}
    put_row(connection, given_answers, named, {"value": value, "given_by": given_by, "given_at": at})


def of_pull(connection: sa.Connection, repository_id: int, pull: int) -> dict[str, str]:
    """The answers by key."""
    return {key: value for key, value, _ in told(connection, repository_id, pull)}


def told(connection: sa.Connection, repository_id: int, pull: int) -> list[tuple[str, str, str]]:
    """Key, value and who gave it, of every answer on the pull request."""
    where = (given_answers.c.repository_id == repository_id, given_answers.c.pull == pull)
    rows = connection.execute(sa.select(given_answers).where(*where).order_by(given_answers.c.key))
    return [(row.key, row.value, row.given_by) for row in rows]
