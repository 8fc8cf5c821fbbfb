"""Where a test may step in: before a request is acted on, and after, before the answer is sent.

It is the place to kill the bot's process, or to close the connection without an answer, at exactly that point.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Phase(StrEnum):
    """When the interceptor is called."""

    BEFORE = "before"
    AFTER = "after"


class Channel(StrEnum):
    """What kind of request it is."""

    REST = "rest"
    GRAPHQL = "graphql"
    GIT = "git"


class DropConnection(Exception):  # noqa: N818  an order, not an error
    """Raised by an interceptor: the connection is closed and no answer is sent."""


class CutShort(DropConnection):
    """Raised by an interceptor after a request was acted on: the connection is closed in the middle of the answer."""


@dataclass(slots=True)
class RequestSummary:
    """One request of the bot. `path` is below the REST root, or below the web root for git.

    For GraphQL it is the kind of operation and the fields asked: `/mutation/createCommitOnBranch`.

    `body` is the parsed JSON, null when there is none. `actor` and `status` are known from the moment when the request
    was answered: who was recognised ("installation 71000001", "app 1410001", "anonymous"), and with which status.
    """

    channel: Channel
    method: str
    path: str
    query: dict[str, str]
    body: Any = None
    actor: str | None = None
    status: int | None = None

    @property
    def writes(self) -> bool:
        """Whether the request changes anything."""
        if self.channel is Channel.GRAPHQL:
            return self.path.startswith("/mutation")
        return self.channel is Channel.REST and self.method not in ("GET", "HEAD")


Interceptor = Callable[[RequestSummary, Phase], Awaitable[None]]
