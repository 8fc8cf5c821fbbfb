"""Reactions to comments of a conversation (GITHUB.md §9)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.reactions import listed, react, withdraw
from bot.playground.rest.route import Needed, Routes
from bot.playground.rest.routes.issue_comments import comment_of

routes = Routes()

_PATH = "/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions"
_READ: Needed = ({"issues": "read"},)
_WRITE: Needed = ({"issues": "write"},)
"""Under Issues only, unlike the comments themselves (GITHUB.md §2.1)."""


@routes.add(
    "GET",
    _PATH,
    needed=_READ,
    page="reactions/reactions#list-reactions-for-an-issue-comment",
    answer=("Reaction",),
)
async def list_reactions(call: Call) -> Answer:
    """Who reacted with what, oldest first."""
    return listed(call, comment_of(call).reactions)


@routes.add(
    "POST",
    _PATH,
    needed=_WRITE,
    page="reactions/reactions#create-reaction-for-an-issue-comment",
    body=("ReposOwnerRepoIssuesCommentsCommentIdReactionsPostBody",),
    answer=("Reaction",),
)
async def create_reaction(call: Call) -> Answer:
    """201 for a new one, 200 for one that stood there already."""
    return react(call, comment_of(call).reactions)


@routes.add(
    "DELETE",
    _PATH + "/{reaction_id}",
    needed=_WRITE,
    page="reactions/reactions#delete-an-issue-comment-reaction",
)
async def delete_reaction(call: Call) -> Answer:
    """Takes one back."""
    return withdraw(call, comment_of(call).reactions)
