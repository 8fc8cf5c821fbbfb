"""An endpoint that speaks OpenAI's chat completions: Ollama, llama.cpp, vLLM, OpenAI, OpenRouter, Anthropic and more.

One request a question and no retry. Nothing is followed, nothing is remembered, and no proxy is taken from the
environment: what is sent goes to the address that was configured, or nowhere.
"""

import asyncio
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import aiohttp

from bot.consult.prompt import request_body
from bot.consult.provider import ProviderError, Reply
from bot.consult.providers.completion import content_of, quoted, reply_of
from bot.models.consultation import Consultation
from bot.vocabulary import ProviderFailure, ProviderName

DEADLINE_SECONDS = 120.0
"""For the whole exchange, from the connection to the last byte."""

MOST_RESPONSE_BYTES = 1 << 20
"""Counted as they come over the wire."""

_REASON_SECONDS, _MOST_REASON_BYTES = 5.0, 1 << 16


class AddressError(ValueError):
    """The base address cannot be used; the message says what is expected."""


def host_of(base_url: str) -> str:
    """The host of an address, with its port where one is given: what people and records are told."""
    parts = urlsplit(base_url)
    try:
        port = parts.port
    except ValueError as error:
        raise AddressError("expected a port between 1 and 65535") from error
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise AddressError("expected an address such as http://127.0.0.1:11434/v1")
    if parts.username or parts.password:
        raise AddressError("an address must not hold a name or a password; a key is read from a variable")
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{name}:{port}" if port is not None else name


class OpenAICompat:
    """Opened as a context; `key` is sent as a bearer token, and none where it is null.

    `seconds` is the deadline of one question. Raises AddressError for an address that cannot be used.
    """

    name = ProviderName.OPENAI_COMPAT

    def __init__(self, base_url: str, model: str, key: str | None, seconds: float = DEADLINE_SECONDS) -> None:
        self.host = host_of(base_url)
        self.model = model
        self._base_url = base_url
        self._address = f"{base_url.rstrip('/')}/chat/completions"
        self._key = key
        self._seconds = seconds
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(
            cookie_jar=aiohttp.DummyCookieJar(), trust_env=False, auto_decompress=False, timeout=aiohttp.ClientTimeout()
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._session is not None
        await self._session.close()

    def request(self, question: Consultation) -> bytes:
        """The exact bytes of the body."""
        return request_body(question, self.model)

    async def propose(self, question: Consultation) -> Reply:
        """Ask once. Raises ProviderError."""
        return reply_of(await self._answered(self.request(question)), self._key)

    async def complete(self, body: bytes) -> str:
        """The text that answers a chat of any kind, asked over a connection of its own. Raises ProviderError."""
        async with OpenAICompat(self._base_url, self.model, self._key, self._seconds) as opened:
            return content_of(await opened._answered(body), self._key)[0]

    async def _answered(self, body: bytes) -> bytes:
        try:
            async with asyncio.timeout(self._seconds):
                return await self._exchanged(body)
        except TimeoutError as error:
            told = f"No whole answer within {self._seconds:g} seconds."
            raise ProviderError(ProviderFailure.ENDPOINT_UNREACHABLE, told) from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            # Its own text would name the whole address.
            said = error.message if isinstance(error, aiohttp.ClientResponseError) else error
            told = quoted(f"{type(error).__name__}: {said}".encode(errors="replace"), self._key)
            raise ProviderError(ProviderFailure.ENDPOINT_UNREACHABLE, told) from error

    async def _exchanged(self, body: bytes) -> bytes:
        assert self._session is not None
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        sent = self._session.post(self._address, data=body, headers=headers, allow_redirects=False)
        async with sent as response:
            if 300 <= response.status < 400:
                raise ProviderError(ProviderFailure.ENDPOINT_REDIRECTED, f"It answered with {response.status}.")
            if not 200 <= response.status < 300:
                said = f"{response.status}: {quoted(await self._reason(response), self._key)}"
                raise ProviderError(ProviderFailure.ENDPOINT_REFUSED, said)
            read = await self._read(response)
            if response.headers.get("Content-Encoding", "identity").lower() not in {"", "identity"}:
                raise ProviderError(ProviderFailure.RESPONSE_NOT_JSON, "It came compressed, which was not asked for.")
            return read

    async def _reason(self, response: aiohttp.ClientResponse) -> bytes:
        """The beginning of what comes with a refusal, as far as it comes at once: the refusal stands anyway."""
        read = bytearray()
        try:
            async with asyncio.timeout(_REASON_SECONDS):
                async for chunk in response.content.iter_any():
                    read += chunk
                    if len(read) > _MOST_REASON_BYTES:
                        break
        except (TimeoutError, aiohttp.ClientError):
            pass
        return bytes(read)

    async def _read(self, response: aiohttp.ClientResponse) -> bytes:
        read = bytearray()
        async for chunk in response.content.iter_any():
            read += chunk
            if len(read) > MOST_RESPONSE_BYTES:
                raise ProviderError(ProviderFailure.RESPONSE_TOO_LARGE, f"More than {MOST_RESPONSE_BYTES:,} bytes.")
        return bytes(read)
