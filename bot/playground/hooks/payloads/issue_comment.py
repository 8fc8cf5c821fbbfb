"""`issue_comment`: created. It holds no head commit (GITHUB.md §3.2)."""

from bot.playground.hooks.payloads.envelope import about_repository
from bot.playground.shapes import Json
from bot.playground.shapes.comments import comment_shape
from bot.playground.shapes.repositories import api_url, html_url
from bot.playground.shapes.users import simple_user
from bot.playground.world.accounts import Account
from bot.playground.world.clock import stamp, stamp_or_none
from bot.playground.world.comments import IssueComment
from bot.playground.world.pulls import PullRequest
from bot.playground.world.world import World


def created(comment: IssueComment, sender: Account, world: World) -> Json:
    """Somebody commented, the App itself included."""
    return {
        "action": "created",
        "issue": _issue(comment.pull, world),
        "comment": comment_shape(comment, world.addresses),
        **about_repository(comment.pull.repository, sender, world),
    }


def _issue(pull: PullRequest, world: World) -> Json:
    at, repository = world.addresses, pull.repository
    url, page = f"{api_url(repository, at)}/issues/{pull.number}", f"{html_url(repository, at)}/pull/{pull.number}"
    reactions = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")
    return {
        "url": url,
        "repository_url": api_url(repository, at),
        "labels_url": f"{url}/labels{{/name}}",
        "comments_url": f"{url}/comments",
        "events_url": f"{url}/events",
        "timeline_url": f"{url}/timeline",
        "html_url": page,
        "id": pull.id,
        "node_id": pull.node_id,
        "number": pull.number,
        "title": pull.title,
        "user": simple_user(pull.author, at),
        "labels": [],
        "state": pull.state,
        "state_reason": None,
        "locked": pull.locked,
        "assignee": None,
        "assignees": [],
        "milestone": None,
        "comments": len(world.comments.on(pull)),
        "created_at": stamp(pull.created_at),
        "updated_at": stamp(pull.updated_at),
        "closed_at": stamp_or_none(pull.closed_at),
        "author_association": "MEMBER",
        "active_lock_reason": None,
        "draft": pull.draft,
        "pull_request": {
            "url": f"{api_url(repository, at)}/pulls/{pull.number}",
            "html_url": page,
            "diff_url": f"{page}.diff",
            "patch_url": f"{page}.patch",
            "merged_at": stamp_or_none(pull.merged_at),
        },
        "body": pull.body,
        "reactions": {"url": f"{url}/reactions", "total_count": 0, **dict.fromkeys(reactions, 0)},
        "performed_via_github_app": None,
    }
