"""The application of a server that has no App yet."""

from collections.abc import Callable

from aiohttp import web

from bot.registration.new_app import NewApp
from bot.settings import ServerSettings
from webhooks import receiver
from webhooks.headers import headers_for
from webhooks.health import healthz
from webhooks.pages.instead import pages_instead
from webhooks.pages.shell import Shell
from webhooks.setup.door import SetupDoor
from webhooks.setup.entrance import Entrance
from webhooks.setup.pages import PATH, REGISTERED, Exchange, SetupPages


def create_setup_app(
    server: ServerSettings, door: SetupDoor, exchange: Exchange, keep: Callable[[NewApp], None], *, prints: bool
) -> web.Application:
    """Serves `/setup` until an App is there; `keep` is called with it, once and in a thread.

    Deliveries are refused with 503, so that GitHub keeps them as failed and they can be asked for later.
    """
    shell = Shell()
    entrance = Entrance(door, shell)
    pages = SetupPages(server, shell, door.visits, exchange, keep, prints=prints)

    async def start(request: web.Request) -> web.Response:
        del request
        return shell.page("page/setup_waiting.html.j2")

    app = web.Application(middlewares=[pages_instead(shell)])
    app.on_response_prepare.append(headers_for(https=server.public_parts.scheme == "https"))
    app.router.add_get("/", start)
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/readyz", _not_yet)
    app.router.add_route("*", receiver.PATH, _not_yet)
    app.router.add_get(PATH, entrance.before(pages.begin))
    app.router.add_get(REGISTERED, entrance.before(pages.registered))
    return app


async def _not_yet(request: web.Request) -> web.Response:
    del request
    return web.Response(status=503, text="app: not registered\n")
