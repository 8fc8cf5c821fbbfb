"""What an answer of GitHub means: nothing amiss, or one error of `bot/forge/errors.py`.

Pure: status, headers and body in, a value out; it neither sends, waits nor logs. The rules are those of GITHUB.md
§1.4, §4, §8 and §9. GitHub's own sentences are kept short and displayable, since they can quote what was sent.
"""

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from bot.forge.errors import (
    Conflict,
    Forbidden,
    ForgeError,
    Locked,
    Missing,
    RateLimited,
    Refused,
    Suspended,
    Unauthorized,
    Unavailable,
    Unexpected,
)
from bot.safe_text import one_line

LONGEST_MESSAGE = 300
UNHINTED_WAIT = 60.0
LONGEST_UNHINTED_WAIT = 960.0

# Not "blocked", and not a repository that is locked for a migration.
_LOCKED = re.compile(r"\b(issue|conversation)\b.*\blocked\b")
_NOTHING_AMISS = frozenset({200, 201, 202, 204, 304})
_GONE = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE, HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS})


class Answer(NamedTuple):
    """An HTTP answer; the names in `headers` are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def error_of(answer: Answer, *, now: float, strikes: int = 0) -> ForgeError | None:
    """The error that the answer is, or None for a success and for 304.

    `now` is in seconds since 1970; `strikes` is how many limits without a hint came just before, each of which doubles
    the wait.
    """
    status = answer.status
    if status in _NOTHING_AMISS:
        return None
    body = _json_object(answer.body)
    message = _message(body, status)
    known: dict[str, Any] = {"status": status, "request_id": answer.headers.get("x-github-request-id")}
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Unavailable(message, **known)
    if (limit := _limit_of(answer, message, now, strikes)) is not None:
        wait, secondary = limit
        return RateLimited(message, retry_after=wait, secondary=secondary, **known)
    if status == HTTPStatus.FORBIDDEN:
        accepted = answer.headers.get("x-accepted-github-permissions")
        return _forbidden(message)(message, accepted_permissions=accepted, **known)
    return _plain_refusal(status, message, body, known)


def primary_limit_ends(answer: Answer) -> float | None:
    """When the hourly limit starts anew (seconds since 1970), if this answer says that nothing is left of it."""
    if answer.headers.get("x-ratelimit-resource", "core") != "core":
        return None
    if answer.headers.get("x-ratelimit-remaining") != "0":
        return None
    return _number(answer.headers.get("x-ratelimit-reset"))


def _limit_of(answer: Answer, message: str, now: float, strikes: int) -> tuple[float, bool] | None:
    """Seconds to wait and whether the limit is secondary; None where the answer is no limit (GITHUB.md §8)."""
    if answer.status not in {HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS}:
        return None
    used_up = answer.headers.get("x-ratelimit-remaining") == "0"
    if "retry-after" in answer.headers:
        wait = _number(answer.headers["retry-after"])
        return (max(wait, 1.0) if wait is not None else UNHINTED_WAIT, not used_up)
    reset = _number(answer.headers.get("x-ratelimit-reset"))
    if used_up and reset is not None:
        return (max(reset - now + 1.0, 1.0), False)
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS or "secondary rate" in message.lower():
        return (min(UNHINTED_WAIT * 2 ** min(strikes, 8), LONGEST_UNHINTED_WAIT), True)
    return None


def _forbidden(message: str) -> type[Forbidden]:
    said = message.lower()
    if "suspended" in said:
        return Suspended
    return Locked if _LOCKED.search(said) else Forbidden


def _plain_refusal(status: int, message: str, body: Mapping[str, Any], known: dict[str, Any]) -> ForgeError:
    if status == HTTPStatus.UNAUTHORIZED:
        return Unauthorized(message, **known)
    if status in _GONE:
        return Missing(message, **known)
    if status == HTTPStatus.CONFLICT:
        return Conflict(message, **known)
    if status < HTTPStatus.BAD_REQUEST:
        return Unexpected(f"GitHub answers {status}", **known)
    return Refused(message, messages=_reasons(body), **known)


def _message(body: Mapping[str, Any], status: int) -> str:
    said = body.get("message")
    return _short(said) if isinstance(said, str) and said else f"HTTP {status}"


def _reasons(body: Mapping[str, Any]) -> tuple[str, ...]:
    """GitHub's list of errors: sentences, or objects with a field, a code and perhaps a message."""
    errors = body.get("errors")
    if not isinstance(errors, list):
        return (_short(errors),) if isinstance(errors, str) else ()
    return tuple(_reason(error) for error in errors)


def _reason(error: object) -> str:
    if not isinstance(error, Mapping):
        return _short(str(error))
    parts = (error.get(key) for key in ("resource", "field", "code", "message"))
    return _short(" ".join(str(part) for part in parts if part))


def _short(text: str) -> str:
    return one_line(text)[:LONGEST_MESSAGE]


def _json_object(body: bytes) -> Mapping[str, Any]:
    """The body as an object; anything else, such as a proxy's page, reads as an empty one."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _number(text: str | None) -> float | None:
    """Digits only: `float` would also take `nan` and `1e999`."""
    return float(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 16 else None
