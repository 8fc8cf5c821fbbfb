"""Comments of a conversation (schema `issue-comment`)."""

from bot.playground.shapes import Json
from bot.playground.shapes.apps import app_shape
from bot.playground.shapes.issues import page_url
from bot.playground.shapes.reactions import reaction_counts
from bot.playground.shapes.repositories import api_url
from bot.playground.shapes.users import simple_user
from bot.playground.world.clock import stamp
from bot.playground.world.comments import IssueComment
from bot.playground.world.world import Addresses


def comment_shape(comment: IssueComment, at: Addresses) -> Json:
    """One comment."""
    api = api_url(comment.conversation.repository, at)
    url = f"{api}/issues/comments/{comment.id}"
    return {
        "id": comment.id,
        "node_id": comment.node_id,
        "url": url,
        "html_url": f"{page_url(comment.conversation, at)}#issuecomment-{comment.id}",
        "issue_url": f"{api}/issues/{comment.conversation.number}",
        "user": simple_user(comment.author, at),
        "created_at": stamp(comment.created_at),
        "updated_at": stamp(comment.updated_at),
        "body": comment.body,
        "author_association": "NONE" if comment.app is not None else "MEMBER",
        "reactions": reaction_counts(url, comment.reactions),
        "performed_via_github_app": None if comment.app is None else app_shape(comment.app, at),
    }
