"""What is remembered of a pull request: whether it was closed, as far as deliveries said (they may come late and in any
order), and whether it has a status comment of ours.
"""

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
    where = (pulls.c.repository_id == repository_id, pulls.c.number == number)
    return bool(connection.execute(sa.select(pulls.c.closed).where(*where)).scalar_one_or_none())


def note_comment(connection: sa.Connection, repository_id: int, number: int) -> None:
    """A status comment is there, or is about to be."""
    where = (pulls.c.repository_id == repository_id, pulls.c.number == number)
    connection.execute(sa.update(pulls).where(*where).values(commented=True))


def has_comment(connection: sa.Connection, repository_id: int, number: int) -> bool:
    """Whether a status comment was ever about to be made."""
    where = (pulls.c.repository_id == repository_id, pulls.c.number == number)
    return bool(connection.execute(sa.select(pulls.c.commented).where(*where)).scalar_one_or_none())
