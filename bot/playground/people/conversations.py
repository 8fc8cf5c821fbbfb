"""What is said under pull requests and issues: comments written, edited, deleted, answered by a reaction."""

from collections.abc import Coroutine
from typing import Any

from bot.playground.hooks.payloads import issue_comment as payloads
from bot.playground.people.stage import Stage
from bot.playground.shapes import Json
from bot.playground.world.accounts import Account
from bot.playground.world.clock import now
from bot.playground.world.comments import IssueComment
from bot.playground.world.deliveries import Delivery
from bot.playground.world.issues import Conversation

Telling = Coroutine[Any, Any, Delivery | None]
"""An event that tells the world as it was when this was made; it is sent when awaited."""


class ConversationActs(Stage):
    """Whoever takes part. What the App itself says comes back to it as events, as on GitHub."""

    async def comment(self, under: Conversation, body: str, by: Account | None = None) -> IssueComment:
        """A person's comment. Raises PermissionError in a locked conversation, where only writers may speak."""
        author = by or self.somebody
        if under.locked and not self.world.collaborators.may_write(under.repository, author):
            raise PermissionError(f"{author.login} may not comment: #{under.number} is locked")
        made = self.world.comments.add(under, author, body, None)
        await self.tell_of_comment(made)
        return made

    async def edit_comment(self, comment: IssueComment, body: str, by: Account | None = None) -> None:
        """Another text, by the author or anybody else who may write."""
        await self.change_comment(comment, body, by or comment.author)

    async def delete_comment(self, comment: IssueComment, by: Account | None = None) -> None:
        """The comment goes."""
        await self.remove_comment(comment, by or comment.author)

    def react(self, comment: IssueComment, content: str, by: Account | None = None) -> None:
        """A reaction; GitHub tells nobody of it."""
        self.world.reactions.add(comment.reactions, by or self.somebody, content)

    def tell_of_comment(self, comment: IssueComment) -> Telling:
        """`issue_comment.created`."""
        return self._send_about(comment, payloads.created(comment, comment.author, self.world))

    def change_comment(self, comment: IssueComment, body: str, by: Account) -> Telling:
        """Changes the text at once; `issue_comment.edited` is what is left to send."""
        old, comment.body, comment.updated_at = comment.body, body, now()
        return self._send_about(comment, payloads.edited(comment, old, by, self.world))

    def remove_comment(self, comment: IssueComment, by: Account) -> Telling:
        """Removes the comment at once; `issue_comment.deleted` is what is left to send."""
        self.world.comments.by_id.pop(comment.id, None)
        return self._send_about(comment, payloads.deleted(comment, by, self.world))

    def _send_about(self, comment: IssueComment, payload: Json) -> Telling:
        return self.tell("issue_comment", payload, comment.conversation.repository)
