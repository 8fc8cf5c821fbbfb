"""`minimizeComment`: a comment is folded, with a reason."""

from typing import Any

from bot.playground.graphql.asking import Info, asking
from bot.playground.graphql.refusals import forbidden, no_node
from bot.playground.graphql.values import Value, comment_value
from bot.playground.world.comments import IssueComment
from bot.playground.world.reviews import ReviewComment


async def minimize_comment(info: Info, **arguments: Any) -> Value:
    """Folds a comment of a thread or of the conversation. Raises FieldRefusalError.

    Which permission it takes is not documented (GITHUB.md §14); here it is the one that writing such a comment takes.
    """
    asked, given = asking(info), arguments["input"]
    world = asked.world
    comments: tuple[IssueComment | ReviewComment, ...] = (
        *world.comments.by_id.values(),
        *world.reviews.comments.values(),
    )
    found = next((each for each in comments if each.node_id == given["subjectId"]), None)
    if found is None or not asked.sees(found.repository):
        raise no_node(given["subjectId"])
    needed = {"issues": "write"} if isinstance(found, IssueComment) else {}
    if not asked.allows(found.repository, pull_requests="write", **needed):
        raise forbidden()
    found.minimized = given["classifier"].lower().replace("_", "-")
    return {"clientMutationId": given.get("clientMutationId"), "minimizedComment": comment_value(found, world)}
