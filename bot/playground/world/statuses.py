"""Commit statuses: the older way in which CI speaks, one line a context (GITHUB.md §4)."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.playground.world.accounts import Account
from bot.playground.world.clock import now
from bot.playground.world.ids import Ids, Kind, node_id
from bot.playground.world.repositories import Repository

STATES = ("error", "failure", "pending", "success")


@dataclass(frozen=True, slots=True)
class CommitStatus:
    """One status as it was set; a later one of the same context stands in its place."""

    id: int
    repository: Repository
    sha: str
    state: str
    context: str
    description: str | None
    target_url: str | None
    creator: Account
    created_at: datetime = field(default_factory=now)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.STATUS, self.id)


class Statuses:
    """All statuses; none is ever changed."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._all: list[CommitStatus] = []

    def post(
        self,
        repository: Repository,
        sha: str,
        creator: Account,
        state: str,
        context: str,
        description: str | None = None,
        target_url: str | None = None,
    ) -> CommitStatus:
        """A new status. Raises ValueError for a state that GitHub does not have."""
        if state not in STATES:
            raise ValueError(f"{state!r} is no state")
        number = self._ids.next(Kind.STATUS)
        made = CommitStatus(number, repository, sha, state, context, description, target_url, creator)
        self._all.append(made)
        return made

    def on(self, repository: Repository, sha: str) -> list[CommitStatus]:
        """All that was set on a commit, newest first."""
        found = [each for each in self._all if each.repository is repository and each.sha == sha]
        return found[::-1]


def latest(statuses: list[CommitStatus]) -> list[CommitStatus]:
    """Of statuses given newest first: the newest of each context."""
    kept: dict[str, CommitStatus] = {}
    for each in statuses:
        kept.setdefault(each.context, each)
    return list(kept.values())


def combined(statuses: list[CommitStatus]) -> str:
    """One word for the newest of all contexts; `pending` also where there is none at all (GITHUB.md §4)."""
    states = {each.state for each in statuses}
    if states & {"error", "failure"}:
        return "failure"
    return "success" if states == {"success"} else "pending"
