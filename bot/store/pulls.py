"""What is remembered of a pull request: whether it was closed, as far as deliveries said (they may come late and in any
order), whether it has a status comment of ours, and whether people asked for silence there.
"""

from datetime import UTC, datetime

import sqlalchemy as sa

from bot.models.decision import PullFacts
from bot.store.rows import put_row
from bot.store.tables import pulls


def note_pull(connection: sa.Connection, repository_id: int, facts: PullFacts) -> None:
    """Take what the payload says, unless a payload with a later `updated_at` spoke before it.

    GitHub counts in seconds. Of two payloads of the same second the one that says open is believed: a run asks GitHub
    before it does anything, and nobody asks for a pull request that is taken as closed.
    """
    where = (pulls.c.repository_id == repository_id, pulls.c.number == facts.number)
    known = connection.execute(sa.select(pulls.c.updated_at, pulls.c.closed).where(*where)).one_or_none()
    if known is not None and known.updated_at > facts.updated_at:
        return
    if known is not None and known.updated_at == facts.updated_at and facts.closed and not known.closed:
        return
    key = {"repository_id": repository_id, "number": facts.number}
    put_row(connection, pulls, key, {"closed": facts.closed, "updated_at": facts.updated_at})


def is_closed(connection: sa.Connection, repository_id: int, number: int) -> bool:
    """Whether the last word about it was that it is closed; one that nobody spoke of is taken as open."""
    return _flag(connection, repository_id, number, pulls.c.closed)


def note_comment(connection: sa.Connection, repository_id: int, number: int) -> None:
    """A status comment is there, or is about to be."""
    where = (pulls.c.repository_id == repository_id, pulls.c.number == number)
    connection.execute(sa.update(pulls).where(*where).values(commented=True))


def has_comment(connection: sa.Connection, repository_id: int, number: int) -> bool:
    """Whether a status comment was ever about to be made."""
    return _flag(connection, repository_id, number, pulls.c.commented)


def set_muted(connection: sa.Connection, repository_id: int, number: int, *, muted: bool) -> None:
    """Somebody asked for silence on the pull request, or to be spoken to again."""
    _set(connection, repository_id, number, muted=muted)


def set_paused(connection: sa.Connection, repository_id: int, number: int, *, paused: bool) -> None:
    """Somebody asked not to read the pull request, or to read it again."""
    _set(connection, repository_id, number, paused=paused)


def is_muted(connection: sa.Connection, repository_id: int, number: int) -> bool:
    """Whether nothing may be said on the pull request but by its check."""
    return _flag(connection, repository_id, number, pulls.c.muted)


def is_paused(connection: sa.Connection, repository_id: int, number: int) -> bool:
    """Whether the pull request is not to be read."""
    return _flag(connection, repository_id, number, pulls.c.paused)


_NEVER_SPOKEN_OF = datetime(2000, 1, 1, tzinfo=UTC)
"""Before every payload, so that each of them counts as newer."""


def _set(connection: sa.Connection, repository_id: int, number: int, **columns: bool) -> None:
    where = (pulls.c.repository_id == repository_id, pulls.c.number == number)
    if connection.execute(sa.update(pulls).where(*where).values(**columns)).rowcount:
        return
    first = {"closed": False, "updated_at": _NEVER_SPOKEN_OF, **columns}
    connection.execute(sa.insert(pulls).values(repository_id=repository_id, number=number, **first))


def _flag(connection: sa.Connection, repository_id: int, number: int, column: sa.Column[bool]) -> bool:
    where = (pulls.c.repository_id == repository_id, pulls.c.number == number)
    return bool(connection.execute(sa.select(column).where(*where)).scalar_one_or_none())
