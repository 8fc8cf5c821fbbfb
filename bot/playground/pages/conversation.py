"""Comments under a pull request or an issue as the pages show them, and whether the App is still busy with one."""

from dataclasses import dataclass
from datetime import timedelta

from bot.playground.pages.markdown import render_markdown
from bot.playground.pages.reactions import ShownReaction, shown_reactions
from bot.playground.world.clock import now
from bot.playground.world.comments import IssueComment
from bot.playground.world.issues import Conversation
from bot.playground.world.world import World

_ATTENTION = timedelta(seconds=10)
"""How long after a comment the App may still turn to it."""


@dataclass(frozen=True, slots=True)
class ShownComment:
    """One comment with its text as HTML."""

    comment: IssueComment
    html: str
    reactions: tuple[ShownReaction, ...]


def shown_comments(under: Conversation, world: World) -> tuple[ShownComment, ...]:
    """The conversation, oldest first."""
    comments = world.comments.on(under)
    return tuple(ShownComment(each, render_markdown(each.body), shown_reactions(each.reactions)) for each in comments)


def is_answer_expected(under: Conversation, world: World) -> bool:
    """Whether the App looked at a comment and has not said how it ended, or may not have seen it yet."""
    return any(_is_worked_on(each, world) for each in world.comments.on(under))


def _is_worked_on(comment: IssueComment, world: World) -> bool:
    by_app = {each.content for each in comment.reactions if each.by is world.app.bot}
    is_fresh = comment.app is None and now() - comment.created_at < _ATTENTION
    return by_app == {"eyes"} or (is_fresh and not by_app)
