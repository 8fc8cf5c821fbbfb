"""A server on loopback that answers with a script and remembers what it was asked, and a clock that does not tick.

For the faults that the playground does not have: limits, broken connections, answers that are no GitHub's.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from aiohttp import web

from bot.forge.app_auth import AppCredential
from bot.forge.budget import CallBudget
from bot.forge.client import GitHubClient
from bot.forge.connections import Connections
from bot.forge.permissions import READ_CONTENTS, Purpose
from bot.forge.scope import Scope
from bot.models.names import InstallationId, RepositoryId

TOKEN_LIFETIME = 3600
START = 1_796_000_000.0


class FrozenClock:
    """Time passes only while somebody sleeps, and `sleeps` says how long they did."""

    def __init__(self, start: float = START) -> None:
        self.time = start
        self.sleeps: list[float] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.time += seconds
        await asyncio.sleep(0)


@dataclass
class Reply:
    """One answer; `drops` closes the connection instead, `hangs` until the client gives up."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    drops: bool = False
    hangs: bool = False
    raw: bytes | None = None
    content_type: str = "application/json"


@dataclass(frozen=True)
class Seen:
    """One request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class ScriptedGitHub:
    """Hands out tokens by itself; everything else takes the next reply of the script, or what `respond` says."""

    def __init__(self) -> None:
        self.requests: list[Seen] = []
        self.minted: list[Seen] = []
        self.script: list[Reply] = []
        self.mint_replies: list[Reply] = []
        self.respond: Callable[[Seen], Reply] | None = None
        self.root = ""
        self._runner: web.AppRunner | None = None

    def will_answer(self, *replies: Reply) -> None:
        self.script.extend(replies)

    @property
    def tokens_seen(self) -> list[str]:
        return [request.headers["authorization"].removeprefix("Bearer ") for request in self.requests]

    async def start(self) -> None:
        application = web.Application()
        application.router.add_route("*", "/{rest:.*}", self._handle)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.root = f"http://127.0.0.1:{self._runner.addresses[0][1]}/api/v3"

    async def stop(self) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        headers = {name.lower(): value for name, value in request.headers.items()}
        seen = Seen(request.method, request.path_qs, headers, await request.read())
        if request.path.endswith("/access_tokens"):
            return await _response(self._mint(seen), request)
        self.requests.append(seen)
        if self.respond is not None:
            return await _response(self.respond(seen), request)
        return await _response(self.script.pop(0) if self.script else Reply(400, {"message": "no more"}), request)

    def _mint(self, seen: Seen) -> Reply:
        self.minted.append(seen)
        if self.mint_replies:
            return self.mint_replies.pop(0)
        number = len(self.minted)
        return Reply(201, {"token": f"ghs_secret{number}", "expires_at": _iso(START + TOKEN_LIFETIME * number)})


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


async def _response(reply: Reply, request: web.Request) -> web.StreamResponse:
    if reply.hangs:
        await asyncio.sleep(3_600)
    if reply.drops:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()
    body = reply.raw if reply.raw is not None else b"" if reply.body is None else json.dumps(reply.body).encode()
    headers = {"content-type": reply.content_type, **reply.headers}
    return web.Response(status=reply.status, body=body, headers=headers)


SCOPE = Scope(InstallationId(7), RepositoryId(11), READ_CONTENTS)


@dataclass
class Bench:
    """The scripted GitHub, the clock, and the real connections to it."""

    github: ScriptedGitHub
    clock: FrozenClock
    connections: Connections
    credential: AppCredential

    def client(
        self, *, budget: CallBudget | None = None, purpose: Purpose = READ_CONTENTS, installation: int = 7
    ) -> GitHubClient:
        return self.connections.client(Scope(InstallationId(installation), RepositoryId(11), purpose), budget)
