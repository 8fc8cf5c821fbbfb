"""Git objects, made one by one (GITHUB.md §6.2): blobs, trees, commits."""

import base64
import binascii
from datetime import datetime

from bot.playground.git.bare import Signature
from bot.playground.git.command import GitError
from bot.playground.git.objects import GONE, Placed, kind_of, write_blob, write_commit_object, write_tree
from bot.playground.people.signing import bot_signature, github_signature
from bot.playground.rest.call import Answer, Call
from bot.playground.rest.refusals import RefusalError, not_accessible, not_found
from bot.playground.rest.route import Routes
from bot.playground.shapes import Json
from bot.playground.shapes.git_data import blob_shape, git_commit_shape, tree_shape
from bot.playground.world.clock import now

routes = Routes()

_READ = ({"contents": "read"},)
_WRITE = ({"contents": "write"},)
_WORKFLOWS = ".github/workflows/"


@routes.add(
    "POST",
    "/repos/{owner}/{repo}/git/blobs",
    needed=_WRITE,
    page="git/blobs#create-a-blob",
    body=("ReposOwnerRepoGitBlobsPostBody",),
    answer=("ShortBlob",),
)
async def create_blob(call: Call) -> Answer:
    """The bytes of a file, as text or in base64."""
    sha = await write_blob(call.repository.git, _decoded(call.body))
    return Answer(201, blob_shape(sha, call.repository, call.world))


@routes.add(
    "POST",
    "/repos/{owner}/{repo}/git/trees",
    needed=_WRITE,
    page="git/trees#create-a-tree",
    body=("ReposOwnerRepoGitTreesPostBody",),
    answer=("GitTree",),
    nullable=("sha",),
)
async def create_tree(call: Call) -> Answer:
    """Entries on top of `base_tree`; without one they are all there is."""
    git, base = call.repository.git, call.body.get("base_tree")
    if base is not None and await kind_of(git, base) not in ("tree", "commit"):
        raise not_found()
    entries = [await _placed(call, entry, base) for entry in call.body["tree"]]
    try:
        sha = await write_tree(git, base, entries)
    except GitError as error:
        raise _bad_tree() from error
    return Answer(201, tree_shape(sha, await git.listing(sha), call.repository, call.world))


@routes.add(
    "POST",
    "/repos/{owner}/{repo}/git/commits",
    needed=_WRITE,
    page="git/commits#create-a-commit",
    body=("ReposOwnerRepoGitCommitsPostBody",),
    answer=("GitCommit",),
)
async def create_commit(call: Call) -> Answer:
    """A commit that nothing points to yet; signed by GitHub where it names nobody of its own (GITHUB.md §6.2)."""
    git, body = call.repository.git, call.body
    parents = body.get("parents") or []
    if await kind_of(git, body["tree"]) != "tree":
        raise RefusalError(422, "Tree SHA does not exist")
    for parent in parents:
        if await kind_of(git, parent) != "commit":
            raise RefusalError(422, "Parent SHA does not exist or is not a commit object")
    named = body.get("author") or body.get("committer")
    author = _given(body.get("author")) or bot_signature(call.app.bot)
    committer = _given(body.get("committer")) or (author if named else github_signature())
    sha = await write_commit_object(git, body["tree"], parents, body["message"], author, committer)
    if not named:
        call.world.signed_commits.add(sha)
    return Answer(201, git_commit_shape(await git.commit(sha), call.repository, call.world))


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/git/commits/{sha}",
    needed=_READ,
    page="git/commits#get-a-commit-object",
    answer=("GitCommit",),
)
async def get_commit(call: Call) -> Answer:
    """One commit, by its full sha."""
    git, sha = call.repository.git, call.params["sha"]
    if await kind_of(git, sha) != "commit":
        raise not_found()
    return Answer(body=git_commit_shape(await git.commit(sha), call.repository, call.world))


async def _placed(call: Call, entry: Json, base: str | None) -> Placed:
    """One entry as git takes it. Raises RefusalError."""
    git, path, mode = call.repository.git, entry.get("path") or "", entry.get("mode") or ""
    parts = path.split("/")
    if any(part in ("", ".", "..") or part.lower() == ".git" for part in parts):
        raise RefusalError(422, f"tree.path contains a malformed path component: {path}")
    if path.startswith(_WORKFLOWS) and not call.token.allows("workflows", "write"):
        raise not_accessible("workflows=write")
    if "content" in entry:
        return Placed(path, mode, await write_blob(git, entry["content"].encode()))
    sha = entry.get("sha")
    if sha is None:
        if base is None or await git.entry(base, path) is None:
            raise _bad_tree()
        return Placed(path, mode, GONE)
    if mode != "160000" and await kind_of(git, sha) is None:
        raise RefusalError(422, f"tree.sha {sha} is not a valid {entry.get('type', 'blob')}")
    return Placed(path, mode, sha)


def _bad_tree() -> RefusalError:
    """A deletion of what is not there, or a file where a folder stands (changesets/ghcommit#45 shows the words)."""
    return RefusalError(422, "GitRPC::BadObjectState")


def _decoded(body: Json) -> bytes:
    text: str = body["content"]
    if body.get("encoding", "utf-8") != "base64":
        return text.encode()
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise RefusalError(422, "content is not valid Base64") from error


def _given(person: Json | None) -> Signature | None:
    if person is None:
        return None
    when = datetime.fromisoformat(person["date"]) if "date" in person else now()
    return Signature(person["name"], person["email"], when)
