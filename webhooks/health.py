"""Is the process alive, and can it work? For whoever restarts it and whoever sends it requests."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self

from aiohttp import web

from bot.workflows.services import Services

log = logging.getLogger(__name__)

Check = Callable[[], bool]
"""Asked in a thread; false or an exception means that the part cannot be used."""


async def healthz(request: web.Request) -> web.Response:
    """The process answers."""
    del request
    return web.Response(text="ok\n")


@dataclass(frozen=True, slots=True)
class Readiness:
    """The parts that work needs, by name."""

    checks: Mapping[str, Check]

    @classmethod
    def of(cls, services: Services) -> Self:
        """Of a process with durable work."""
        return cls(
            {
                "database": services.database.check,
                "storage": services.artifacts.check,
                "worker": lambda: services.works,
            }
        )

    async def readyz(self, request: web.Request) -> web.Response:
        """200 when every part can be used, 503 otherwise; a line each, without the reason, which the log has."""
        del request
        found = await asyncio.gather(*(asyncio.to_thread(_holds, name, check) for name, check in self.checks.items()))
        lines = [
            f"{name}: {'ok' if holds else 'unavailable'}\n" for name, holds in zip(self.checks, found, strict=True)
        ]
        return web.Response(text="".join(lines), status=200 if all(found) else 503)


def _holds(name: str, check: Check) -> bool:
    try:
        holds = check()
    except Exception as error:  # noqa: BLE001 (whatever it is, the part cannot be used)
        log.warning("not ready: part=%s reason=%s", name, error)
        return False
    if not holds:
        log.warning("not ready: part=%s", name)
    return holds
