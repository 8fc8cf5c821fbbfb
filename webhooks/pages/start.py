"""`/` and `/setup`: what answers here, for whoever wonders."""

from aiohttp import web

from bot import __version__
from webhooks.pages.shell import Shell
from webhooks.signing_in.session import Sessions


class StartPage:
    """The page; it shows nothing about any installation, repository or run."""

    def __init__(self, shell: Shell, sessions: Sessions, public_url: str) -> None:
        self._shell = shell
        self._sessions = sessions
        self._public_url = public_url

    async def start(self, request: web.Request) -> web.Response:
        """Answer."""
        session = self._sessions.of(request)
        return self._shell.page("page/start.html.j2", session=session, public_url=self._public_url, version=__version__)

    async def set_up(self, request: web.Request) -> web.Response:
        """`/setup`, once there is an App."""
        return self._shell.page("page/setup_done.html.j2", session=self._sessions.of(request))
