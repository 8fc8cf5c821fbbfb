"""The least that a receiver does, on aiohttp and gidgethub: check the signature, parse, answer. Keeps nothing."""

import os

from aiohttp import web
from gidgethub.sansio import Event

from webhooks.receiver import PATH

_SECRET = os.environ["GITHUB_WEBHOOK_SECRET"]


async def _received(request: web.Request) -> web.Response:
    Event.from_http(request.headers, await request.read(), secret=_SECRET)
    return web.Response(status=202)


if __name__ == "__main__":
    app = web.Application(client_max_size=25 * 1024 * 1024)
    app.router.add_post(PATH, _received)
    web.run_app(app, host="127.0.0.1", port=int(os.environ["PORT"]), access_log=None, print=None)
