"""Pull requests: read, opened by the App, changed by it."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.refusals import RefusalError, validation_failed
from bot.playground.rest.route import Routes
from bot.playground.shapes.pulls import full_pull, pull_size, simple_pull
from bot.playground.world.pulls import PullRequest

routes = Routes()

_READ = ({"pull_requests": "read"},)
_WRITE = ({"pull_requests": "write"},)


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


@routes.add(
    "POST",
    "/repos/{owner}/{repo}/pulls",
    needed=_WRITE,
    page="pulls/pulls#create-a-pull-request",
    body=("ReposOwnerRepoPullsPostBody",),
    answer=("PullRequest",),
)
async def create_pull(call: Call) -> Answer:
    """A pull request by the App's bot, between two branches of the repository."""
    git, body = call.repository.git, call.body
    base, head = body["base"], body["head"].rpartition(":")[2]
    for field, branch in (("base", base), ("head", head)):
        if await git.resolve(f"refs/heads/{branch}") is None:
            raise validation_failed({"resource": "PullRequest", "field": field, "code": "invalid"})
    label = f"{call.repository.owner.login}:{head}"
    if any(pull.state == "open" and _fits(pull, label, base) for pull in call.world.pulls.of(call.repository)):
        raise _custom(f"A pull request already exists for {label}.")
    if not await git.commits_between(f"refs/heads/{base}", f"refs/heads/{head}"):
        raise _custom(f"No commits between {base} and {head}")
    pull = await call.people.make_pull_request(
        call.repository,
        base,
        head,
        title=body.get("title") or "",
        body=body.get("body"),
        author=call.app.bot,
        draft=bool(body.get("draft")),
    )
    call.hooks.in_background(call.people.tell_of_opening(pull))
    return Answer(201, full_pull(pull, await pull_size(pull), call.world))


@routes.add(
    "PATCH",
    "/repos/{owner}/{repo}/pulls/{pull_number}",
    needed=_WRITE,
    page="pulls/pulls#update-a-pull-request",
    body=("ReposOwnerRepoPullsPullNumberPatchBody",),
    answer=("PullRequest",),
)
async def update_pull(call: Call) -> Answer:
    """Another title or text."""
    pull = call.pull("pull_number")
    if "title" in call.body and call.body["title"] != pull.title:
        call.hooks.in_background(call.people.retitle(pull, call.body["title"], call.app.bot))
    pull.body = call.body.get("body", pull.body)
    return Answer(body=full_pull(pull, await pull_size(pull), call.world))


def _custom(message: str) -> RefusalError:
    return validation_failed({"resource": "PullRequest", "code": "custom", "message": message})


def _fits(pull: PullRequest, head: str | None, base: str | None) -> bool:
    label = f"{pull.head_owner.login}:{pull.head_ref}"
    return head in (None, label) and base in (None, pull.base_ref)
