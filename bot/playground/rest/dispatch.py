"""Takes a REST request through what GitHub checks, and answers it.

Version and User-Agent, route, caller, rate limit, repository and permission, body, then the handler; the answer is
checked against GitHub's description before it leaves. Nothing here knows a resource.
"""

import json
import re
import traceback
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.playground.hooks.sender import HookSender
from bot.playground.interception import DropConnection, RequestSummary
from bot.playground.people.people import People
from bot.playground.rest.access import check_caller, check_repository, find_repository
from bot.playground.rest.actors import Actor, recognise
from bot.playground.rest.bodies import json_object
from bot.playground.rest.call import Answer, Call
from bot.playground.rest.conditional import entity_tag, is_unchanged
from bot.playground.rest.injections import Injections
from bot.playground.rest.journal import Journal
from bot.playground.rest.limits import RateLimits
from bot.playground.rest.refusals import RefusalError, invalid_request, not_found
from bot.playground.rest.route import Caller, Route
from bot.playground.rest.routes import all_routes
from bot.playground.rest.sentences import sentences
from bot.playground.rest.versions import VERSION, VersionError, check_request_head
from bot.playground.schemas import mismatches, nulls
from bot.playground.shapes import Json
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World

_BY_ID = re.compile(r"/repositories/(\d+)(/.+)")


class FaultError(Exception):
    """The playground answered what GitHub could not; the message says how."""


@dataclass(frozen=True, slots=True)
class RestApi:
    """The REST root. What it shares with the rest of the playground is handed in."""

    world: World
    hooks: HookSender
    people: People
    limits: RateLimits
    injections: Injections
    journal: Journal
    routes: list[Route]

    async def answer(self, request: web.Request, summary: RequestSummary) -> web.Response:
        """The response to one request. Raises DropConnection where a test ordered that."""
        route, params = self._find(summary)
        try:
            answer = await self._carry_out(request, summary, route, params)
        except RefusalError as refused:
            page = None if route is None else route.page
            answer = Answer(refused.status, refused.body(page), headers=refused.headers)
        except DropConnection:
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, it is our fault, and a test has to see it
            answer = self._fault(summary, error)
        return self._respond(answer, request, summary, route)

    def _find(self, summary: RequestSummary) -> tuple[Route | None, dict[str, str]]:
        path = self._by_name(summary.path)
        for route in self.routes:
            params = route.match(summary.method, path)
            if params is not None:
                return route, params
        return None, {}

    def _by_name(self, path: str) -> str:
        """`/repositories/ID/…` leads where `/repos/OWNER/NAME/…` does; redirects point there."""
        found = _BY_ID.fullmatch(path)
        repository = self.world.repositories.by_id.get(int(found[1])) if found else None
        return path if found is None or repository is None else f"/repos/{repository.full_name}{found[2]}"

    async def _carry_out(
        self, request: web.Request, summary: RequestSummary, route: Route | None, params: dict[str, str]
    ) -> Answer:
        check_request_head(request.headers)
        if route is None:
            self.journal.unknown_routes.append(f"{summary.method} {summary.path}")
            raise not_found()
        self.injections.check(summary, acted=False)
        actor, repository = self._admit(request, summary, route, params)
        call = Call(
            world=self.world,
            hooks=self.hooks,
            people=self.people,
            limits=self.limits,
            actor=actor,
            params=params,
            query=request.query,
            headers=request.headers,
            url=f"{self.world.addresses.api}{summary.path}?{request.query_string}".rstrip("?"),
            body=_checked_body(route, await request.read()),
            found_repository=repository,
        )
        answer = await route.handler(call)
        self.injections.check(summary, acted=True)
        _check_answer(route, answer)
        return answer

    def _admit(
        self, request: web.Request, summary: RequestSummary, route: Route, params: dict[str, str]
    ) -> tuple[Actor, Repository | None]:
        """The caller and the repository, if the one may do this in the other. Raises RefusalError."""
        actor = recognise(request.headers, self.world)
        summary.actor = actor.bucket
        check_caller(route, actor)
        limited = self.limits.refusal(actor.bucket) if _counts(summary) else None
        if limited is not None:
            raise limited
        repository = self._repository(route, params, summary)
        if repository is not None:
            check_repository(route, actor, repository, self.world)
        return actor, repository

    def _repository(self, route: Route, params: dict[str, str], summary: RequestSummary) -> Repository | None:
        if route.caller is not Caller.REPOSITORY:
            return None
        rest = "/".join(["", *summary.path.split("/")[4:]]).rstrip("/")
        return find_repository(self.world, params, rest)

    def _fault(self, summary: RequestSummary, error: Exception) -> Answer:
        where = f"{summary.method} {summary.path}"
        known = isinstance(error, FaultError | VersionError)
        self.journal.faults.append(f"{where}: {error if known else traceback.format_exc()}")
        return Answer(500, {"message": f"The playground is at fault: {error}", "status": "500"})

    def _respond(
        self, answer: Answer, request: web.Request, summary: RequestSummary, route: Route | None
    ) -> web.Response:
        content, headers = _content(answer)
        headers["X-GitHub-Api-Version-Selected"] = VERSION
        if route is not None and route.caller is Caller.REPOSITORY:
            headers["X-Accepted-GitHub-Permissions"] = route.accepted_permissions
        status = answer.status
        if request.method == "GET" and status == 200:
            headers["ETag"] = entity_tag(content, request.headers.get("Accept", ""), summary.actor)
            headers["Vary"] = "Accept, Authorization, X-GitHub-Api-Version"
            if is_unchanged(request.headers, headers["ETag"]):
                status, content = 304, b""
        summary.status = status
        headers |= self._count(summary) | answer.headers
        return web.Response(status=status, body=content or None, headers=headers)

    def _count(self, summary: RequestSummary) -> dict[str, str]:
        if summary.actor is None:
            return {}
        bucket = self.limits.bucket(summary.actor)
        # A 304 is free, and so is asking what is left (GITHUB.md §8); a refused request has nothing left to take.
        if _counts(summary) and summary.status != 304 and bucket.remaining > 0:
            bucket.used += 1
        return bucket.headers()


def rest_api(
    world: World, hooks: HookSender, people: People, limits: RateLimits, injections: Injections, journal: Journal
) -> RestApi:
    """The REST root with every route that is built."""
    return RestApi(world, hooks, people, limits, injections, journal, all_routes())


def _counts(summary: RequestSummary) -> bool:
    return summary.path != "/rate_limit"


def _checked_body(route: Route, raw: bytes) -> Json:
    """The JSON object of a request that fits the route's schema. Raises RefusalError (400, 422)."""
    if not route.body:
        return {}
    body = json_object(raw)
    wrong = [each for each in nulls(body) if each.where[-1] not in route.nullable] or mismatches(body, route.body)
    if wrong:
        raise invalid_request(*sentences(wrong))
    return body


def _check_answer(route: Route, answer: Answer) -> None:
    """Raises FaultError when GitHub's description does not know such an answer."""
    if answer.raw is not None or answer.status == 204:
        return
    values: list[Any] = answer.body if isinstance(answer.body, list) else [answer.body]
    for value in values:
        wrong = mismatches(value, route.answer)
        if wrong:
            raise FaultError(f"answer of {route.template}: {'; '.join(map(str, wrong))}")


def _content(answer: Answer) -> tuple[bytes, dict[str, str]]:
    if answer.raw is not None:
        return answer.raw, {}
    if answer.body is None:
        return b"", {}
    return json.dumps(answer.body).encode(), {"Content-Type": "application/json; charset=utf-8"}
