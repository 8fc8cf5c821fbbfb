"""Texts and anchors of reviews and their comments, checked before anything is kept (GITHUB.md §5.1).

`POST /reviews` and `POST /comments` complain in two forms: the first names no entry and no field.
"""

from collections.abc import Mapping
from typing import Any

from bot.playground.anchoring import AnchorError
from bot.playground.rest.call import Call
from bot.playground.rest.refusals import RefusalError, validation_failed
from bot.playground.rest.routes.issue_comments import LONGEST
from bot.playground.world.pulls import PullRequest
from bot.playground.world.reviews import Anchor

_SIDES = ("LEFT", "RIGHT")


def anchor_of(entry: Mapping[str, Any]) -> Anchor:
    """The place that a comment names. Raises AnchorError for a side that there is not."""
    side, start_side = entry.get("side", "RIGHT"), entry.get("start_side")
    if side not in _SIDES or start_side not in (*_SIDES, None):
        raise AnchorError("side", "is not included in the list")
    return Anchor(entry["path"], entry.get("line"), side, entry.get("start_line"), start_side)


def review_refused(*messages: str) -> RefusalError:
    """How a review is refused as a whole (ubuntu/WSL#244, parkerbxyz/suggest-changes#64, pingdotgg/t3code#12549)."""
    return RefusalError(422, "Unprocessable Entity", errors=list(messages))


def refused_in_review(error: AnchorError) -> RefusalError:
    """A review with an anchor outside the diff; it does not say which."""
    if error.field == "start_line" and "precede" in error.complaint:
        return review_refused(f"Pull request review thread start line {error.complaint}")
    return review_refused(f"{'Path' if error.field == 'path' else 'Line'} could not be resolved")


def refused_alone(error: AnchorError) -> RefusalError:
    """One comment outside the diff (mitchspano/sfdx-scan-pull-request#10 shows the message)."""
    field = f"pull_request_review_thread.{error.field}"
    return comment_refused(field, f"{field} {error.complaint}")


def comment_refused(field: str, message: str) -> RefusalError:
    """One comment that is wrong in a field."""
    error = {"resource": "PullRequestReviewComment", "code": "custom", "field": field, "message": message}
    return validation_failed(error)


def checked_body(text: str) -> str:
    """A comment's text. Raises RefusalError (422) for none, or one that is too long."""
    if not text.strip():
        raise comment_refused("body", "Body can't be blank")
    if len(text) > LONGEST:
        raise comment_refused("body", f"Body is too long (maximum is {LONGEST} characters)")
    return text


def check_unlocked(pull: PullRequest) -> None:
    """Raises RefusalError (403) in a locked conversation; for reviews an assumption, on the strict side."""
    if pull.locked:
        raise RefusalError(403, "Unable to create comment because issue is locked.")


async def commit_of_pull(call: Call, pull: PullRequest) -> str:
    """The commit that the body names, or the head. Raises RefusalError (422) for one that was never the head."""
    sha: str = call.body.get("commit_id", pull.head_sha)
    if sha not in pull.heads:
        raise comment_refused("commit_id", "commit_id is not part of the pull request")
    return sha
