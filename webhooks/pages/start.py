"""`/`: what answers here, for whoever wonders."""

from aiohttp import web

from bot import __version__
from webhooks.pages.shell import Shell


class StartPage:
    """The page; it shows nothing about any installation, repository or run."""

    def __init__(self, shell: Shell, public_url: str) -> None:
        self._shell = shell
        self._public_url = public_url

    async def start(self, request: web.Request) -> web.Response:
        """Answer."""
        del request
        return self._shell.page("page/start.html.j2", public_url=self._public_url, version=__version__)
