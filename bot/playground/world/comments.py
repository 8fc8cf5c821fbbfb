"""Comments in a pull request's conversation (GITHUB.md §9)."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.playground.world.accounts import Account
from bot.playground.world.apps import App
from bot.playground.world.clock import now
from bot.playground.world.ids import Ids, Kind, node_id
from bot.playground.world.pulls import PullRequest


@dataclass(slots=True)
class IssueComment:
    """One comment. `app` is the App that wrote it, null for a person's."""

    id: int
    pull: PullRequest
    author: Account
    body: str
    app: App | None = None
    created_at: datetime = field(default_factory=now)
    updated_at: datetime = field(default_factory=now)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.ISSUE_COMMENT, self.id)


class Comments:
    """All comments, oldest first."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self.by_id: dict[int, IssueComment] = {}

    def add(self, pull: PullRequest, author: Account, body: str, app: App | None) -> IssueComment:
        """A new comment at the end of the conversation."""
        made = IssueComment(self._ids.next(Kind.ISSUE_COMMENT), pull, author, body, app)
        self.by_id[made.id] = made
        return made

    def on(self, pull: PullRequest) -> list[IssueComment]:
        """The conversation of one pull request, oldest first."""
        return [comment for comment in self.by_id.values() if comment.pull is pull]
