"""Two commits compared, from their merge base (GITHUB.md §10)."""

from bot.playground.git.diffs import changes_between
from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.refusals import not_found
from bot.playground.rest.route import Routes
from bot.playground.shapes.commits import changed_file, commit_shape
from bot.playground.shapes.repositories import api_url, html_url

routes = Routes()

MOST_FILES = 300
MOST_COMMITS = 250


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/compare/{basehead...}",
    needed=({"contents": "read"},),
    page="commits/commits#compare-two-commits",
    answer=("CommitComparison",),
)
async def compare(call: Call) -> Answer:
    """`base...head`; both are branches, tags or shas, also as `owner:branch`. Files stand on the first page only."""
    git, repository, at = call.repository.git, call.repository, call.world.addresses
    base, head = await _ends(call)
    merge_base = await git.merge_base(base, head)
    if merge_base is None:
        raise not_found()
    ahead, behind = await git.commits_between(base, head), await git.commits_between(head, base)
    page = page_of(call, ahead, usual=MOST_COMMITS, most=MOST_COMMITS)
    files = await changes_between(git, merge_base, head) if call.query.get("page", "1") == "1" else []
    api = f"{api_url(repository, at)}/compare/{call.params['basehead']}"
    html = f"{html_url(repository, at)}/compare/{call.params['basehead']}"
    body = {
        "url": api,
        "html_url": html,
        "permalink_url": f"{html_url(repository, at)}/compare/{base}...{head}",
        "diff_url": f"{html}.diff",
        "patch_url": f"{html}.patch",
        "base_commit": commit_shape(await git.commit(base), repository, at),
        "merge_base_commit": commit_shape(await git.commit(merge_base), repository, at),
        "status": _status(len(ahead), len(behind)),
        "ahead_by": len(ahead),
        "behind_by": len(behind),
        "total_commits": len(ahead),
        "commits": [commit_shape(commit, repository, at) for commit in page.items],
        "files": [changed_file(change, head, repository, at) for change in files[:MOST_FILES]],
    }
    return Answer(body=body, headers=page.headers)


async def _ends(call: Call) -> tuple[str, str]:
    base, dots, head = call.params["basehead"].partition("...")
    found = [await call.repository.git.resolve(end.rpartition(":")[2]) for end in (base, head) if end]
    if not dots or len(found) != 2 or found[0] is None or found[1] is None:
        raise not_found()
    return found[0], found[1]


def _status(ahead: int, behind: int) -> str:
    if ahead and behind:
        return "diverged"
    if ahead:
        return "ahead"
    return "behind" if behind else "identical"
