"""Repositories: who owns them, what they are called now and were called before, where their objects are."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.playground.git.bare import BareRepository
from bot.playground.world.accounts import Account
from bot.playground.world.clock import now
from bot.playground.world.ids import Ids, Kind, node_id


@dataclass(slots=True)
class Repository:
    """One repository. `fork_of` is the repository it was forked from; a fork here shares that one's objects."""

    id: int
    owner: Account
    name: str
    private: bool
    default_branch: str
    git: BareRepository
    description: str | None = None
    fork_of: "Repository | None" = None
    former_names: list[str] = field(default_factory=list)
    last_number: int = 0
    created_at: datetime = field(default_factory=now)
    pushed_at: datetime = field(default_factory=now)
    updated_at: datetime = field(default_factory=now)

    @property
    def full_name(self) -> str:
        """`owner/name`."""
        return f"{self.owner.login}/{self.name}"

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.REPOSITORY, self.id)

    def next_number(self) -> int:
        """The next issue or pull request number; both count together."""
        self.last_number += 1
        return self.last_number


class Repositories:
    """All repositories, found by id, by name whatever its case, or by a name they had before."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self.by_id: dict[int, Repository] = {}

    def add(self, owner: Account, name: str, git: BareRepository, default_branch: str, *, private: bool) -> Repository:
        """A new repository over objects that are already there."""
        made = Repository(self._ids.next(Kind.REPOSITORY), owner, name, private, default_branch, git)
        self.by_id[made.id] = made
        return made

    def named(self, full_name: str) -> Repository | None:
        """The repository that is called so now."""
        wanted = full_name.lower()
        return next((each for each in self.by_id.values() if each.full_name.lower() == wanted), None)

    def formerly_named(self, full_name: str) -> Repository | None:
        """The repository that was called so before it was renamed or transferred."""
        wanted = full_name.lower()
        return next((each for each in self.by_id.values() if wanted in each.former_names), None)

    def rename(self, repository: Repository, owner: Account, name: str) -> None:
        """Gives it another name or owner; the old one keeps leading there."""
        repository.former_names.append(repository.full_name.lower())
        repository.owner = owner
        repository.name = name
        repository.updated_at = now()
