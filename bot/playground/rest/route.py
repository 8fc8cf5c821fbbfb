"""A route: how it is reached, who may call it, what goes in and comes out, and who answers."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote

from bot.playground.rest.call import Answer, Call

Handler = Callable[[Call], Awaitable[Answer]]
Needed = tuple[dict[str, str], ...]
"""Sets of permissions, any one of which is enough; within a set all are needed."""


class Caller(StrEnum):
    """Who may call a route."""

    ANYONE = "anyone"
    APP = "app"
    INSTALLATION = "installation"
    REPOSITORY = "repository"
    USER = "user"
    CLIENT = "client"


@dataclass(frozen=True, slots=True)
class Route:
    """One method of one path. `body` and `answer` name the models of GitHub's description; one that fits is enough.

    `nullable` are the fields of the body that GitHub's description lets be null.
    """

    method: str
    template: str
    pattern: re.Pattern[str]
    caller: Caller
    needed: Needed
    page: str
    body: tuple[str, ...]
    answer: tuple[str, ...]
    handler: Handler
    nullable: tuple[str, ...] = ()

    def match(self, method: str, path: str) -> dict[str, str] | None:
        """The path's parameters, percent-decoded, when this route is meant."""
        found = self.pattern.fullmatch(path) if method == self.method else None
        return None if found is None else {name: unquote(value) for name, value in found.groupdict().items()}

    @property
    def accepted_permissions(self) -> str:
        """The X-Accepted-GitHub-Permissions header: sets apart by semicolons, within a set commas."""
        return "; ".join(",".join(f"{name}={level}" for name, level in one.items()) for one in self.needed)


class Routes(list[Route]):
    """The routes of one module, filled by decorating their handlers."""

    def add(
        self,
        method: str,
        template: str,
        *,
        page: str,
        caller: Caller = Caller.REPOSITORY,
        needed: Needed = ({"metadata": "read"},),
        body: tuple[str, ...] = (),
        answer: tuple[str, ...] = (),
        nullable: tuple[str, ...] = (),
    ) -> Callable[[Handler], Handler]:
        """Makes a handler answer `method template`; `{name}` is one segment, `{name...}` takes slashes too."""

        def register(handler: Handler) -> Handler:
            pattern = _pattern(template)
            self.append(Route(method, template, pattern, caller, needed, page, body, answer, handler, nullable))
            return handler

        return register


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"(\{[a-z_]+(?:\.\.\.)?\})", template)
    return re.compile("".join(_piece(part) for part in parts))


def _piece(part: str) -> str:
    if not part.startswith("{"):
        return re.escape(part)
    name = part.strip("{}.")
    return f"(?P<{name}>.*)" if part.endswith("...}") else f"(?P<{name}>[^/]+)"
