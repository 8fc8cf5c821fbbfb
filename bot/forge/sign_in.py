"""A person signs in by GitHub's web flow with PKCE, and GitHub is asked in their name what they may read.

Their token lives as long as one `visit`: it is in no answer, on no disk and in no cookie, and is given back at the end.
It is the person's own token that is asked, and not the App's: so single sign-on, address lists and suspended accounts
count as GitHub has them, it costs the person's own limit, and it reaches no further than both of them (GITHUB.md §11).
"""

import asyncio
import base64
import hashlib
import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlencode

from bot.forge.answers import error_of
from bot.forge.client import API_VERSION, USER_AGENT, GitHubClient
from bot.forge.clock import Clock, SystemClock
from bot.forge.errors import Forbidden, ForgeError, Missing, Refused
from bot.forge.pace import Pace
from bot.forge.reading import understood
from bot.forge.token import Token
from bot.forge.transport import Transport, open_session
from bot.models.conversation import Speaker
from bot.models.names import InstallationId, RepositoryId
from bot.safe_text import one_line

MOST_REPOSITORIES = 1_000
"""Of one installation, as many as are asked for: ten pages."""

_LARGEST_ANSWER = 4 * 1024 * 1024
_LONGEST_SLEEP = 2.0
"""Seconds: a person is waiting at a browser."""
_GIVING_BACK = 10.0
_USED_FOR = 60.0
_API_JSON = "application/vnd.github+json"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CodeGrant:
    """What a browser brought back, and what we kept for it: the verifier behind the challenge, and our own address.

    `repository` narrows the token to that one; GitHub ignores one that it would not show.
    """

    code: str
    verifier: str
    redirect_uri: str
    repository: RepositoryId | None


class SignIn:
    """The App's side of the web flow; used as `async with SignIn(...) as sign_in`."""

    def __init__(
        self, *, client_id: str, client_secret: str, api_url: str, web_url: str, clock: Clock | None = None
    ) -> None:
        self._client_id = client_id
        self._client_secret = client_secret
        self._api_url = api_url
        self._web_url = web_url
        self._clock = clock or SystemClock()
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        session = await self._open.enter_async_context(open_session())
        self._api = Transport(session, self._api_url)
        self._web = Transport(session, self._web_url)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    def address(self, *, redirect_uri: str, state: str, verifier: str) -> str:
        """Where a browser is sent; GitHub sends it back to `redirect_uri` with `state`."""
        query = {
            "client_id": self._client_id,
            "redirect_uri": redirect_uri,
            "state": state,
            "code_challenge": challenge_of(verifier),
            "code_challenge_method": "S256",
        }
        return f"{self._web_url}/login/oauth/authorize?{urlencode(query)}"

    @asynccontextmanager
    async def visit(self, grant: CodeGrant) -> AsyncIterator["Visitor"]:
        """The person, for as long as the block runs; raises Refused when GitHub does not take the code."""
        token = await self._redeem(grant)
        try:
            pace = Pace(self._clock, spacing=0.0, longest_sleep=_LONGEST_SLEEP)
            yield Visitor(GitHubClient(self._api, _Held(token), pace, self._clock))
        finally:
            await self._give_back(token)

    async def _redeem(self, grant: CodeGrant) -> Token:
        form = {
            "client_id": self._client_id,
            "client_secret": self._client_secret,
            "code": grant.code,
            "code_verifier": grant.verifier,
            "redirect_uri": grant.redirect_uri,
        }
        if grant.repository is not None:
            form["repository_id"] = str(grant.repository)
        headers = {
            "accept": "application/json",
            "content-type": "application/x-www-form-urlencoded",
            "user-agent": USER_AGENT,
        }
        url = f"{self._web_url}/login/oauth/access_token"
        body = await self._exchange(self._web, "POST", url, headers, urlencode(form).encode())
        with understood("a person's token"):
            answer: Mapping[str, Any] = json.loads(body)
            if "error" in answer:
                # With status 200; the description may quote what was sent, so only the word is kept.
                raise Refused(f"the code was not taken: {one_line(str(answer['error']))[:60]}")
            value = answer["access_token"]
            if not isinstance(value, str) or not value.isascii() or not value.isprintable():
                raise TypeError
            return Token(value, self._clock.now() + _USED_FOR)

    async def _give_back(self, token: Token) -> None:
        """Nobody can use it from now on, what the person authorised stays. Where that fails it ends by itself."""
        secret = base64.b64encode(f"{self._client_id}:{self._client_secret}".encode()).decode()
        headers = {
            "accept": _API_JSON,
            "authorization": f"Basic {secret}",
            "content-type": "application/json",
            "user-agent": USER_AGENT,
            "x-github-api-version": API_VERSION,
        }
        url = f"{self._api_url}/applications/{self._client_id}/token"
        body = json.dumps({"access_token": token.reveal()}).encode()
        try:
            async with asyncio.timeout(_GIVING_BACK):
                await self._exchange(self._api, "DELETE", url, headers, body)
        except (ForgeError, TimeoutError) as error:
            logger.warning("a person's token was not given back", extra={"error": type(error).__name__})

    async def _exchange(
        self, transport: Transport, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> bytes:
        answer = await transport.send(method, url, headers, body, largest=_LARGEST_ANSWER)
        error = error_of(answer, now=self._clock.now())
        if error is not None:
            raise error
        return answer.body


class Visitor:
    """Asks in the name of the person who signed in."""

    def __init__(self, client: GitHubClient) -> None:
        self._client = client

    async def person(self) -> Speaker:
        """Who it is."""
        with understood("a person"):
            found = await self._client.getitem("/user")
            return Speaker(id=found["id"], login=found["login"])

    async def may_read(self, repository: RepositoryId) -> bool:
        """Whether they may read it, as GitHub sees it now; of a public one anybody may.

        A 403 is a no as well: single sign-on, an address list, a suspension.
        """
        with understood("a repository"):
            try:
                found = await self._client.getitem("/repositories/{id}", {"id": str(repository)})
            except (Missing, Forbidden):
                return False
            return bool(found["id"] == repository)

    async def repositories(self, installation: InstallationId) -> frozenset[RepositoryId]:
        """Those of the installation that they may read, at most `MOST_REPOSITORIES`; none where it is not theirs."""
        url, page = "/user/installations/{id}/repositories{?per_page}", {"per_page": "100"}
        seen: set[RepositoryId] = set()
        with understood("repositories"):
            try:
                found = self._client.getiter(url, {"id": str(installation), **page}, iterable_key="repositories")
                async for repository in found:
                    seen.add(RepositoryId(_number(repository["id"])))
                    if len(seen) == MOST_REPOSITORIES:
                        break
            except (Missing, Forbidden):
                return frozenset()
        return frozenset(seen)


def challenge_of(verifier: str) -> str:
    """The challenge of RFC 7636, S256."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError
    return value


class _Held:
    """A credential that there is no second one of."""

    def __init__(self, token: Token) -> None:
        self._token = token

    async def token(self) -> Token:
        return self._token

    def drop(self, token: Token) -> None:
        del token
