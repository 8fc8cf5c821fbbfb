"""What GitHub answered when a signed-in browser asked for a page: may this person read that repository? For minutes.

No token and no name is kept. An answer is found by the session's number, which nobody but the browser holds, so ending
a session is taking its answers away.
"""

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa

from bot.models.names import RepositoryId
from bot.store.rows import put_row
from bot.store.tables import page_answers


def put(connection: sa.Connection, session: str, answers: Iterable[tuple[RepositoryId, bool]], until: datetime) -> None:
    """Keep what was answered, in place of what was before."""
    for repository_id, may_read in answers:
        key = {"session": session, "repository_id": repository_id}
        put_row(connection, page_answers, key, {"may_read": may_read, "until": until})


def find(connection: sa.Connection, session: str, repository_id: RepositoryId, now: datetime) -> bool | None:
    """The answer; null when there is none that still holds."""
    where = (page_answers.c.session == session, page_answers.c.repository_id == repository_id)
    query = sa.select(page_answers.c.may_read).where(*where, page_answers.c.until > now)
    answer: bool | None = connection.execute(query).scalar()
    return answer


def readable(connection: sa.Connection, session: str, now: datetime) -> frozenset[RepositoryId]:
    """The repositories of which the answer was yes and still holds."""
    where = (page_answers.c.session == session, page_answers.c.until > now, page_answers.c.may_read)
    rows = connection.execute(sa.select(page_answers.c.repository_id).where(*where)).scalars()
    return frozenset(RepositoryId(number) for number in rows)


def end_session(connection: sa.Connection, session: str) -> None:
    """Nothing was answered to it any more."""
    connection.execute(sa.delete(page_answers).where(page_answers.c.session == session))


def ask_again(connection: sa.Connection, repository_id: int) -> None:
    """Who may read the repository has changed: whatever was answered about it does not hold any more."""
    connection.execute(sa.delete(page_answers).where(page_answers.c.repository_id == repository_id))


def drop_old(connection: sa.Connection, now: datetime) -> None:
    """Take away what does not hold any more."""
    connection.execute(sa.delete(page_answers).where(page_answers.c.until <= now))
