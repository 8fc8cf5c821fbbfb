"""`issue_comment`: created, edited, deleted. It holds no head commit (GITHUB.md §3.2)."""

from bot.playground.hooks.payloads.envelope import about_repository
from bot.playground.shapes import Json
from bot.playground.shapes.comments import comment_shape
from bot.playground.shapes.issues import issue_shape
from bot.playground.world.accounts import Account
from bot.playground.world.comments import IssueComment
from bot.playground.world.world import World


def created(comment: IssueComment, sender: Account, world: World) -> Json:
    """Somebody commented, the App itself included."""
    return _about("created", comment, sender, world)


def edited(comment: IssueComment, old_body: str, sender: Account, world: World) -> Json:
    """The text is another one now; the sender need not be the author (GITHUB.md §7)."""
    return {**_about("edited", comment, sender, world), "changes": {"body": {"from": old_body}}}


def deleted(comment: IssueComment, sender: Account, world: World) -> Json:
    """The comment is gone."""
    return _about("deleted", comment, sender, world)


def _about(action: str, comment: IssueComment, sender: Account, world: World) -> Json:
    return {
        "action": action,
        "issue": issue_shape(comment.conversation, world),
        "comment": comment_shape(comment, world.addresses),
        **about_repository(comment.conversation.repository, sender, world),
    }
