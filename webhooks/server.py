"""The application on a socket: for `obelize serve`, for the playground and for tests."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

_SHUTDOWN_SECONDS = 5.0

http_log = logging.getLogger("webhooks.http")
"""aiohttp's own log of what it cannot read; it would repeat the bytes, and at full length."""


def _shorten(record: logging.LogRecord) -> bool:
    """What came was no HTTP: one line, with the kind of fault alone. Faults of ours keep their traceback."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HttpProcessingError | web.RequestPayloadError):
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg, record.args = "request could not be read: fault=%s", (type(error).__name__,)
        record.exc_info = record.exc_text = None
    return True


http_log.addFilter(_shorten)


@asynccontextmanager
async def serving(app: web.Application, host: str, port: int) -> AsyncIterator[None]:
    """Serve while the block runs. aiohttp's access log stays off: it would hold the tokens of signed links."""
    runner = web.AppRunner(app, access_log=None, logger=http_log, shutdown_timeout=_SHUTDOWN_SECONDS)
    try:
        await runner.setup()
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        await runner.cleanup()


async def serve_until_signalled(app: web.Application, host: str, port: int) -> None:
    """Serve until SIGINT or SIGTERM."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    async with serving(app, host, port):
        await ended.wait()
