"""Who may set the server up and see how it stands: whoever is at this machine, or has the token from its terminal.

The token comes once in an address, as the terminal prints it; a cookie stands for it from then on, so that it does not
stay in the address bar, the history or a referrer.
"""

import secrets
import time
from collections.abc import Callable

from aiohttp import web

from bot.settings import ServerSettings
from webhooks.at_home import AtHome
from webhooks.setup.visits import LIFETIME, Visits

TOKEN_KEY = "token"  # noqa: S105  the name of the query's key


class SetupDoor:
    """One for the process, whichever application answers."""

    def __init__(self, server: ServerSettings, now: Callable[[], float] = time.monotonic) -> None:
        self._at_home = AtHome(server)
        self._public_url = server.public_url
        self._is_https = server.public_parts.scheme == "https"
        self._token = secrets.token_urlsafe(32)
        self.visits = Visits(now)

    def address(self, path: str) -> str:
        """What to open in a browser, with the token where one is needed: for the terminal alone."""
        token = "" if self._at_home.can_hold else f"?{TOKEN_KEY}={self._token}"
        return f"{self._public_url}{path}{token}"

    def visitor(self, request: web.Request) -> str | None:
        """The browser's name; null for one that may not be here, or has not come in by the door yet."""
        if self._at_home.can_hold and not self._at_home.holds(request):
            return None
        name = request.cookies.get(self._cookie, "")
        return name if self.visits.knows(name) else None

    def let_in(self, request: web.Request) -> str | None:
        """The name for a browser that has none yet and may have one; null for all others. Goes into `remember`."""
        if self._at_home.can_hold:
            return self.visits.begin() if self._at_home.holds(request) else None
        given = request.query.get(TOKEN_KEY, "").encode()
        return self.visits.begin() if secrets.compare_digest(given, self._token.encode()) else None

    def remember(self, response: web.StreamResponse, visitor: str) -> None:
        """Give the browser its name. Lax: GitHub leads it back here from another site."""
        response.set_cookie(
            self._cookie, visitor, max_age=int(LIFETIME), path="/", secure=self._is_https, httponly=True, samesite="Lax"
        )

    @property
    def _cookie(self) -> str:
        return "__Host-obelize_setup" if self._is_https else "obelize_setup"
