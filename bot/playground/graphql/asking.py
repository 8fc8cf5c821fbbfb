"""What the resolvers of one query share, and how they come by it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from graphql import GraphQLResolveInfo

from bot.playground.hooks.sender import HookSender
from bot.playground.people.people import People
from bot.playground.world.repositories import Repository
from bot.playground.world.tokens import Token
from bot.playground.world.world import World

Info = GraphQLResolveInfo[Any]

Resolver = Callable[..., Awaitable[Any]]
"""Called with the info and the field's arguments by name."""


@dataclass(frozen=True, slots=True)
class Asking:
    """One query of one installation."""

    world: World
    hooks: HookSender
    people: People
    token: Token

    def sees(self, repository: Repository) -> bool:
        """Whether the token may know of the repository, or of a fork that a pull request it sees comes from."""
        if not repository.private or self.token.reaches(repository.id):
            return True
        pulls = self.world.pulls.heading(repository)
        return any(self.token.reaches(pull.repository.id) for pull in pulls)

    def allows(self, repository: Repository, **needed: str) -> bool:
        """Whether the token carries these permissions for the repository; everybody reads a public one."""
        only_reads = set(needed.values()) == {"read"}
        if only_reads and not repository.private:
            return True
        return self.token.reaches(repository.id) and all(self.token.allows(*one) for one in needed.items())


def asking(info: Info) -> Asking:
    """The query behind a resolver's info."""
    assert isinstance(info.context, Asking)
    return info.context
