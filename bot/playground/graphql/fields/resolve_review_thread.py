"""`resolveReviewThread`: a thread is done with."""

from typing import Any

from bot.playground.graphql.asking import Info, asking
from bot.playground.graphql.refusals import forbidden, no_node
from bot.playground.graphql.values import Value, thread_value


async def resolve_review_thread(info: Info, **arguments: Any) -> Value:
    """Resolves it; that takes `contents: write` too (GITHUB.md §9). Raises FieldRefusalError."""
    asked, given = asking(info), arguments["input"]
    threads = asked.world.reviews.threads.values()
    found = next((each for each in threads if each.node_id == given["threadId"]), None)
    if found is None or not asked.sees(found.pull.repository):
        raise no_node(given["threadId"])
    if not asked.allows(found.pull.repository, pull_requests="write", contents="write"):
        raise forbidden()
    found.resolved_by = asked.token.installation.app.bot
    value = thread_value(found, asked.world)
    return {"clientMutationId": given.get("clientMutationId"), "thread": value}
