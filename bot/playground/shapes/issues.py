"""Issues; a pull request is one as well and says so in `pull_request` (schema `issue`)."""

from bot.playground.shapes import Json
from bot.playground.shapes.reactions import reaction_counts
from bot.playground.shapes.repositories import api_url, html_url
from bot.playground.shapes.users import simple_user
from bot.playground.world.clock import stamp, stamp_or_none
from bot.playground.world.issues import Conversation
from bot.playground.world.pulls import PullRequest
from bot.playground.world.world import Addresses, World


def page_url(conversation: Conversation, at: Addresses) -> str:
    """The page of a pull request or an issue."""
    kind = "pull" if isinstance(conversation, PullRequest) else "issues"
    return f"{html_url(conversation.repository, at)}/{kind}/{conversation.number}"


def issue_shape(issue: Conversation, world: World) -> Json:
    """One issue or pull request, as an issue."""
    at, repository = world.addresses, issue.repository
    url = f"{api_url(repository, at)}/issues/{issue.number}"
    shape: Json = {
        "url": url,
        "repository_url": api_url(repository, at),
        "labels_url": f"{url}/labels{{/name}}",
        "comments_url": f"{url}/comments",
        "events_url": f"{url}/events",
        "timeline_url": f"{url}/timeline",
        "html_url": page_url(issue, at),
        "id": issue.id,
        "node_id": issue.node_id,
        "number": issue.number,
        "title": issue.title,
        "user": simple_user(issue.author, at),
        "labels": [],
        "state": issue.state,
        "state_reason": None,
        "locked": issue.locked,
        "assignee": None,
        "assignees": [],
        "milestone": None,
        "comments": len(world.comments.on(issue)),
        "created_at": stamp(issue.created_at),
        "updated_at": stamp(issue.updated_at),
        "closed_at": stamp_or_none(issue.closed_at),
        "author_association": "MEMBER",
        "active_lock_reason": None,
        "body": issue.body,
        "reactions": reaction_counts(url, []),
        "performed_via_github_app": None,
    }
    return {**shape, **_as_pull(issue, at)} if isinstance(issue, PullRequest) else shape


def _as_pull(pull: PullRequest, at: Addresses) -> Json:
    page = page_url(pull, at)
    return {
        "draft": pull.draft,
        "pull_request": {
            "url": f"{api_url(pull.repository, at)}/pulls/{pull.number}",
            "html_url": page,
            "diff_url": f"{page}.diff",
            "patch_url": f"{page}.patch",
            "merged_at": stamp_or_none(pull.merged_at),
        },
    }
