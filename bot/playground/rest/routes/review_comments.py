"""Comments at lines of a pull request's diff (GITHUB.md §5.1)."""

from bot.playground.anchoring import AnchorError, Diff, diff_of, follow, place
from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.refusals import not_accessible, not_found
from bot.playground.rest.review_texts import (
    anchor_of,
    check_unlocked,
    checked_body,
    comment_refused,
    commit_of_pull,
    refused_alone,
)
from bot.playground.rest.route import Routes
from bot.playground.rest.routes.reviews import READ, WRITE
from bot.playground.shapes.reviews import review_comment_shape
from bot.playground.world.pulls import PullRequest
from bot.playground.world.reviews import Anchor, Review, ReviewComment, ReviewThread

routes = Routes()

_OF_PULL = "/repos/{owner}/{repo}/pulls/{pull_number}/comments"
_ONE = "/repos/{owner}/{repo}/pulls/comments/{comment_id}"


@routes.add(
    "GET",
    _OF_PULL,
    needed=READ,
    page="pulls/comments#list-review-comments-on-a-pull-request",
    answer=("PullRequestReviewComment",),
)
async def list_comments(call: Call) -> Answer:
    """All that was submitted, oldest first."""
    page = page_of(call, call.world.reviews.comments_on(call.pull("pull_number")))
    return Answer(body=[review_comment_shape(each, call.world.addresses) for each in page.items], headers=page.headers)


@routes.add(
    "POST",
    _OF_PULL,
    needed=WRITE,
    page="pulls/comments#create-a-review-comment-for-a-pull-request",
    body=("ReposOwnerRepoPullsPullNumberCommentsPostBody",),
    answer=("PullRequestReviewComment",),
)
async def create_comment(call: Call) -> Answer:
    """One comment: at lines, about a file of the diff (`subject_type: file`), or an answer (`in_reply_to`)."""
    pull = call.pull("pull_number")
    check_unlocked(pull)
    text = checked_body(call.body["body"])
    if "in_reply_to" in call.body:
        return _answered(call, _first(call, pull, call.body["in_reply_to"]).thread, text)
    review, thread = await _new_thread(call, pull)
    return _said(call, thread, review, text)


@routes.add(
    "POST",
    _OF_PULL + "/{comment_id}/replies",
    needed=WRITE,
    page="pulls/comments#create-a-reply-for-a-review-comment",
    body=("ReposOwnerRepoPullsPullNumberCommentsCommentIdRepliesPostBody",),
    answer=("PullRequestReviewComment",),
)
async def reply(call: Call) -> Answer:
    """An answer to the first comment of a thread; answers to answers are not supported."""
    pull = call.pull("pull_number")
    check_unlocked(pull)
    return _answered(call, _first(call, pull, call.number("comment_id")).thread, checked_body(call.body["body"]))


@routes.add(
    "GET",
    _ONE,
    needed=READ,
    page="pulls/comments#get-a-review-comment-for-a-pull-request",
    answer=("PullRequestReviewComment",),
)
async def get_comment(call: Call) -> Answer:
    """One comment."""
    return Answer(body=review_comment_shape(comment_of(call), call.world.addresses))


@routes.add(
    "PATCH",
    _ONE,
    needed=WRITE,
    page="pulls/comments#update-a-review-comment-for-a-pull-request",
    body=("ReposOwnerRepoPullsCommentsCommentIdPatchBody",),
    answer=("PullRequestReviewComment",),
)
async def update_comment(call: Call) -> Answer:
    """Another text at the same lines."""
    comment, text = comment_of(call), checked_body(call.body["body"])
    call.hooks.in_background(call.people.change_review_comment(comment, text, call.app.bot))
    return Answer(body=review_comment_shape(comment, call.world.addresses))


@routes.add("DELETE", _ONE, needed=WRITE, page="pulls/comments#delete-a-review-comment-for-a-pull-request")
async def delete_comment(call: Call) -> Answer:
    """The comment is gone, and the thread with the last one."""
    comment = comment_of(call)
    if comment.author is not call.app.bot:
        raise not_accessible("pull_requests=write")
    call.world.reviews.remove(comment)
    return Answer(204)


def comment_of(call: Call) -> ReviewComment:
    """The comment of the path's `comment_id`. Raises RefusalError (404)."""
    found = call.world.reviews.comments.get(call.number("comment_id"))
    if found is None or found.repository is not call.repository:
        raise not_found()
    return found


def _first(call: Call, pull: PullRequest, number: int) -> ReviewComment:
    found = call.world.reviews.comments.get(number)
    if found is None or found.thread.pull is not pull:
        raise not_found()
    if found is not found.thread.comments[0]:
        raise comment_refused("in_reply_to", "Replies to replies are not supported")
    return found


async def _new_thread(call: Call, pull: PullRequest) -> tuple[Review, ReviewThread]:
    """A thread where the body says, and the review that it needs. Raises RefusalError (422)."""
    sha = await commit_of_pull(call, pull)
    diff, is_of_file = await diff_of(pull, sha), call.body.get("subject_type") == "file"
    try:
        anchor = Anchor(call.body["path"]) if is_of_file else anchor_of(call.body)
        position, hunk = _place(diff, anchor, is_of_file=is_of_file)
    except AnchorError as error:
        raise refused_alone(error) from error
    review = call.world.reviews.begin(pull, call.app.bot, sha, "COMMENTED", app=call.app)
    thread = call.world.reviews.open_thread(review, anchor, hunk, position)
    await follow(thread)
    return review, thread


def _place(diff: Diff, anchor: Anchor, *, is_of_file: bool) -> tuple[int | None, str]:
    if not is_of_file:
        last, hunk = place(diff, anchor)
        return last.position, hunk
    if anchor.path not in diff:
        raise AnchorError("path", "could not be resolved")
    return None, ""


def _answered(call: Call, thread: ReviewThread, text: str) -> Answer:
    review = call.world.reviews.begin(thread.pull, call.app.bot, thread.commit_id, "COMMENTED", app=call.app)
    return _said(call, thread, review, text)


def _said(call: Call, thread: ReviewThread, review: Review, text: str) -> Answer:
    comment = call.world.reviews.add(thread, review, text)
    call.hooks.in_background(call.people.tell_of_review_comment(comment))
    shape = review_comment_shape(comment, call.world.addresses)
    return Answer(201, shape, headers={"Location": shape["url"]})
