"""What a handler gets and what it gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.playground.hooks.sender import HookSender
from bot.playground.people.people import People
from bot.playground.rest.actors import Actor, AppActor, ClientActor, InstallationActor, UserActor
from bot.playground.rest.limits import RateLimits
from bot.playground.rest.refusals import RefusalError, not_found
from bot.playground.shapes import Json
from bot.playground.world.apps import App
from bot.playground.world.issues import Conversation
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from bot.playground.world.sign_ins import UserToken
from bot.playground.world.tokens import Token
from bot.playground.world.world import World


@dataclass(frozen=True, slots=True)
class Answer:
    """A good answer: JSON, or bytes of another type, or nothing."""

    status: int = 200
    body: Json | list[Any] | None = None
    raw: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Call:
    """One recognised, permitted request with a body that fits its schema."""

    world: World
    hooks: HookSender
    people: People
    limits: RateLimits
    actor: Actor
    params: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    url: str
    body: Json
    found_repository: Repository | None

    @property
    def repository(self) -> Repository:
        """The repository that the path names; only on routes that name one."""
        assert self.found_repository is not None
        return self.found_repository

    @property
    def token(self) -> Token:
        """The installation token; only on routes that need one."""
        assert isinstance(self.actor, InstallationActor)
        return self.actor.token

    @property
    def user_token(self) -> UserToken:
        """The person's token; only on routes that need one."""
        assert isinstance(self.actor, UserActor)
        return self.actor.token

    @property
    def app(self) -> App:
        """The App behind the call, by JWT, by its secret, or by its installation's token."""
        assert isinstance(self.actor, AppActor | ClientActor | InstallationActor)
        return self.actor.token.installation.app if isinstance(self.actor, InstallationActor) else self.actor.app

    def number(self, name: str) -> int:
        """A numeric parameter of the path. Raises RefusalError (404)."""
        text = self.params[name]
        if not (text.isascii() and text.isdecimal()):
            raise not_found()
        return int(text)

    def pull(self, name: str) -> PullRequest:
        """The pull request of that parameter. Raises RefusalError (404)."""
        found = self.world.pulls.numbered(self.repository, self.number(name))
        if found is None:
            raise not_found()
        return found

    def conversation(self, name: str) -> Conversation:
        """The pull request or issue of that parameter. Raises RefusalError (404)."""
        number = self.number(name)
        found = self.world.pulls.numbered(self.repository, number)
        conversation = found or self.world.issues.numbered(self.repository, number)
        if conversation is None:
            raise not_found()
        return conversation

    def choice(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        """A query parameter from a closed set. Raises RefusalError (422)."""
        value = self.query.get(name, default)
        if value not in allowed:
            raise RefusalError(422, f"Invalid value for parameter '{name}': {value}")
        return value
