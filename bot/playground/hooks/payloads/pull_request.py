"""`pull_request`: opened, synchronize, reopened, closed, edited, drafted, made ready, queued for merging."""

from bot.playground.hooks.payloads.envelope import about_repository
from bot.playground.shapes import Json
from bot.playground.shapes.pulls import delivered_pull, pull_size
from bot.playground.world.accounts import Account
from bot.playground.world.pulls import PullRequest
from bot.playground.world.world import World


async def pull_request(action: str, pull: PullRequest, sender: Account, world: World) -> Json:
    """An action that carries nothing of its own."""
    return {
        "action": action,
        "number": pull.number,
        "pull_request": delivered_pull(pull, await pull_size(pull), world),
        **about_repository(pull.repository, sender, world),
    }


async def synchronize(pull: PullRequest, before: str, sender: Account, world: World) -> Json:
    """The head moved from `before` to the pull request's head."""
    payload = await pull_request("synchronize", pull, sender, world)
    return {**payload, "before": before, "after": pull.head_sha}


async def dequeued(pull: PullRequest, reason: str, sender: Account, world: World) -> Json:
    """Out of the merge queue, by hand (MANUAL) or for another reason."""
    return {**await pull_request("dequeued", pull, sender, world), "reason": reason}


async def base_changed(pull: PullRequest, old_ref: str, old_sha: str, sender: Account, world: World) -> Json:
    """`edited` with another base branch, and so with another diff."""
    payload = await pull_request("edited", pull, sender, world)
    return {**payload, "changes": {"base": {"ref": {"from": old_ref}, "sha": {"from": old_sha}}}}


async def retitled(pull: PullRequest, old_title: str, sender: Account, world: World) -> Json:
    """`edited` with another title, which changes nothing in the code."""
    payload = await pull_request("edited", pull, sender, world)
    return {**payload, "changes": {"title": {"from": old_title}}}
