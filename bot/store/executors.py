"""The processes that work on this database, each with a heartbeat: only where several share one, so on PostgreSQL.

Times are the database's, so that the clocks of machines do not matter.
"""

from dataclasses import dataclass

import sqlalchemy as sa

from bot.store.tables import executors

_NOW = sa.extract("epoch", sa.func.clock_timestamp())


@dataclass(frozen=True, slots=True)
class Executor:
    """`silent_for` is in seconds; `shape` is that of the workflows which the process can carry out."""

    id: str
    shape: str
    silent_for: float


def enter(connection: sa.Connection, executor_id: str, shape: str) -> None:
    """A process begins to work."""
    connection.execute(sa.insert(executors).values(id=executor_id, shape=shape, started_at=_NOW, beat_at=_NOW))


def beat(connection: sa.Connection, executor_id: str) -> bool:
    """The process is there; false when the others gave it up, and its work is no longer its own."""
    row = executors.c.id == executor_id
    return connection.execute(sa.update(executors).where(row).values(beat_at=_NOW)).rowcount > 0


def leave(connection: sa.Connection, executor_id: str) -> None:
    """The process works no more; what it left may be taken over at once."""
    connection.execute(sa.delete(executors).where(executors.c.id == executor_id))


def known(connection: sa.Connection) -> list[Executor]:
    """Every process that has not left, the one that began first in front."""
    silent = sa.func.greatest(_NOW - executors.c.beat_at, 0).label("silent_for")
    query = sa.select(executors.c.id, executors.c.shape, silent)
    rows = connection.execute(query.order_by(executors.c.started_at, executors.c.id))
    return [Executor(row.id, row.shape, float(row.silent_for)) for row in rows]
