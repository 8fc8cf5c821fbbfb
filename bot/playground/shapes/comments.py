"""Comments of a conversation (schema `issue-comment`)."""

from bot.playground.shapes import Json
from bot.playground.shapes.apps import app_shape
from bot.playground.shapes.repositories import api_url, html_url
from bot.playground.shapes.users import simple_user
from bot.playground.world.clock import stamp
from bot.playground.world.comments import IssueComment
from bot.playground.world.world import Addresses

_REACTIONS = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")


def comment_shape(comment: IssueComment, at: Addresses) -> Json:
    """One comment."""
    pull = comment.pull
    api, html = api_url(pull.repository, at), html_url(pull.repository, at)
    url = f"{api}/issues/comments/{comment.id}"
    return {
        "id": comment.id,
        "node_id": comment.node_id,
        "url": url,
        "html_url": f"{html}/pull/{pull.number}#issuecomment-{comment.id}",
        "issue_url": f"{api}/issues/{pull.number}",
        "user": simple_user(comment.author, at),
        "created_at": stamp(comment.created_at),
        "updated_at": stamp(comment.updated_at),
        "body": comment.body,
        "author_association": "NONE" if comment.app is not None else "MEMBER",
        "reactions": {"url": f"{url}/reactions", "total_count": 0, **dict.fromkeys(_REACTIONS, 0)},
        "performed_via_github_app": None if comment.app is None else app_shape(comment.app, at),
    }
