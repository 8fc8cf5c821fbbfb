"""`/setup/status`: what `obelize doctor` says, on a page."""

from collections.abc import Awaitable, Callable, Sequence

from aiohttp import web

from bot.models.health import Diagnosis
from webhooks.pages.shell import Shell

PATH = "/setup/status"

Examine = Callable[[], Awaitable[Sequence[Diagnosis]]]
"""Looks at everything anew."""


class StatusPage:
    """For whoever comes in by the door."""

    def __init__(self, shell: Shell, examine: Examine) -> None:
        self._shell = shell
        self._examine = examine

    async def page(self, request: web.Request, visitor: str) -> web.Response:
        """Answer."""
        del request, visitor
        return self._shell.page("page/setup_status.html.j2", found=await self._examine())
