"""Sign-ins that were begun and not yet ended, each in a sealed cookie of its own, so that tabs may sign in at once.

Whoever comes back from GitHub has to bring the state in the address and the cookie of the browser that began: another
person's state, or a code put under somebody else's sign-in, fits no cookie.
"""

import hashlib
import hmac
import secrets
from typing import NamedTuple

from aiohttp import web

from webhooks.signing_in.sealed import SealedCookies

SECONDS = 600
"""As long as GitHub's code lives."""
MOST_CHARACTERS = 4_000
"""Of a browser's cookies for them: all travel in one header of 8,190 at most. Beyond it earlier ones are given up."""

_COOKIE = "obelize-login-"


class Attempt(NamedTuple):
    """`verifier` is PKCE's; `leads_to` is an address of ours."""

    state: str
    verifier: str
    leads_to: str


class Attempts:
    """Begins and ends them."""

    def __init__(self, cookies: SealedCookies) -> None:
        self._cookies = cookies

    def begin(self, request: web.Request, response: web.StreamResponse, leads_to: str) -> Attempt:
        """Somebody wants to sign in, and go on there."""
        prefix = self._cookies.name(_COOKIE)
        pending = {name: value for name, value in request.cookies.items() if name.startswith(prefix)}
        long = sum(len(name) + len(value) for name, value in pending.items())
        for name in pending if long > MOST_CHARACTERS else ():
            self._cookies.drop(response, f"{_COOKIE}{name.removeprefix(prefix)}")
        attempt = Attempt(secrets.token_urlsafe(32), secrets.token_urlsafe(32), leads_to)
        self._cookies.put(response, _cookie(attempt.state), attempt._asdict(), SECONDS)
        return attempt

    def find(self, request: web.Request, state: str) -> Attempt | None:
        """What this browser began under that state."""
        values = self._cookies.read(request, _cookie(state), Attempt._fields, SECONDS)
        attempt = None if values is None else Attempt(**values)
        return attempt if attempt is not None and hmac.compare_digest(attempt.state, state) else None

    def end(self, response: web.StreamResponse, attempt: Attempt) -> None:
        """It is over, however it went."""
        self._cookies.drop(response, _cookie(attempt.state))


def _cookie(state: str) -> str:
    digest = hashlib.sha256(state.encode("utf-8", "replace")).hexdigest()
    return f"{_COOKIE}{digest[:16]}"
