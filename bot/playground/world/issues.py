"""Issues that are no pull requests. Both count together, and both have a conversation."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.playground.world.accounts import Account
from bot.playground.world.clock import now
from bot.playground.world.ids import Ids, Kind, node_id
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository


@dataclass(slots=True)
class Issue:
    """One issue."""

    id: int
    number: int
    repository: Repository
    author: Account
    title: str
    body: str | None
    state: str = "open"
    locked: bool = False
    created_at: datetime = field(default_factory=now)
    updated_at: datetime = field(default_factory=now)
    closed_at: datetime | None = None

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.ISSUE, self.id)


Conversation = PullRequest | Issue
"""What comments stand under."""


class Issues:
    """All issues of all repositories."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._all: list[Issue] = []

    def open(self, repository: Repository, author: Account, title: str, body: str | None) -> Issue:
        """A new issue under the repository's next number."""
        made = Issue(self._ids.next(Kind.ISSUE), repository.next_number(), repository, author, title, body)
        self._all.append(made)
        return made

    def of(self, repository: Repository) -> list[Issue]:
        """That repository's issues, oldest first."""
        return [issue for issue in self._all if issue.repository is repository]

    def numbered(self, repository: Repository, number: int) -> Issue | None:
        """The issue of that number, if there is one."""
        return next((issue for issue in self.of(repository) if issue.number == number), None)
