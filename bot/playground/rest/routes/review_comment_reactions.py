"""Reactions to comments at lines."""

from bot.playground.rest.reactions import reaction_routes
from bot.playground.rest.routes.review_comments import comment_of
from bot.playground.rest.routes.reviews import READ, WRITE

routes = reaction_routes(
    "/repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions",
    lambda call: comment_of(call).reactions,
    read=READ,
    write=WRITE,
    pages=(
        "list-reactions-for-a-pull-request-review-comment",
        "create-reaction-for-a-pull-request-review-comment",
        "delete-a-pull-request-comment-reaction",
    ),
    body="ReposOwnerRepoPullsCommentsCommentIdReactionsPostBody",
)
