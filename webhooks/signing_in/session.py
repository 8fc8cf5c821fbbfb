"""The session of a browser: a sealed cookie says who it is, and answers of GitHub are kept under its number.

The cookie alone opens nothing: without an answer of the last minutes GitHub is asked again, so that a copy of a cookie
is worth nothing once its session was ended.
"""

import hmac
import secrets
from typing import NamedTuple

from aiohttp import web

from bot.models.conversation import Speaker
from webhooks.signing_in.sealed import SealedCookies

SECONDS = 8 * 3600
"""How long somebody stays signed in, from the last time that GitHub said who it is."""

_COOKIE = "obelize-session"


class Session(NamedTuple):
    """`number` finds the answers, `form_key` is what a form has to bring along."""

    number: str
    person: int
    login: str
    form_key: str

    def sent(self, form_key: object) -> bool:
        """Whether a form came from a page that was made for this session."""
        return isinstance(form_key, str) and hmac.compare_digest(form_key.encode(), self.form_key.encode())


class Sessions:
    """Reads, begins and ends them."""

    def __init__(self, cookies: SealedCookies) -> None:
        self._cookies = cookies

    def of(self, request: web.Request) -> Session | None:
        """Who is at the browser; null for anybody."""
        values = self._cookies.read(request, _COOKIE, Session._fields, SECONDS)
        return None if values is None else Session(**values)

    def begin(self, response: web.StreamResponse, person: Speaker, earlier: Session | None) -> Session:
        """A new session, whatever the browser brought along; the same person that was asked again goes on in theirs."""
        if earlier is not None and earlier.person == person.id:
            session = earlier._replace(login=person.login)
        else:
            session = Session(secrets.token_hex(32), person.id, person.login, secrets.token_urlsafe(24))
        self._cookies.put(response, _COOKIE, session._asdict(), SECONDS)
        return session

    def end(self, response: web.StreamResponse) -> None:
        """The browser forgets it."""
        self._cookies.drop(response, _COOKIE)
