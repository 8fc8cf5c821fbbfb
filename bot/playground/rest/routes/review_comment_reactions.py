"""Reactions to comments at lines (GITHUB.md §9)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.reactions import listed, react, withdraw
from bot.playground.rest.route import Routes
from bot.playground.rest.routes.review_comments import comment_of
from bot.playground.rest.routes.reviews import READ, WRITE

routes = Routes()

_PATH = "/repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions"


@routes.add(
    "GET",
    _PATH,
    needed=READ,
    page="reactions/reactions#list-reactions-for-a-pull-request-review-comment",
    answer=("Reaction",),
)
async def list_reactions(call: Call) -> Answer:
    """Who reacted with what, oldest first."""
    return listed(call, comment_of(call).reactions)


@routes.add(
    "POST",
    _PATH,
    needed=WRITE,
    page="reactions/reactions#create-reaction-for-a-pull-request-review-comment",
    body=("ReposOwnerRepoPullsCommentsCommentIdReactionsPostBody",),
    answer=("Reaction",),
)
async def create_reaction(call: Call) -> Answer:
    """201 for a new one, 200 for one that stood there already."""
    return react(call, comment_of(call).reactions)


@routes.add(
    "DELETE",
    _PATH + "/{reaction_id}",
    needed=WRITE,
    page="reactions/reactions#delete-a-pull-request-comment-reaction",
)
async def delete_reaction(call: Call) -> Answer:
    """Takes one back."""
    return withdraw(call, comment_of(call).reactions)
