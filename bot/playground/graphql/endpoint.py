"""Takes a GraphQL request through what GitHub checks, and executes it: one operation, at `/api/graphql`.

Nothing here knows a resource.
"""

import json
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from aiohttp import web
from graphql import (
    DocumentNode,
    ExecutionResult,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    build_schema,
    execute,
    get_operation_ast,
    parse,
    validate,
)
from graphql.language import FieldNode

from bot.playground.graphql.asking import Asking
from bot.playground.graphql.fields import FIELDS
from bot.playground.graphql.refusals import FieldRefusalError
from bot.playground.hooks.sender import HookSender
from bot.playground.interception import DropConnection, RequestSummary
from bot.playground.people.people import People
from bot.playground.rest.actors import InstallationActor, recognise
from bot.playground.rest.bodies import json_object
from bot.playground.rest.injections import Injections
from bot.playground.rest.journal import Journal
from bot.playground.rest.limits import RateLimits, limit_message
from bot.playground.rest.refusals import RefusalError, bad_credentials
from bot.playground.rest.versions import check_user_agent
from bot.playground.shapes import Json
from bot.playground.world.world import World

RESOURCE = "graphql"
_DOCS = "https://docs.github.com/graphql"


@cache
def schema() -> GraphQLSchema:
    """The part of GitHub's schema that is built."""
    return build_schema((files("bot.playground.graphql") / "schema.graphql").read_text(encoding="utf-8"))


def path_of(body: Any) -> str:
    """`/mutation/createCommitOnBranch`: what a request's summary calls it; `/` for what is no query."""
    operation = _operation(body)
    if operation is None:
        return "/"
    fields = [each.name.value for each in operation.selection_set.selections if isinstance(each, FieldNode)]
    return "/".join(["", operation.operation.value, *fields])


@dataclass(frozen=True, slots=True)
class GraphQlApi:
    """The GraphQL root. What it shares with the rest of the playground is handed in."""

    world: World
    hooks: HookSender
    people: People
    limits: RateLimits
    injections: Injections
    journal: Journal

    async def answer(self, request: web.Request, summary: RequestSummary) -> web.Response:
        """The response to one request. Raises DropConnection where a test ordered that."""
        try:
            status, body, headers = 200, await self._carry_out(request, summary), {}
        except RefusalError as refused:
            status, body, headers = refused.status, refused.body(None), refused.headers
            body["documentation_url"] = _DOCS
        except FieldRefusalError as ordered:
            name = summary.path.rpartition("/")[2]
            status, body, headers = 200, {"data": {name: None}, "errors": [_ordered(ordered, name)]}, {}
        except DropConnection:
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, it is our fault, and a test has to see it
            self.journal.faults.append(f"GraphQL {summary.path}: {traceback.format_exc()}")
            status, body, headers = 500, {"message": f"The playground is at fault: {error}"}, {}
        summary.status = status
        content = json.dumps(body).encode()
        headers = {"Content-Type": "application/json; charset=utf-8"} | self._count(summary) | headers
        return web.Response(status=status, body=content, headers=headers)

    async def _carry_out(self, request: web.Request, summary: RequestSummary) -> Json:
        check_user_agent(request.headers)
        self.injections.check(summary, acted=False)
        actor = recognise(request.headers, self.world)
        if not isinstance(actor, InstallationActor):
            raise bad_credentials()
        summary.actor = actor.bucket
        if self.limits.bucket(actor.bucket, RESOURCE).remaining < 1:
            return {"errors": [{"type": "RATE_LIMITED", "message": limit_message(actor.bucket)}]}
        asking = Asking(self.world, self.hooks, self.people, actor.token)
        answer = await self._execute(_checked_body(await request.read()), asking)
        self.injections.check(summary, acted=True)
        return answer

    async def _execute(self, body: Json, asking: Asking) -> Json:
        document = _document(body)
        if isinstance(document, GraphQLError):
            return {"errors": [document.formatted]}
        wrong = validate(schema(), document)
        if wrong:
            # What GitHub knows and this part of its schema does not would pass there and not here: a test must see it.
            self.journal.unknown_routes.extend(f"GraphQL: {error.message}" for error in wrong)
            return {"errors": [error.formatted for error in wrong]}
        done = execute(schema(), document, FIELDS, asking, body.get("variables"), body.get("operationName"))
        result = done if isinstance(done, ExecutionResult) else await done
        errors = [self._error(error) for error in result.errors or ()]
        return {"data": result.data, **({"errors": errors} if errors else {})}

    def _error(self, error: GraphQLError) -> Json:
        refused = error.original_error
        if isinstance(refused, FieldRefusalError):
            placed = {key: value for key, value in error.formatted.items() if key in ("path", "locations")}
            return {**_refusal(refused), **placed, "message": refused.message}
        if refused is not None and not isinstance(refused, GraphQLError):
            raise refused
        return dict(error.formatted)

    def _count(self, summary: RequestSummary) -> dict[str, str]:
        if summary.actor is None:
            return {}
        bucket = self.limits.bucket(summary.actor, RESOURCE)
        if bucket.remaining > 0:
            bucket.used += 1
        return bucket.headers()


def _refusal(refused: FieldRefusalError) -> Json:
    extensions = {} if refused.extensions is None else {"extensions": refused.extensions}
    return {"type": refused.kind, **extensions}


def _ordered(refused: FieldRefusalError, name: str) -> Json:
    return {**_refusal(refused), "path": [name], "message": refused.message}


def _checked_body(raw: bytes) -> Json:
    body = json_object(raw)
    if not isinstance(body.get("variables", {}), dict | None):
        raise RefusalError(400, "Variables should be a JSON object")
    return body


def _document(body: Mapping[str, Any]) -> DocumentNode | GraphQLError:
    query = body.get("query")
    if not isinstance(query, str):
        return GraphQLError("A query attribute must be specified and must be a string.")
    try:
        return parse(query, max_tokens=5_000)
    except GraphQLError as error:
        return error


def _operation(body: Any) -> OperationDefinitionNode | None:
    document = _document(body) if isinstance(body, dict) else None
    return get_operation_ast(document, body.get("operationName")) if isinstance(document, DocumentNode) else None
