"""Commit statuses (schemas `status`, `simple-commit-status`, `combined-commit-status`)."""

from bot.playground.shapes import Json
from bot.playground.shapes.repositories import api_url, minimal_repository
from bot.playground.shapes.users import simple_user
from bot.playground.world.clock import stamp
from bot.playground.world.repositories import Repository
from bot.playground.world.statuses import CommitStatus, combined, latest
from bot.playground.world.world import Addresses


def status_shape(status: CommitStatus, at: Addresses) -> Json:
    """One status with who set it."""
    return {**_simple(status, at), "creator": simple_user(status.creator, at)}


def combined_shape(repository: Repository, sha: str, statuses: list[CommitStatus], at: Addresses) -> Json:
    """The newest status of each context (`statuses` newest first) and one word for all of them."""
    newest = latest(statuses)
    url = f"{api_url(repository, at)}/commits/{sha}"
    return {
        "state": combined(newest),
        "statuses": [_simple(each, at) for each in newest],
        "sha": sha,
        "total_count": len(newest),
        "repository": minimal_repository(repository, at),
        "commit_url": url,
        "url": f"{url}/status",
    }


def _simple(status: CommitStatus, at: Addresses) -> Json:
    return {
        "url": f"{api_url(status.repository, at)}/statuses/{status.sha}",
        "avatar_url": f"{at.web}/avatars/u/{status.creator.id}?v=4",
        "id": status.id,
        "node_id": status.node_id,
        "state": status.state,
        "description": status.description,
        "target_url": status.target_url,
        "context": status.context,
        "created_at": stamp(status.created_at),
        "updated_at": stamp(status.created_at),
    }
