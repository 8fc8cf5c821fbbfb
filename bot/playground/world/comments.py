"""Comments in the conversation of a pull request or an issue (GITHUB.md §9)."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.playground.world.accounts import Account
from bot.playground.world.apps import App
from bot.playground.world.clock import now
from bot.playground.world.ids import Ids, Kind, node_id
from bot.playground.world.issues import Conversation
from bot.playground.world.reactions import Reaction
from bot.playground.world.repositories import Repository


@dataclass(slots=True)
class IssueComment:
    """One comment. `app` is the App that wrote it, null for a person's."""

    id: int
    conversation: Conversation
    author: Account
    body: str
    app: App | None = None
    minimized: str | None = None
    created_at: datetime = field(default_factory=now)
    updated_at: datetime = field(default_factory=now)
    reactions: list[Reaction] = field(default_factory=list)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.ISSUE_COMMENT, self.id)

    @property
    def repository(self) -> Repository:
        """Where the conversation is."""
        return self.conversation.repository


class Comments:
    """All comments, oldest first."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self.by_id: dict[int, IssueComment] = {}

    def add(self, conversation: Conversation, author: Account, body: str, app: App | None) -> IssueComment:
        """A new comment at the end of the conversation."""
        made = IssueComment(self._ids.next(Kind.ISSUE_COMMENT), conversation, author, body, app)
        self.by_id[made.id] = made
        return made

    def on(self, conversation: Conversation) -> list[IssueComment]:
        """The comments of one conversation, oldest first."""
        return [comment for comment in self.by_id.values() if comment.conversation is conversation]
