"""Pull requests: which commits, open or not, draft or not."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.playground.world.accounts import Account
from bot.playground.world.clock import now
from bot.playground.world.ids import Ids, Kind, node_id
from bot.playground.world.repositories import Repository


@dataclass(slots=True)
class PullRequest:
    """One pull request. `head_repository` is null once a fork was deleted (GITHUB.md §3.2)."""

    id: int
    number: int
    repository: Repository
    author: Account
    title: str
    body: str | None
    base_ref: str
    base_sha: str
    head_ref: str
    head_sha: str
    head_owner: Account
    head_repository: Repository | None
    draft: bool = False
    state: str = "open"
    locked: bool = False
    maintainer_can_modify: bool = False
    mergeable: bool | None = None
    in_merge_queue: bool = False
    created_at: datetime = field(default_factory=now)
    updated_at: datetime = field(default_factory=now)
    closed_at: datetime | None = None
    merged_at: datetime | None = None
    heads: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.heads.append(self.head_sha)

    def move_head(self, sha: str) -> None:
        """Another commit is the head now; `heads` keeps every one that was, oldest first."""
        self.head_sha, self.mergeable, self.updated_at = sha, None, now()
        if sha not in self.heads:
            self.heads.append(sha)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.PULL_REQUEST, self.id)

    @property
    def from_fork(self) -> bool:
        """Whether the head is in another repository than the base."""
        return self.head_repository is not self.repository

    @property
    def hidden_ref(self) -> str:
        """The ref in the base repository that keeps the head, also for forks (GITHUB.md §10)."""
        return f"refs/pull/{self.number}/head"


class Pulls:
    """All pull requests of all repositories."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._all: list[PullRequest] = []

    def next_id(self) -> int:
        """The next pull request id, which is not its number."""
        return self._ids.next(Kind.PULL_REQUEST)

    def add(self, pull: PullRequest) -> None:
        """Takes in a new pull request."""
        self._all.append(pull)

    def of(self, repository: Repository) -> list[PullRequest]:
        """That repository's pull requests, oldest first."""
        return [pull for pull in self._all if pull.repository is repository]

    def numbered(self, repository: Repository, number: int) -> PullRequest | None:
        """The pull request of that number, if there is one."""
        return next((pull for pull in self.of(repository) if pull.number == number), None)

    def heading(self, repository: Repository) -> list[PullRequest]:
        """Pull requests of whatever repository whose head is in that one."""
        return [pull for pull in self._all if pull.head_repository is repository]

    def open_from(self, repository: Repository, branch: str) -> list[PullRequest]:
        """Open pull requests whose head is that branch of that repository, wherever they lead."""
        return [
            pull
            for pull in self._all
            if pull.state == "open" and pull.head_repository is repository and pull.head_ref == branch
        ]

    def open_with_head(self, repository: Repository, sha: str) -> list[PullRequest]:
        """Open pull requests of the repository itself with that head; GitHub leaves forks out (GITHUB.md §4)."""
        return [
            pull for pull in self.of(repository) if pull.head_sha == sha and pull.state == "open" and not pull.from_fork
        ]
