"""Reactions to comments: one of each content a person (GITHUB.md §9)."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.playground.world.accounts import Account
from bot.playground.world.clock import now
from bot.playground.world.ids import Ids, Kind, node_id

CONTENTS = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")
"""In the order in which GitHub counts them."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """One reaction of one account."""

    id: int
    by: Account
    content: str
    created_at: datetime = field(default_factory=now)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.REACTION, self.id)


class Reactions:
    """Makes reactions; each stands in the list of the comment that it is given to."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids

    def add(self, given: list[Reaction], by: Account, content: str) -> tuple[Reaction, bool]:
        """The account's reaction of that content, and whether it is new; a second one of the same is the first."""
        for known in given:
            if known.by is by and known.content == content:
                return known, False
        made = Reaction(self._ids.next(Kind.REACTION), by, content)
        given.append(made)
        return made, True
