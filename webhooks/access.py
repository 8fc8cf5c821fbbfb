"""Who may see a page. The peer's address is never consulted: behind a proxy every peer is local.

A page is shown where nobody else can be (`at_home`); by a signed link while it has not expired; where the operator says
that pages of public repositories are open and it is one; and to somebody who signed in and of whom GitHub said in the
last minutes that they may read the repository. Whether there is such a page is looked at afterwards.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from aiohttp import web

from bot.settings import Settings
from bot.store import installations, page_answers
from bot.store.database import Database
from bot.store.installations import Repository
from bot.store.links import QUERY_KEY, RunLinks
from webhooks.at_home import AtHome
from webhooks.signing_in.session import Session, Sessions
from webhooks.subjects import InstallationSubject, RepositorySubject, RunSubject, behind


class Open(NamedTuple):
    """It may be shown; `session` is who looks, if that is known, and `to_all` whether anybody might."""

    session: Session | None
    to_all: bool = False


class Unasked(NamedTuple):
    """Somebody signed in, and GitHub has not said in the last minutes whether they may."""

    session: Session


class Closed(NamedTuple):
    """It may not."""

    session: Session | None


Verdict = Open | Unasked | Closed


class Shown(NamedTuple):
    """Repositories of an installation that may be shown, by name; none only where all may be, and there are none."""

    session: Session | None
    repositories: tuple[Repository, ...]


class Access:
    """Answers for one server."""

    def __init__(
        self,
        settings: Settings,
        links: RunLinks,
        sessions: Sessions,
        database: Database,
        now: Callable[[], datetime],
    ) -> None:
        self._at_home = AtHome(settings)
        self._public_pages = settings.public_pages
        self._links = links
        self._sessions = sessions
        self._database = database
        self._now = now

    async def to(self, request: web.Request, subject: RunSubject | RepositorySubject) -> Verdict:
        """Whether a run or a repository may be shown."""
        session = self._sessions.of(request)
        token = request.query.get(QUERY_KEY, "")
        by_link = isinstance(subject, RunSubject) and self._links.opens(subject.run_id, token)
        if by_link or self._at_home.holds(request):
            return Open(session)
        return await asyncio.to_thread(self._judged, session, subject)

    async def to_badge(self, request: web.Request, subject: RepositorySubject) -> Verdict:
        """Whether a repository's badge may be: by a signed link of its own, or whoever may see the repository."""
        if self._links.opens_badge(subject.number, request.query.get(QUERY_KEY, "")):
            return Open(None, to_all=True)
        return await self.to(request, subject)

    async def to_installation(self, request: web.Request, subject: InstallationSubject) -> Shown | Unasked | Closed:
        """Which of its repositories may be shown; none is as good as no installation."""
        session = self._sessions.of(request)
        at_home = self._at_home.holds(request)
        return await asyncio.to_thread(self._of_installation, session, subject, at_home)

    def is_public(self, repository: Repository) -> bool:
        """Whether anybody may see its pages."""
        return self._public_pages and not repository.private

    def _judged(self, session: Session | None, subject: RunSubject | RepositorySubject) -> Verdict:
        number, repository = behind(self._database, subject)
        if repository is not None and self.is_public(repository):
            return Open(session, to_all=True)
        if session is None:
            return Closed(None)
        with self._database.read() as connection:
            may_read = page_answers.find(connection, session.number, number, self._now())
        if may_read is None:
            return Unasked(session)
        return Open(session) if may_read else Closed(session)

    def _of_installation(
        self, session: Session | None, subject: InstallationSubject, at_home: bool
    ) -> Shown | Unasked | Closed:
        mark = behind(self._database, subject).number
        with self._database.read() as connection:
            known = installations.known_repositories(connection, subject.number)
            if at_home:
                return Shown(session, known)
            readable = frozenset[int]()
            if session is not None:
                asked = page_answers.find(connection, session.number, mark, self._now())
                if asked is None:
                    return Unasked(session)
                readable = page_answers.readable(connection, session.number, self._now())
        shown = tuple(one for one in known if self.is_public(one) or one.id in readable)
        return Shown(session, shown) if shown else Closed(session)
