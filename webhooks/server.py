"""The application on a socket: for `obelize serve`, for the playground and for tests."""

import asyncio
import logging
import signal
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager

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


@contextmanager
def listening(host: str, port: int) -> Iterator[list[socket.socket]]:
    """Sockets at every address of the host, open while the block runs. Raises OSError.

    Connections wait in them while one application makes room for another.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    with ExitStack() as stack:
        places = sorted({(family, place[:2]) for family, _, _, _, place in found})
        yield [stack.enter_context(socket.create_server(place, family=family)) for family, place in places]


@asynccontextmanager
async def serving_on(app: web.Application, sockets: Sequence[socket.socket]) -> AsyncIterator[None]:
    """Serve while the block runs. aiohttp's access log stays off: it would hold the tokens of signed links."""
    runner = web.AppRunner(app, access_log=None, logger=http_log, shutdown_timeout=_SHUTDOWN_SECONDS)
    try:
        await runner.setup()
        for each in sockets:
            await web.SockSite(runner, each.dup()).start()
        yield
    finally:
        await runner.cleanup()


@asynccontextmanager
async def serving(app: web.Application, host: str, port: int) -> AsyncIterator[None]:
    """Listen and serve while the block runs."""
    with listening(host, port) as sockets:
        async with serving_on(app, sockets):
            yield


def signalled() -> asyncio.Event:
    """Set by SIGINT or SIGTERM."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    return ended
