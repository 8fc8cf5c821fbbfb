"""Installation tokens: narrowed to one repository and one purpose, kept until shortly before they expire."""

import asyncio
from datetime import datetime
from typing import Any
from weakref import WeakValueDictionary

from cachetools import TLRUCache

from bot.forge.client import GitHubClient
from bot.forge.clock import Clock
from bot.forge.errors import NotGranted, Refused
from bot.forge.reading import understood
from bot.forge.scope import Scope
from bot.forge.token import Token
from bot.models.names import InstallationId

SPARE = 5 * 60
"""Seconds before its end from which a token is not handed out any more."""


class InstallationTokens:
    """All tokens of this process, by scope; asked for twice at once, a token is minted once."""

    def __init__(self, app_client: GitHubClient, clock: Clock, *, entries: int = 4_096) -> None:
        self._app_client = app_client
        self._kept: TLRUCache[Scope, Token] = TLRUCache(entries, ttu=_good_until, timer=clock.now)
        self._minting: WeakValueDictionary[Scope, asyncio.Lock] = WeakValueDictionary()

    async def token(self, scope: Scope) -> Token:
        """A token for the scope; raises NotGranted, Suspended, or Missing when the installation is gone."""
        lock = self._minting.setdefault(scope, asyncio.Lock())
        async with lock:
            kept = self._kept.get(scope)
            if kept is None:
                kept = self._kept[scope] = await self._mint(scope)
            return kept

    def drop(self, scope: Scope, token: Token) -> None:
        """Forget this token, unless a newer one has taken its place."""
        if self._kept.get(scope) is token:
            del self._kept[scope]

    def forget(self, installation: InstallationId) -> None:
        """Forget every token of an installation that is gone or suspended."""
        for scope in [scope for scope in self._kept if scope.installation == installation]:
            self._kept.pop(scope, None)

    async def _mint(self, scope: Scope) -> Token:
        wanted: dict[str, Any] = {"permissions": dict(scope.purpose.permissions)}
        if scope.repository is not None:
            wanted["repository_ids"] = [scope.repository]
        with understood("an installation token"):
            try:
                got = await self._app_client.post(
                    "/app/installations/{id}/access_tokens", {"id": str(scope.installation)}, data=wanted
                )
            except Refused as error:
                raise NotGranted(error.message, status=error.status, request_id=error.request_id) from error
            return Token(got["token"], datetime.fromisoformat(got["expires_at"]).timestamp())


class InstallationCredential:
    """The tokens of one scope, as a client asks for them."""

    def __init__(self, tokens: InstallationTokens, scope: Scope) -> None:
        self._tokens = tokens
        self._scope = scope

    async def token(self) -> Token:
        """A token of this scope."""
        return await self._tokens.token(self._scope)

    def drop(self, token: Token) -> None:
        """Do not hand out this one again."""
        self._tokens.drop(self._scope, token)


def _good_until(_: Scope, token: Token, now: float) -> float:
    return max(token.expires_at - SPARE, now)
