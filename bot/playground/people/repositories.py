"""Repositories: forked, renamed, transferred, hidden, shown."""

from bot.playground.hooks.payloads import repository as payloads
from bot.playground.people.stage import Stage
from bot.playground.world.accounts import Account, AccountType
from bot.playground.world.clock import now
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository


class RepositoryActs(Stage):
    """Owners of repositories."""

    def fork_repository(self, repository: Repository, owner: str, kind: AccountType = "User") -> Repository:
        """A fork that shares the objects; the App is not installed there. Say whose head it is when opening."""
        fork = self.world.repositories.add(
            self.world.accounts.ensure(owner, kind),
            repository.name,
            repository.git,
            repository.default_branch,
            private=repository.private,
        )
        fork.fork_of = repository
        return fork

    def delete_fork(self, pull: PullRequest) -> None:
        """The head repository is gone: it reads null from now on (GITHUB.md §3.2)."""
        if pull.head_repository is not None:
            self.world.repositories.by_id.pop(pull.head_repository.id, None)
        pull.head_repository = None

    async def rename(self, repository: Repository, name: str, by: Account | None = None) -> None:
        """Another name; the old one redirects."""
        old = repository.name
        self.world.repositories.rename(repository, repository.owner, name)
        payload = payloads.renamed(repository, old, by or self.somebody, self.world)
        await self.tell("repository", payload, repository)

    async def transfer(self, repository: Repository, owner: str, by: Account | None = None) -> None:
        """Another owner, within the same installation."""
        old = repository.owner
        self.world.repositories.rename(repository, self.world.accounts.ensure(owner, "Organization"), repository.name)
        payload = payloads.transferred(repository, old, by or self.somebody, self.world)
        await self.tell("repository", payload, repository)

    async def make_private(self, repository: Repository, by: Account | None = None) -> None:
        """Only those with access see it from now on."""
        self._show(repository, private=True)
        await self.tell("repository", payloads.visibility(repository, by or self.somebody, self.world), repository)

    async def make_public(self, repository: Repository, by: Account | None = None) -> None:
        """Everybody sees it from now on."""
        self._show(repository, private=False)
        await self.tell("repository", payloads.visibility(repository, by or self.somebody, self.world), repository)

    def _show(self, repository: Repository, *, private: bool) -> None:
        repository.private, repository.updated_at = private, now()
