"""Users, organisations and bots. A login can change hands; the id cannot (GITHUB.md §3.1)."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from bot.playground.world.clock import now
from bot.playground.world.ids import Ids, Kind, node_id

AccountType = Literal["User", "Organization", "Bot"]

_KINDS: dict[AccountType, Kind] = {"User": Kind.USER, "Organization": Kind.ORGANIZATION, "Bot": Kind.BOT}


@dataclass(slots=True)
class Account:
    """Who owns a repository, opens a pull request or clicks a button."""

    id: int
    login: str
    type: AccountType
    created_at: datetime = field(default_factory=now)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(_KINDS[self.type], self.id)


class Accounts:
    """All accounts, by login whatever its case."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._by_login: dict[str, Account] = {}

    def get(self, login: str) -> Account | None:
        """The account of that login, if there is one."""
        return self._by_login.get(login.lower())

    def ensure(self, login: str, kind: AccountType = "User") -> Account:
        """The account of that login, created when it is new."""
        known = self.get(login)
        if known is None:
            known = Account(id=self._ids.next(_KINDS[kind]), login=login, type=kind)
            self._by_login[login.lower()] = known
        return known
