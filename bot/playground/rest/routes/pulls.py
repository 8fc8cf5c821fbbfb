"""Pull requests, read."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.route import Routes
from bot.playground.shapes.pulls import full_pull, pull_size, simple_pull
from bot.playground.world.pulls import PullRequest

routes = Routes()

_READ = ({"pull_requests": "read"},)


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/pulls",
    needed=_READ,
    page="pulls/pulls#list-pull-requests",
    answer=("PullRequestSimple",),
)
async def list_pulls(call: Call) -> Answer:
    """Open ones unless asked otherwise, newest first unless asked otherwise."""
    state = call.choice("state", ("open", "closed", "all"), "open")
    direction = call.choice("direction", ("asc", "desc"), "desc")
    found = [pull for pull in call.world.pulls.of(call.repository) if state in ("all", pull.state)]
    found = [pull for pull in found if _fits(pull, call.query.get("head"), call.query.get("base"))]
    page = page_of(call, found if direction == "asc" else found[::-1])
    return Answer(body=[simple_pull(pull, call.world.addresses) for pull in page.items], headers=page.headers)


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/pulls/{pull_number}",
    needed=_READ,
    page="pulls/pulls#get-a-pull-request",
    answer=("PullRequest",),
)
async def get_pull(call: Call) -> Answer:
    """One pull request; `mergeable` is null until GitHub has computed it: on the first request (GITHUB.md §10)."""
    pull = call.pull("pull_number")
    body = full_pull(pull, await pull_size(pull), call.world)
    if pull.mergeable is None:
        pull.mergeable = await pull.repository.git.merges_cleanly(pull.base_sha, pull.head_sha)
    return Answer(body=body)


def _fits(pull: PullRequest, head: str | None, base: str | None) -> bool:
    label = f"{pull.head_owner.login}:{pull.head_ref}"
    return head in (None, label) and base in (None, pull.base_ref)
