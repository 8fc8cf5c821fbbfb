"""What durability costs: deliveries accepted a second by our receiver against one that keeps nothing.

The other is aiohttp and gidgethub alone: it checks the signature, parses, and answers. Both run in one process with
the client, one after another, on loopback, with the same signed deliveries; ours works its queue off meanwhile. Run
with `python -m bench.receiver`; prints one line.
"""

import asyncio
import json
import tempfile
import time
import uuid
from pathlib import Path

import aiohttp
from aiohttp import web
from gidgethub.sansio import Event

from bench.measure import show
from tests.webhooks.serving import SECRET, free_port, served, signed_headers
from webhooks.server import serving

DELIVERIES = 800
AT_ONCE = 16
BODY = json.dumps({"action": "labeled", "padding": "x" * 24_000}).encode()
"""As long as GitHub's own example of an opened pull request."""


async def keep_nothing(request: web.Request) -> web.Response:
    """The other receiver."""
    Event.from_http(request.headers, await request.read(), secret=SECRET)
    return web.Response(status=202)


async def accepted_a_second(address: str) -> float:
    """Post every delivery, so many at once; an answer other than 202 ends the measurement."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def post(http: aiohttp.ClientSession) -> None:
        headers = signed_headers(BODY, "pull_request", str(uuid.uuid4()))
        async with gate, http.post(address, data=BODY, headers=headers) as answer:
            if answer.status != 202:
                raise RuntimeError(f"answered {answer.status}")

    async with aiohttp.ClientSession() as http:
        await post(http)
        began = time.perf_counter()
        await asyncio.gather(*(post(http) for _ in range(DELIVERIES)))
        return DELIVERIES / (time.perf_counter() - began)


async def bare() -> float:
    """The other receiver's rate."""
    app = web.Application(client_max_size=25 * 1024 * 1024)
    app.router.add_post("/", keep_nothing)
    port = free_port()
    async with serving(app, "127.0.0.1", port):
        return await accepted_a_second(f"http://127.0.0.1:{port}/")


async def ours() -> float:
    """Our receiver's rate, each delivery durable before its answer."""
    with tempfile.TemporaryDirectory() as folder:
        async with served(Path(folder)) as bot:
            return await accepted_a_second(f"{bot.address}/webhooks/github")


async def main() -> None:
    """Measure both."""
    kept, dropped = await ours(), await bare()
    show("deliveries kept before they are answered", kept, "aiohttp and gidgethub, nothing kept", dropped, "1/s")


if __name__ == "__main__":
    asyncio.run(main())
