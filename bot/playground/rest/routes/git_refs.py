"""Branches and other refs, read, made, moved and deleted (GITHUB.md §6.2).

Moving a branch is a push: its events follow.
"""

from bot.playground.git.objects import is_ancestor, kind_of
from bot.playground.people.branches import BranchMovedError, Push
from bot.playground.rest.call import Answer, Call
from bot.playground.rest.refusals import RefusalError, not_found
from bot.playground.rest.route import Routes
from bot.playground.shapes.git_data import ref_shape

routes = Routes()

_READ = ({"contents": "read"},)
_WRITE = ({"contents": "write"},)
_BRANCH = "refs/heads/"


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/git/ref/{ref...}",
    needed=_READ,
    page="git/refs#get-a-reference",
    answer=("GitRef",),
)
async def get_ref(call: Call) -> Answer:
    """One ref by `heads/NAME` or `tags/NAME`."""
    ref = f"refs/{call.params['ref']}"
    sha = await call.repository.git.resolve(ref)
    if sha is None:
        raise not_found()
    return Answer(body=ref_shape(ref, sha, call.repository, call.world))


@routes.add(
    "POST",
    "/repos/{owner}/{repo}/git/refs",
    needed=_WRITE,
    page="git/refs#create-a-reference",
    body=("ReposOwnerRepoGitRefsPostBody",),
    answer=("GitRef",),
)
async def create_ref(call: Call) -> Answer:
    """A new ref at a commit that is there."""
    ref, sha = call.body["ref"], call.body["sha"]
    if not ref.startswith("refs/") or ref.count("/") < 2:
        raise RefusalError(422, "Reference name must contain at least three slash-separated components.")
    await _check_object(call, sha)
    async with call.people.moving:
        if await call.repository.git.resolve(ref) is not None:
            raise RefusalError(422, "Reference already exists")
        if not ref.startswith(_BRANCH):
            await call.repository.git.set_ref(ref, sha)
            return Answer(201, ref_shape(ref, sha, call.repository, call.world))
        push = await call.people.make_branch(call.repository, ref.removeprefix(_BRANCH), sha, call.app.bot)
    return _pushed(call, ref, push, 201)


@routes.add(
    "PATCH",
    "/repos/{owner}/{repo}/git/refs/{ref...}",
    needed=_WRITE,
    page="git/refs#update-a-reference",
    body=("ReposOwnerRepoGitRefsRefPatchBody",),
    answer=("GitRef",),
)
async def update_ref(call: Call) -> Answer:
    """A branch moved: forward only, unless forced."""
    ref, sha = f"refs/{call.params['ref']}", call.body["sha"]
    branch = ref.removeprefix(_BRANCH)
    await _check_object(call, sha)
    _check_rules(call, branch)
    async with call.people.moving:
        before = await call.repository.git.resolve(ref)
        if before is None or not ref.startswith(_BRANCH):
            raise RefusalError(422, "Reference does not exist")
        if not call.body.get("force") and not await is_ancestor(call.repository.git, before, sha):
            raise RefusalError(422, "Update is not a fast forward")
        try:
            push = await call.people.move_branch(call.repository, branch, before, sha, call.app.bot)
        except BranchMovedError as error:
            raise RefusalError(422, "Update is not a fast forward") from error
    return _pushed(call, ref, push, 200)


@routes.add(
    "DELETE",
    "/repos/{owner}/{repo}/git/refs/{ref...}",
    needed=_WRITE,
    page="git/refs#delete-a-reference",
)
async def delete_ref(call: Call) -> Answer:
    """The ref is gone. Deleting a branch has events that nobody asked for here yet, so it is refused."""
    ref = f"refs/{call.params['ref']}"
    if await call.repository.git.resolve(ref) is None:
        raise RefusalError(422, "Reference does not exist")
    if ref.startswith(_BRANCH):
        raise RefusalError(422, "Cannot delete this branch")
    await call.repository.git.delete_ref(ref)
    return Answer(204)


async def _check_object(call: Call, sha: str) -> None:
    if await kind_of(call.repository.git, sha) != "commit":
        raise RefusalError(422, "Object does not exist")


def _check_rules(call: Call, branch: str) -> None:
    refusal = call.world.branch_rules.refusal(call.repository, branch)
    if refusal is not None:
        raise RefusalError(422, refusal)


def _pushed(call: Call, ref: str, push: Push, status: int) -> Answer:
    call.hooks.in_background(call.people.tell_of_push(push))
    return Answer(status, ref_shape(ref, push.after, call.repository, call.world))
