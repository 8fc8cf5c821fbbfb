"""One HTTP exchange with GitHub's API, and nothing that decides about it.

Every request stays below the API's root: an address that leads elsewhere, in a link or in a redirect, never sees a
credential. Failures of the network become `Unavailable` here and are not seen above.
"""

from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit, urlunsplit

import aiohttp
from yarl import URL

from bot.forge.answers import Answer
from bot.forge.errors import TooLarge, Unavailable, Unexpected

LARGEST_ANSWER = 32 * 1024 * 1024
TIMEOUT = aiohttp.ClientTimeout(total=60, connect=10)

_REPEATING_REDIRECTS = frozenset({301, 302, 307, 308})
_MOST_REDIRECTS = 3
_REST_OF_ENTERPRISE = "/api/v3"
_GRAPHQL_OF_ENTERPRISE = "/api/graphql"


def graphql_address(root: str) -> str:
    """Where GraphQL is answered, by the root of REST: beside it on an Enterprise server, below it elsewhere."""
    parts = urlsplit(root.rstrip("/"))
    is_enterprise = parts.path.endswith(_REST_OF_ENTERPRISE)
    path = _GRAPHQL_OF_ENTERPRISE if is_enterprise else f"{parts.path}/graphql"
    return urlunsplit(parts._replace(path=path))


def open_session() -> aiohttp.ClientSession:
    """A session without cookies and without proxies or credentials from the environment."""
    return aiohttp.ClientSession(timeout=TIMEOUT, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False)


class Transport:
    """Sends requests below one API root over one session, which it does not own."""

    def __init__(self, session: aiohttp.ClientSession, root: str) -> None:
        self.session = session
        self.root = root.rstrip("/")
        self._graphql = URL(graphql_address(root), encoded=True)

    async def send(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes, *, largest: int = LARGEST_ANSWER
    ) -> Answer:
        """The answer, after redirects inside the API (a renamed repository); `largest` is in bytes."""
        for _ in range(_MOST_REDIRECTS):
            answer = await self._exchange(method, self._checked(url), headers, body, largest)
            location = answer.headers.get("location")
            if answer.status not in _REPEATING_REDIRECTS or location is None:
                return answer
            # GitHub asks for the same request again, with its method and body; a redirect carries nothing out.
            url = urljoin(url, location)
        raise Unexpected("GitHub redirects in circles")

    def _checked(self, url: str) -> URL:
        """The address byte for byte, unless it lies outside the API."""
        wanted, root = URL(url, encoded=True), URL(self.root, encoded=True)
        if wanted == self._graphql:
            return wanted
        inside = wanted.raw_path.startswith(root.raw_path.rstrip("/") + "/")
        if wanted.origin() != root.origin() or not inside or ".." in wanted.raw_parts:
            raise Unexpected("GitHub leads to an address outside its API")
        return wanted

    async def _exchange(self, method: str, url: URL, headers: Mapping[str, str], body: bytes, largest: int) -> Answer:
        try:
            async with self.session.request(method, url, headers=headers, data=body, allow_redirects=False) as response:
                lower = {name.lower(): value for name, value in response.headers.items()}
                return Answer(response.status, lower, await _read(response, largest))
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise Unavailable(f"GitHub cannot be reached: {type(error).__name__}", may_have_happened=False) from error
        except aiohttp.ClientResponseError as error:
            # Its arguments hold the headers of the request, and with them the token.
            raise Unavailable(f"GitHub's answer is not HTTP: {type(error).__name__}") from None
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Unavailable(f"The exchange with GitHub broke off: {type(error).__name__}") from error


async def _read(response: aiohttp.ClientResponse, largest: int) -> bytes:
    chunks = bytearray()
    async for chunk in response.content.iter_any():
        chunks += chunk
        if len(chunks) > largest:
            response.close()
            raise TooLarge(f"GitHub's answer is longer than {largest} bytes", status=response.status)
    return bytes(chunks)
