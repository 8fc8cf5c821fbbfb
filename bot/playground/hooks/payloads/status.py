"""`status`: CI of the older kind spoke. It has no action (GITHUB.md §3.2)."""

from bot.playground.hooks.payloads.envelope import about_repository
from bot.playground.shapes import Json
from bot.playground.shapes.commits import commit_shape
from bot.playground.shapes.repositories import api_url
from bot.playground.world.clock import stamp
from bot.playground.world.statuses import CommitStatus
from bot.playground.world.world import World

MOST_BRANCHES = 10


async def status(which: CommitStatus, world: World) -> Json:
    """With up to ten of the branches that the commit is on the tip of."""
    repository, at = which.repository, world.addresses
    commit = {"sha": which.sha, "url": f"{api_url(repository, at)}/commits/{which.sha}"}
    branches = await repository.git.branches_at(which.sha)
    return {
        "id": which.id,
        "sha": which.sha,
        "name": repository.full_name,
        "context": which.context,
        "state": which.state,
        "description": which.description,
        "target_url": which.target_url,
        "avatar_url": f"{at.web}/avatars/u/{which.creator.id}?v=4",
        "commit": commit_shape(await repository.git.commit(which.sha), repository, at),
        "branches": [{"name": name, "commit": commit, "protected": False} for name in branches[:MOST_BRANCHES]],
        "created_at": stamp(which.created_at),
        "updated_at": stamp(which.created_at),
        **about_repository(repository, which.creator, world),
    }
