"""Reactions, one by one and counted (schemas `reaction`, `reaction-rollup`)."""

from bot.playground.shapes import Json
from bot.playground.shapes.users import simple_user
from bot.playground.world.clock import stamp
from bot.playground.world.reactions import CONTENTS, Reaction
from bot.playground.world.world import Addresses


def reaction_shape(reaction: Reaction, at: Addresses) -> Json:
    """One reaction."""
    return {
        "id": reaction.id,
        "node_id": reaction.node_id,
        "user": simple_user(reaction.by, at),
        "content": reaction.content,
        "created_at": stamp(reaction.created_at),
    }


def reaction_counts(subject_url: str, given: list[Reaction]) -> Json:
    """How often each content was given; `subject_url` is the REST address of what it was given to."""
    counts = {content: sum(each.content == content for each in given) for content in CONTENTS}
    return {"url": f"{subject_url}/reactions", "total_count": len(given), **counts}
