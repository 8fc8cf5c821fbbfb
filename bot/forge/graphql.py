"""GitHub's GraphQL, for what REST does not have: through the same client, with its token, pace, budget and errors.

A refusal comes as a 200 with errors; here it is raised as `QueryRefused`. Queries are constant text of ours, and what
differs goes as variables. Like every POST, a query that may have been carried out is never sent twice.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from bot.forge.client import GitHubClient
from bot.forge.errors import QueryRefused, RateLimited
from bot.forge.reading import understood
from bot.forge.transport import graphql_address
from bot.safe_text import one_line

_LIMITED = "RATE_LIMITED"
_WAIT = 60.0
"""Seconds: GitHub names none in a body (GITHUB.md §1.4)."""
_LONGEST_MESSAGE = 300


async def graphql(client: GitHubClient, query: str, variables: Mapping[str, Any]) -> Mapping[str, Any]:
    """The `data` of the answer; raises QueryRefused when there are errors in it, even beside data."""
    body = {"query": query, "variables": dict(variables)}
    answer = await client.post(graphql_address(client.base_url), data=body)
    return data_of(answer)


def data_of(answer: Any) -> Mapping[str, Any]:
    """The `data` of an answer; pure. Raises QueryRefused, RateLimited, or Unexpected for another shape."""
    with understood("a query"):
        errors = answer.get("errors") or []
        kinds = tuple(_short(error["type"]) for error in errors if error.get("type"))
        messages = tuple(_short(error["message"]) for error in errors)
        if errors and _LIMITED in kinds:
            raise RateLimited(messages[0], status=HTTPStatus.OK, retry_after=_WAIT)
        if errors:
            raise QueryRefused(messages[0], status=HTTPStatus.OK, kinds=kinds, messages=messages)
        data: Mapping[str, Any] = {**answer["data"]}
        return data


def _short(text: str) -> str:
    return one_line(text)[:_LONGEST_MESSAGE]
