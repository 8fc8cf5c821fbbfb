"""Connections: a page of a list, asked for from either end (doc: rate-limits-and-query-limits-for-the-graphql-api)."""

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from bot.playground.graphql.refusals import FieldRefusalError

MOST = 100
_Item = TypeVar("_Item")
_CURSOR = "cursor:v2:"


def connection(
    name: str, items: Sequence[_Item], arguments: Mapping[str, Any], node: Callable[[_Item], Any]
) -> dict[str, Any]:
    """The page that `first`/`after` or `last`/`before` ask for. Raises FieldRefusalError."""
    _check_bounds(name, arguments)
    start = _place(arguments.get("after"), -1) + 1
    end = _place(arguments.get("before"), len(items))
    if arguments.get("first") is not None:
        end = min(end, start + arguments["first"])
    if arguments.get("last") is not None:
        start = max(start, end - arguments["last"])
    kept = items[start:end]
    return {
        "nodes": [node(item) for item in kept],
        "totalCount": len(items),
        "pageInfo": {
            "startCursor": _cursor(start) if kept else None,
            "endCursor": _cursor(start + len(kept) - 1) if kept else None,
            "hasNextPage": end < len(items),
            "hasPreviousPage": start > 0,
        },
    }


def _check_bounds(name: str, arguments: Mapping[str, Any]) -> None:
    """One of the two ends is obligatory, and at most a hundred (GITHUB.md §8)."""
    bounds = {key: arguments[key] for key in ("first", "last") if arguments.get(key) is not None}
    if not bounds:
        message = f"You must provide a `first` or `last` value to properly paginate the `{name}` connection."
        raise FieldRefusalError("MISSING_PAGINATION_BOUNDARIES", message)
    for key, value in bounds.items():
        if value > MOST:
            message = (
                f"Requesting {value} records on the `{name}` connection exceeds the `{key}` limit of {MOST} records."
            )
            raise FieldRefusalError("EXCESSIVE_PAGINATION", message)


def _cursor(place: int) -> str:
    return base64.b64encode(f"{_CURSOR}{place}".encode()).decode()


def _place(cursor: str | None, absent: int) -> int:
    if cursor is None:
        return absent
    try:
        return int(base64.b64decode(cursor, validate=True).decode().removeprefix(_CURSOR))
    except (binascii.Error, ValueError) as error:
        message = f"`{cursor}` does not appear to be a valid cursor."
        raise FieldRefusalError("INVALID_CURSOR_ARGUMENTS", message) from error
