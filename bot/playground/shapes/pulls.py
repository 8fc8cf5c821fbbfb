"""Pull requests: short, long, and as deliveries carry them (schemas `pull-request-simple`, `pull-request`)."""

from dataclasses import dataclass

from bot.playground.git.diffs import changes_between
from bot.playground.shapes import Json
from bot.playground.shapes.repositories import api_url, html_url, repository_shape
from bot.playground.shapes.users import simple_user
from bot.playground.world.clock import stamp, stamp_or_none
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from bot.playground.world.world import Addresses, World


@dataclass(frozen=True, slots=True)
class PullSize:
    """What git counts between the merge base and the head."""

    commits: int
    additions: int
    deletions: int
    changed_files: int


async def pull_size(pull: PullRequest) -> PullSize:
    """Counts commits and changed lines; all zero when the branches have nothing in common."""
    git = pull.repository.git
    base = await git.merge_base(pull.base_sha, pull.head_sha)
    if base is None:
        return PullSize(0, 0, 0, 0)
    commits = await git.commits_between(base, pull.head_sha)
    changes = await changes_between(git, base, pull.head_sha)
    return PullSize(
        commits=len(commits),
        additions=sum(change.additions for change in changes),
        deletions=sum(change.deletions for change in changes),
        changed_files=len(changes),
    )


def simple_pull(pull: PullRequest, at: Addresses) -> Json:
    """The form in lists."""
    api, html = api_url(pull.repository, at), f"{html_url(pull.repository, at)}/pull/{pull.number}"
    links = _links(pull, api, html)
    return {
        "url": links["self"],
        "id": pull.id,
        "node_id": pull.node_id,
        "html_url": html,
        "diff_url": f"{html}.diff",
        "patch_url": f"{html}.patch",
        "issue_url": links["issue"],
        "number": pull.number,
        "state": pull.state,
        "locked": pull.locked,
        "title": pull.title,
        "user": simple_user(pull.author, at),
        "body": pull.body,
        "created_at": stamp(pull.created_at),
        "updated_at": stamp(pull.updated_at),
        "closed_at": stamp_or_none(pull.closed_at),
        "merged_at": stamp_or_none(pull.merged_at),
        "assignees": [],
        "requested_reviewers": [],
        "requested_teams": [],
        "labels": [],
        "milestone": None,
        "draft": pull.draft,
        "commits_url": links["commits"],
        "review_comments_url": links["review_comments"],
        "review_comment_url": links["review_comment"],
        "comments_url": links["comments"],
        "statuses_url": links["statuses"],
        "head": _head(pull, at),
        "base": _base(pull, at),
        "_links": {name: {"href": href} for name, href in links.items()},
        "author_association": "CONTRIBUTOR" if pull.author.type == "Bot" else "MEMBER",
        "auto_merge": None,
        "active_lock_reason": None,
    }


def full_pull(pull: PullRequest, size: PullSize, world: World) -> Json:
    """The form of `GET /pulls/{n}`: without `merge_commit_sha` and `assignee` since 2026-03-10 (GITHUB.md §0)."""
    return {
        **simple_pull(pull, world.addresses),
        "merged": pull.merged_at is not None,
        "mergeable": pull.mergeable,
        "rebaseable": pull.mergeable,
        "mergeable_state": {None: "unknown", True: "clean", False: "dirty"}[pull.mergeable],
        "merged_by": None,
        "comments": len(world.comments.on(pull)),
        "review_comments": len(world.reviews.comments_on(pull)),
        "maintainer_can_modify": pull.maintainer_can_modify,
        "commits": size.commits,
        "additions": size.additions,
        "deletions": size.deletions,
        "changed_files": size.changed_files,
    }


def delivered_pull(pull: PullRequest, size: PullSize, world: World) -> Json:
    """The form in deliveries, which know no REST version and keep the older fields."""
    return {**full_pull(pull, size, world), "assignee": None, "merge_commit_sha": None}


def minimal_pull(pull: PullRequest, at: Addresses) -> Json:
    """The form inside check runs and suites."""
    url = api_url(pull.repository, at)
    here = {"id": pull.repository.id, "url": url, "name": pull.repository.name}
    return {
        "id": pull.id,
        "number": pull.number,
        "url": f"{url}/pulls/{pull.number}",
        "head": {"ref": pull.head_ref, "sha": pull.head_sha, "repo": here},
        "base": {"ref": pull.base_ref, "sha": pull.base_sha, "repo": here},
    }


def _links(pull: PullRequest, api: str, html: str) -> dict[str, str]:
    return {
        "self": f"{api}/pulls/{pull.number}",
        "html": html,
        "issue": f"{api}/issues/{pull.number}",
        "comments": f"{api}/issues/{pull.number}/comments",
        "review_comments": f"{api}/pulls/{pull.number}/comments",
        "review_comment": f"{api}/pulls/comments{{/number}}",
        "commits": f"{api}/pulls/{pull.number}/commits",
        "statuses": f"{api}/statuses/{pull.head_sha}",
    }


def _head(pull: PullRequest, at: Addresses) -> Json:
    return {
        "label": f"{pull.head_owner.login}:{pull.head_ref}",
        "ref": pull.head_ref,
        "sha": pull.head_sha,
        "user": simple_user(pull.head_owner, at),
        "repo": _repository_or_none(pull.head_repository, at),
    }


def _base(pull: PullRequest, at: Addresses) -> Json:
    owner = pull.repository.owner
    return {
        "label": f"{owner.login}:{pull.base_ref}",
        "ref": pull.base_ref,
        "sha": pull.base_sha,
        "user": simple_user(owner, at),
        "repo": repository_shape(pull.repository, at),
    }


def _repository_or_none(repository: Repository | None, at: Addresses) -> Json | None:
    return None if repository is None else repository_shape(repository, at)
