"""Reviews and the comments of their threads (schemas `pull-request-review`, `pull-request-review-comment`)."""

from bot.playground.shapes import Json
from bot.playground.shapes.issues import page_url
from bot.playground.shapes.pulls import simple_pull
from bot.playground.shapes.reactions import reaction_counts
from bot.playground.shapes.repositories import api_url
from bot.playground.shapes.users import simple_user
from bot.playground.world.clock import stamp
from bot.playground.world.pulls import PullRequest
from bot.playground.world.reviews import Review, ReviewComment
from bot.playground.world.world import Addresses


def review_shape(review: Review, at: Addresses) -> Json:
    """One review; a pending one was not submitted at any time."""
    page, pull_url = f"{page_url(review.pull, at)}#pullrequestreview-{review.id}", _pull_url(review.pull, at)
    shape = {
        "id": review.id,
        "node_id": review.node_id,
        "user": simple_user(review.author, at),
        "body": review.body,
        "state": review.state,
        "html_url": page,
        "pull_request_url": pull_url,
        "author_association": "NONE" if review.app is not None else "MEMBER",
        "_links": {"html": {"href": page}, "pull_request": {"href": pull_url}},
        "commit_id": review.commit_id,
    }
    return shape if review.pending else {**shape, "submitted_at": stamp(review.submitted_at)}


def review_comment_shape(comment: ReviewComment, at: Addresses) -> Json:
    """One comment; `line` and `position` are null once it is outdated. No field tells through which App it came."""
    thread, anchor = comment.thread, comment.thread.anchor
    url = f"{api_url(thread.pull.repository, at)}/pulls/comments/{comment.id}"
    page, pull_url = f"{page_url(thread.pull, at)}#discussion_r{comment.id}", _pull_url(thread.pull, at)
    first = thread.comments[0]
    shape = {
        "url": url,
        "pull_request_review_id": comment.review.id,
        "id": comment.id,
        "node_id": comment.node_id,
        "diff_hunk": thread.diff_hunk,
        "path": anchor.path,
        "commit_id": thread.commit_id,
        "original_commit_id": thread.original_commit_id,
        "user": simple_user(comment.author, at),
        "body": comment.body,
        "created_at": stamp(comment.created_at),
        "updated_at": stamp(comment.updated_at),
        "html_url": page,
        "pull_request_url": pull_url,
        "author_association": "NONE" if comment.app is not None else "MEMBER",
        "_links": {"self": {"href": url}, "html": {"href": page}, "pull_request": {"href": pull_url}},
        "reactions": reaction_counts(url, comment.reactions),
        "start_line": thread.start_line,
        "original_start_line": anchor.start_line,
        "start_side": None if anchor.start_line is None else anchor.start_side or anchor.side,
        "line": thread.line,
        "original_line": anchor.line,
        "side": anchor.side,
        "position": 1 if thread.of_file else thread.position,
        "original_position": thread.original_position or 1,
        "subject_type": "file" if thread.of_file else "line",
    }
    return shape if comment is first else {**shape, "in_reply_to_id": first.id}


def delivered_pull_of_comment(pull: PullRequest, at: Addresses) -> Json:
    """The pull request beside a delivered comment: the form of lists, with the older fields."""
    return {**simple_pull(pull, at), "assignee": None, "merge_commit_sha": None}


def _pull_url(pull: PullRequest, at: Addresses) -> str:
    return f"{api_url(pull.repository, at)}/pulls/{pull.number}"
