"""The people of a repository, and what each of them may do there."""

from bot.playground.people.stage import Stage
from bot.playground.world.accounts import Account
from bot.playground.world.repositories import Repository

ROLES = {"maintainer": "write", "reader": "read", "author": "read"}
"""Login and role of the people that every repository starts with; `author` writes in a fork of his own."""


class CollaboratorActs(Stage):
    """Owners who let people in. GitHub tells an App with our events nothing of it."""

    @property
    def maintainer(self) -> Account:
        """May write."""
        return self.person("maintainer")

    @property
    def reader(self) -> Account:
        """May read."""
        return self.person("reader")

    @property
    def author(self) -> Account:
        """Opens pull requests and may read."""
        return self.person("author")

    def person(self, login: str) -> Account:
        """The person of that login; nobody to the repositories until a role is given."""
        return self.world.accounts.ensure(login)

    def set_role(self, repository: Repository, account: Account, role: str) -> None:
        """admin, maintain, write, triage, read or none; it counts from the next request on."""
        self.world.collaborators.set_role(repository, account, role)

    def people_move_in(self, repository: Repository) -> None:
        """The roles that a new repository starts with; `somebody` administers it."""
        self.set_role(repository, self.somebody, "admin")
        for login, role in ROLES.items():
            self.set_role(repository, self.person(login), role)
