"""Commit statuses, read: the App sets none (GITHUB.md §2.1)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.route import Needed, Routes
from bot.playground.rest.routes.check_runs import commit_of
from bot.playground.shapes.statuses import combined_shape, status_shape

routes = Routes()

_READ: Needed = ({"statuses": "read"},)


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/commits/{ref...}/status",
    needed=_READ,
    page="commits/statuses#get-the-combined-status-for-a-specific-reference",
    answer=("CombinedCommitStatus",),
)
async def get_combined(call: Call) -> Answer:
    """The newest status of each context and one word for all."""
    sha = await commit_of(call)
    statuses = call.world.statuses.on(call.repository, sha)
    shape = combined_shape(call.repository, sha, statuses, call.world.addresses)
    page = page_of(call, shape["statuses"])
    return Answer(body={**shape, "statuses": list(page.items)}, headers=page.headers)


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/commits/{ref...}/statuses",
    needed=_READ,
    page="commits/statuses#list-commit-statuses-for-a-reference",
    answer=("Status",),
)
async def list_statuses(call: Call) -> Answer:
    """Every status that was ever set, newest first."""
    page = page_of(call, call.world.statuses.on(call.repository, await commit_of(call)))
    return Answer(body=[status_shape(each, call.world.addresses) for each in page.items], headers=page.headers)
