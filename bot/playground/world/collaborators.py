"""What people may do in a repository: the role that each was given, and what follows from it (GITHUB.md §7)."""

from bot.playground.world.accounts import Account
from bot.playground.world.repositories import Repository

PERMISSIONS = {
    "admin": "admin",
    "maintain": "write",
    "write": "write",
    "triage": "read",
    "read": "read",
    "none": "none",
}
"""Each role with the word that the permission endpoint has for it: `maintain` shows as write, `triage` as read."""


class Collaborators:
    """The roles, which may change at any time."""

    def __init__(self) -> None:
        self._roles: dict[tuple[int, int], str] = {}

    def set_role(self, repository: Repository, account: Account, role: str) -> None:
        """Gives or changes a role; `none` takes it away. Raises ValueError for a role that GitHub does not have."""
        if role not in PERMISSIONS:
            raise ValueError(f"{role!r} is no role")
        self._roles[repository.id, account.id] = role

    def role(self, repository: Repository, account: Account) -> str:
        """The highest of all grants: the owner's own, the role, and what a public repository gives to everybody."""
        if repository.owner is account:
            return "admin"
        given = self._roles.get((repository.id, account.id), "none")
        return "read" if given == "none" and not repository.private else given

    def may_write(self, repository: Repository, account: Account) -> bool:
        """Whether the account may push."""
        return PERMISSIONS[self.role(repository, account)] in ("write", "admin")
