"""Files and folders at a commit (GITHUB.md §10)."""

import posixpath

from bot.playground.git.bare import Entry
from bot.playground.rest.call import Answer, Call
from bot.playground.rest.refusals import RefusalError, not_found
from bot.playground.rest.route import Routes
from bot.playground.shapes.contents import file_content, link_content, listed_entry, submodule_content

routes = Routes()

JSON_LIMIT = 1024 * 1024
RAW_LIMIT = 100 * 1024 * 1024
MOST_ENTRIES = 1_000
_RAW_TYPES = ("application/vnd.github.raw", "application/vnd.github.v3.raw")


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/contents/{path...}",
    needed=({"contents": "read"},),
    page="repos/contents#get-repository-content",
    answer=("ContentFile", "ContentDirectoryItems", "ContentSymlink", "ContentSubmodule"),
)
async def get_content(call: Call) -> Answer:
    """A file as JSON or raw, a folder as a list; a link to a file is followed, as GitHub does."""
    commit = await _commit(call)
    path = call.params["path"].strip("/")
    entry = await call.repository.git.entry(commit, path)
    if entry is not None and entry.mode == "120000":
        entry = await _target(call, commit, path, entry) or entry
    if entry is None:
        raise not_found()
    if entry.kind == "tree":
        return Answer(body=await _folder(call, commit, path, entry))
    return await _one(call, commit, path, entry)


async def _commit(call: Call) -> str:
    name = call.query.get("ref") or call.repository.default_branch
    found = await call.repository.git.resolve(name)
    if found is None:
        # The words are those of many reports on a missing branch.
        raise RefusalError(404, f"No commit found for the ref {name}")
    return found


async def _target(call: Call, commit: str, path: str, link: Entry) -> Entry | None:
    text = (await call.repository.git.blob(link.sha)).decode("utf-8", "surrogateescape")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), text))
    if target.startswith(("../", "/")) or target == "..":
        return None
    found = await call.repository.git.entry(commit, target)
    return found if found is not None and found.mode in ("100644", "100755") else None


async def _folder(call: Call, commit: str, path: str, folder: Entry) -> list[object]:
    entries = await call.repository.git.listing(folder.sha)
    prefix = f"{path}/" if path else ""
    return [
        listed_entry(each, prefix + each.path, commit, call.repository, call.world.addresses)
        for each in entries[:MOST_ENTRIES]
    ]


async def _one(call: Call, commit: str, path: str, entry: Entry) -> Answer:
    listed = listed_entry(entry, path, commit, call.repository, call.world.addresses)
    if entry.kind == "commit":
        return Answer(body=submodule_content(listed, "https://example.com/submodule.git"))
    content = await call.repository.git.blob(entry.sha)
    raw = _wants_raw(call.headers.get("Accept", ""))
    if len(content) > (RAW_LIMIT if raw else JSON_LIMIT):
        raise _too_large()
    if raw:
        return Answer(raw=content, headers={"Content-Type": "application/vnd.github.raw+json; charset=utf-8"})
    return Answer(body=link_content(listed, content) if entry.mode == "120000" else file_content(listed, content))


def _wants_raw(accept: str) -> bool:
    return accept.partition(";")[0].strip().removesuffix("+json") in _RAW_TYPES


def _too_large() -> RefusalError:
    """The words are in octokit/core.js#414 and palantir/policy-bot#83."""
    return RefusalError(
        403,
        "This API returns blobs up to 1 MB in size. The requested blob is too large to fetch via the API, but you can"
        " use the Git Data API to request blobs up to 100 MB in size.",
        errors=[{"resource": "Blob", "field": "data", "code": "too_large"}],
    )
