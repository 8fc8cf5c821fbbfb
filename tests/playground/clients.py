"""Clients and receivers that the playground's tests talk with, over real HTTP."""

import base64
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import jwt
from aiohttp import web

from bot.playground.playground import Playground

VERSION = "2026-03-10"
PROGRAM = b"import PyPDF2\n\n\ndef pages(path):\n    return len(PyPDF2.PdfReader(path).pages)\n"


@dataclass(frozen=True)
class Reply:
    """One HTTP answer, read to its end."""

    status: int
    headers: Mapping[str, str]
    raw: bytes
    json: Any


@dataclass
class Client:
    """Calls REST as the App (by JWT) or as an installation (by token), with the headers that GitHub wants."""

    playground: Playground
    session: aiohttp.ClientSession
    token: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    async def call(self, method: str, path: str, **options: Any) -> Reply:
        """One request with `token`, or with what `headers` in the options say instead."""
        given = options.pop("headers", {})
        auth = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers = {"X-GitHub-Api-Version": VERSION, "User-Agent": "tests", **auth, **self.headers, **given}
        headers = {name: value for name, value in headers.items() if value is not None}
        url = options.pop("url", self.playground.api_url + path)
        async with self.session.request(method, url, headers=headers, allow_redirects=False, **options) as answer:
            raw = await answer.read()
            is_json = answer.content_type == "application/json" and raw
            return Reply(answer.status, answer.headers, raw, await answer.json() if is_json else None)

    async def get(self, path: str, **options: Any) -> Reply:
        """A GET request."""
        return await self.call("GET", path, **options)

    async def post(self, path: str, body: Any = None, **options: Any) -> Reply:
        """A POST request with a JSON body."""
        return await self.call("POST", path, json=body, **options)

    async def graphql(self, query: str | None, **variables: Any) -> Reply:
        """A GraphQL request; GITHUB.md §12 says where."""
        url = f"{self.playground.web_url}/api/graphql"
        return await self.call("POST", "", url=url, json={"query": query, "variables": variables})

    async def patch(self, path: str, body: Any, **options: Any) -> Reply:
        """A PATCH request with a JSON body."""
        return await self.call("PATCH", path, json=body, **options)

    async def delete(self, path: str, **options: Any) -> Reply:
        """A DELETE request."""
        return await self.call("DELETE", path, **options)


@dataclass
class Hook:
    """A receiver that writes down what arrives. `answers` says what it answers, the last one again and again."""

    url: str
    received: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    answers: list[int] = field(default_factory=lambda: [202])

    def events(self) -> list[str]:
        """The events so far."""
        return [headers["X-GitHub-Event"] for headers, _ in self.received]

    async def handle(self, request: web.Request) -> web.Response:
        """Takes one delivery in."""
        self.received.append((dict(request.headers), await request.read()))
        status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return web.Response(status=status, text="taken")


TokenMaker = Callable[..., Awaitable[Client]]
"""Makes a client with a token narrowed to the permissions given as keywords."""


def basic(token: str, user: str = "x-access-token") -> dict[str, str]:
    """The header that git sends for a user and a password."""
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{token}".encode()).decode()}


def app_jwt(playground: Playground, algorithm: str = "RS256", key: str | None = None, **claims: Any) -> str:
    """A JWT as GITHUB.md §1.1 wants it; claims given replace the good ones, null removes one."""
    now = int(time.time())
    good = {"iat": now - 60, "exp": now + 540, "iss": playground.app.client_id}
    merged = {name: value for name, value in {**good, **claims}.items() if value is not None}
    return jwt.encode(merged, key or playground.app.key.private, algorithm=algorithm)
