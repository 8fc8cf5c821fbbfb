"""Read a request's body whole, within bounds: so many bytes, so many seconds, and so much at once in the process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import ClientError, web
from aiohttp.http_exceptions import HttpProcessingError

from bot.vocabulary import ReceiverAnswer

LARGEST_BODY = 25 * 1024 * 1024
"""25 MB: GitHub does not deliver more."""


class BodyReader:
    """Reads bodies; what all requests hold at once stays below `most_held` bytes, signed or not."""

    def __init__(self, largest: int = LARGEST_BODY, seconds: float = 10.0, most_held: int = 256 * 1024 * 1024) -> None:
        self._largest = largest
        self._seconds = seconds
        self._most_held = most_held
        self._held = 0

    @asynccontextmanager
    async def reading(self, request: web.Request) -> AsyncIterator[bytes | ReceiverAnswer]:
        """The body, or why there is none; it counts as held until the block ends."""
        parts = bytearray()
        try:
            yield await self._read(request, parts)
        finally:
            self._held -= len(parts)

    async def _read(self, request: web.Request, parts: bytearray) -> bytes | ReceiverAnswer:
        if request.content_length is not None and request.content_length > self._largest:
            return ReceiverAnswer.TOO_LARGE
        try:
            async with asyncio.timeout(self._seconds):
                refusal = await self._fill(request, parts)
        except (TimeoutError, ClientError, ConnectionError, HttpProcessingError, web.RequestPayloadError):
            return ReceiverAnswer.BODY_INCOMPLETE
        return bytes(parts) if refusal is None else refusal

    async def _fill(self, request: web.Request, parts: bytearray) -> ReceiverAnswer | None:
        async for chunk in request.content.iter_any():
            if self._held + len(chunk) > self._most_held:
                return ReceiverAnswer.BUSY
            self._held += len(chunk)
            parts += chunk
            if len(parts) > self._largest:
                return ReceiverAnswer.TOO_LARGE
        return None
