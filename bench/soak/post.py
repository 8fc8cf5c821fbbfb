"""The way from GitHub to the receivers, on which deliveries are lost, come twice, late, and out of order.

GitHub knows of what is lost here: it keeps a failed delivery, which the bot can ask for again.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import aiohttp
from aiohttp import web

from webhooks.receiver import PATH

_LOST = 0.03
_TWICE = 0.05
_LATE = 0.15
_LATEST = 4.0
"""Seconds; GitHub waits for ten."""
_ANSWER_LOST = 0.02
_KEPT = ("content-type", "user-agent", "x-github", "x-hub")


@dataclass(slots=True)
class Post:
    """`receivers` gives the addresses of those that listen now."""

    chance: random.Random
    receivers: Callable[[], list[str]]
    met: Counter[str] = field(default_factory=Counter)
    over: bool = False
    session: aiohttp.ClientSession | None = None

    def application(self) -> web.Application:
        """To be served where GitHub's hook leads."""
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_post(PATH, self.take)
        return app

    async def take(self, request: web.Request) -> web.Response:
        """One delivery of GitHub."""
        body = await request.read()
        headers = {name: value for name, value in request.headers.items() if name.lower().startswith(_KEPT)}
        if self._strikes("delivery lost", _LOST):
            return web.Response(status=502)
        if self._strikes("delivery late", _LATE):
            await asyncio.sleep(self.chance.uniform(0.0, _LATEST))
        if self._strikes("delivery twice", _TWICE):
            await self._forward(body, headers)
        status = await self._forward(body, headers)
        return web.Response(status=502 if self._strikes("answer to a delivery lost", _ANSWER_LOST) else status)

    async def _forward(self, body: bytes, headers: dict[str, str]) -> int:
        receivers = self.receivers()
        if not receivers:
            return 502
        if self.session is None:
            self.session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10))
        try:
            async with self.session.post(self.chance.choice(receivers) + PATH, data=body, headers=headers) as answer:
                return answer.status
        except (aiohttp.ClientError, TimeoutError):
            return 502

    def _strikes(self, name: str, likelihood: float) -> bool:
        strikes = not self.over and self.chance.random() < likelihood
        self.met[name] += strikes
        return strikes

    async def close(self) -> None:
        """Let go of the connections."""
        if self.session is not None:
            await self.session.close()
