"""GET /metrics: what Prometheus scrapes, for whoever has the token; without one, for this machine alone.

Everybody else is answered as at an address that is none. That the asker is on this machine is told as for the pages
(`at_home`): behind a proxy every peer is local.
"""

import asyncio
import hmac
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import hdrs, web
from pydantic import SecretStr

from bot.metrics.exposition import CONTENT_TYPE, exposed
from bot.metrics.standing import Standing

PATH = "/metrics"
_SCHEME = b"Bearer "


@dataclass(frozen=True, slots=True)
class MetricsPage:
    """`standing` is asked in a thread; `nearby` says who may look where there is no token."""

    token: SecretStr | None
    nearby: Callable[[web.Request], bool]
    standing: Callable[[], Standing]

    async def page(self, request: web.Request) -> web.Response:
        """All metrics as text; raises HTTPNotFound."""
        if not self._may_see(request):
            raise web.HTTPNotFound
        standing = await asyncio.to_thread(self.standing)
        headers = {hdrs.CONTENT_TYPE: CONTENT_TYPE, hdrs.CACHE_CONTROL: "no-store"}
        return web.Response(body=exposed(standing), headers=headers)

    def _may_see(self, request: web.Request) -> bool:
        if self.token is None:
            return self.nearby(request)
        given = request.headers.get(hdrs.AUTHORIZATION, "").encode(errors="surrogateescape")
        return hmac.compare_digest(given, _SCHEME + self.token.get_secret_value().encode())
