"""`pull_request_review_comment`: created, edited."""

from bot.playground.hooks.payloads.envelope import about_repository
from bot.playground.shapes import Json
from bot.playground.shapes.reviews import delivered_pull_of_comment, review_comment_shape
from bot.playground.world.accounts import Account
from bot.playground.world.reviews import ReviewComment
from bot.playground.world.world import World


def created(comment: ReviewComment, sender: Account, world: World) -> Json:
    """Somebody commented on lines or answered in a thread, the App itself included."""
    return _about("created", comment, sender, world)


def edited(comment: ReviewComment, old_body: str, sender: Account, world: World) -> Json:
    """The text is another one now."""
    return {**_about("edited", comment, sender, world), "changes": {"body": {"from": old_body}}}


def _about(action: str, comment: ReviewComment, sender: Account, world: World) -> Json:
    pull = comment.thread.pull
    return {
        "action": action,
        "comment": review_comment_shape(comment, world.addresses),
        "pull_request": delivered_pull_of_comment(pull, world.addresses),
        **about_repository(pull.repository, sender, world),
    }
