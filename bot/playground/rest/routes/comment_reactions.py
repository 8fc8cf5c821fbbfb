"""Reactions to comments of a conversation."""

from bot.playground.rest.reactions import reaction_routes
from bot.playground.rest.routes.issue_comments import comment_of

routes = reaction_routes(
    "/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
    lambda call: comment_of(call).reactions,
    # Under Issues only, unlike the comments themselves (GITHUB.md §2.1).
    read=({"issues": "read"},),
    write=({"issues": "write"},),
    pages=(
        "list-reactions-for-an-issue-comment",
        "create-reaction-for-an-issue-comment",
        "delete-an-issue-comment-reaction",
    ),
    body="ReposOwnerRepoIssuesCommentsCommentIdReactionsPostBody",
)
