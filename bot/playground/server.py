"""The web server: REST below `/api/v3`, GraphQL at `/api/graphql`, git below `/{owner}/{repo}.git`, pages elsewhere.

It reads a request, lets an interceptor step in before and after, and closes the connection where one says so. It knows
nothing of what is asked.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.playground.git.http import serve_git
from bot.playground.graphql.endpoint import GraphQlApi, path_of
from bot.playground.interception import Channel, CutShort, DropConnection, Interceptor, Phase, RequestSummary
from bot.playground.rest.dispatch import RestApi
from bot.playground.rest.git_access import GitRefusalError, check_fetch
from bot.playground.world.world import World

REST_ROOT = "/api/v3"
GRAPHQL_PATH = "/api/graphql"
LARGEST_BODY = 30 * 1024 * 1024

Respond = Callable[[web.Request, RequestSummary], Awaitable[web.StreamResponse]]


class Server:
    """The three machine interfaces, with the interceptor around them."""

    def __init__(self, world: World, rest: RestApi, graphql: GraphQlApi) -> None:
        self._world = world
        self._rest = rest
        self._graphql = graphql
        self.intercept: Interceptor | None = None

    def add_to(self, app: web.Application) -> None:
        """Puts REST, GraphQL and git before whatever else the application serves."""
        app.router.add_route("POST", GRAPHQL_PATH, self.graphql)
        app.router.add_route("*", REST_ROOT + "{path:.*}", self.rest)
        app.router.add_route("*", "/{owner}/{repo}/{service:info/refs|git-upload-pack|git-receive-pack}", self.git)

    def add_unknown_to(self, app: web.Application) -> None:
        """Takes what nothing else serves; to be added last."""
        app.router.add_route("*", "/{path:.*}", self.unknown)

    async def unknown(self, request: web.Request) -> web.StreamResponse:
        """Log-in pages and all else that is not built: not found, and written down."""
        if request.path != "/favicon.ico":
            self._rest.journal.unknown_routes.append(f"{request.method} {request.path}")
        return web.Response(status=404, text="Not Found\n")

    async def rest(self, request: web.Request) -> web.StreamResponse:
        """A REST request."""
        path = request.rel_url.raw_path.removeprefix(REST_ROOT) or "/"
        body = _json_or_none(await request.read())
        summary = RequestSummary(Channel.REST, request.method, path, dict(request.query), body)
        return await self._around(request, summary, self._rest.answer)

    async def graphql(self, request: web.Request) -> web.StreamResponse:
        """A GraphQL request."""
        body = _json_or_none(await request.read())
        summary = RequestSummary(Channel.GRAPHQL, request.method, path_of(body), dict(request.query), body)
        return await self._around(request, summary, self._graphql.answer)

    async def git(self, request: web.Request) -> web.StreamResponse:
        """A git request."""
        summary = RequestSummary(Channel.GIT, request.method, request.rel_url.raw_path, dict(request.query))
        return await self._around(request, summary, self._git)

    async def _around(self, request: web.Request, summary: RequestSummary, respond: Respond) -> web.StreamResponse:
        self._rest.journal.requests.append(summary)
        response: web.StreamResponse | None = None
        try:
            await self._step_in(summary, Phase.BEFORE)
            response = await respond(request, summary)
            await self._step_in(summary, Phase.AFTER)
        except DropConnection as order:
            if isinstance(order, CutShort):
                await _send_half(request, response)
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)  # nobody is there to read it
        return response

    async def _step_in(self, summary: RequestSummary, phase: Phase) -> None:
        if self.intercept is not None:
            await self.intercept(summary, phase)

    async def _git(self, request: web.Request, summary: RequestSummary) -> web.StreamResponse:
        try:
            return await self._fetch(request, summary)
        except GitRefusalError as refused:
            summary.status = refused.status
            return web.Response(status=refused.status, text=f"{refused.line}\n", headers=refused.headers)

    async def _fetch(self, request: web.Request, summary: RequestSummary) -> web.StreamResponse:
        owner, name, service = (request.match_info[key] for key in ("owner", "repo", "service"))
        full_name = f"{owner}/{name.removesuffix('.git')}"
        found = self._world.repositories.named(full_name)
        former = self._world.repositories.formerly_named(full_name) if found is None else None
        summary.actor = check_fetch(request.headers.get("Authorization"), found or former, self._world)
        if former is not None:
            place = f"{self._world.addresses.web}/{former.full_name}.git/{service}"
            raise GitRefusalError(301, "Moved Permanently", {"Location": f"{place}?{request.query_string}".rstrip("?")})
        asked = request.query.get("service", service)
        if asked != "git-upload-pack" and service != "git-upload-pack":
            # Neither pushing nor the old protocol without a service is served.
            raise GitRefusalError(403, "Write access to repository not granted.")
        assert found is not None
        response = await serve_git(request, found.git, service, summary.actor)
        summary.status = response.status
        return response


async def _send_half(request: web.Request, response: web.StreamResponse | None) -> None:
    """The head of the answer, which promises all of it, and the first half of its body."""
    if isinstance(response, web.Response) and isinstance(response.body, bytes) and not response.prepared:
        half = web.StreamResponse(status=response.status, headers=response.headers)
        half.content_length = len(response.body)
        await half.prepare(request)
        await half.write(response.body[: len(response.body) // 2])


def _json_or_none(raw: bytes) -> Any:
    try:
        return json.loads(raw) if raw else None
    except ValueError:
        return None
