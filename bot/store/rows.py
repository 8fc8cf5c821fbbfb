"""Between rows and values: write one row by its key on SQLite and PostgreSQL alike, read a word of a closed set."""

from collections.abc import Mapping
from typing import Any, TypeVar

import sqlalchemy as sa

from bot.vocabulary import Word

W = TypeVar("W", bound=Word)


def word(kind: type[W], value: str) -> W:
    """The member that a column holds; KeyError means that the database is of another version."""
    return {member.value: member for member in kind}[value]


def put_row(connection: sa.Connection, table: sa.Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Update the row with `key`, or insert it; inside `Database.write()`, where nobody else writes in between."""
    where = [table.c[name] == value for name, value in key.items()]
    if not connection.execute(sa.update(table).where(*where).values(**values)).rowcount:
        connection.execute(sa.insert(table).values(**key, **values))
