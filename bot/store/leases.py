"""Who works on a pull request: at most one holder each, so that its runs follow one another whatever a queue does."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.store.tables import leases


@dataclass(frozen=True, slots=True)
class Lease:
    """`holder` is the id of the workflow, `executor_id` the process that it ran in when it took the lease."""

    repository_id: int
    pull: int
    holder: str
    executor_id: str
    taken_at: datetime


def lease(connection: sa.Connection, repository_id: int, pull: int) -> Lease | None:
    """The lease on the pull request, or null when it is free."""
    where = (leases.c.repository_id == repository_id, leases.c.pull == pull)
    row = connection.execute(sa.select(leases).where(*where)).one_or_none()
    return None if row is None else Lease(*row)


def take(connection: sa.Connection, wanted: Lease) -> Lease:
    """Take a free lease; what is returned is who holds it now, which is `wanted` exactly when it was taken."""
    held = lease(connection, wanted.repository_id, wanted.pull)
    if held is not None:
        return held
    columns = {name: getattr(wanted, name) for name in Lease.__slots__}
    connection.execute(sa.insert(leases).values(**columns))
    return wanted


def release(connection: sa.Connection, repository_id: int, pull: int, holder: str) -> bool:
    """Give it up, if it is still the holder's; whether it was."""
    where = (leases.c.repository_id == repository_id, leases.c.pull == pull, leases.c.holder == holder)
    return connection.execute(sa.delete(leases).where(*where)).rowcount > 0
