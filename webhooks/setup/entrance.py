"""Lets a browser in at the door before a page answers."""

from collections.abc import Awaitable, Callable

from aiohttp import web

from webhooks.pages.shell import Shell
from webhooks.setup.door import TOKEN_KEY, SetupDoor

ForVisitor = Callable[[web.Request, str], Awaitable[web.StreamResponse]]
"""A page that is told which browser asks."""


class Entrance:
    """Puts the door before pages."""

    def __init__(self, door: SetupDoor, shell: Shell) -> None:
        self._door = door
        self._shell = shell

    def before(self, page: ForVisitor) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """The page for whoever may see it; the same refusal for everybody else."""

        async def handler(request: web.Request) -> web.StreamResponse:
            visitor = self._door.visitor(request)
            if visitor is not None and TOKEN_KEY not in request.query:
                return await page(request, visitor)
            visitor = self._door.let_in(request)
            if visitor is None:
                return self._shell.page("page/setup_closed.html.j2", status=403)
            if TOKEN_KEY in request.query:
                response: web.StreamResponse = web.Response(status=303, headers={"Location": request.path})
            else:
                response = await page(request, visitor)
            self._door.remember(response, visitor)
            return response

        return handler
