"""Reviews: all their comments or none (GITHUB.md §5.1)."""

from bot.playground.anchoring import AnchorError, diff_of, follow, place
from bot.playground.rest.actors import InstallationActor
from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.refusals import not_found
from bot.playground.rest.review_texts import (
    anchor_of,
    check_unlocked,
    checked_body,
    commit_of_pull,
    refused_in_review,
    review_refused,
)
from bot.playground.rest.route import Needed, Routes
from bot.playground.shapes.reviews import review_comment_shape, review_shape
from bot.playground.world.clock import now
from bot.playground.world.reviews import Review

routes = Routes()

READ: Needed = ({"pull_requests": "read"},)
WRITE: Needed = ({"pull_requests": "write"},)
_PATH = "/repos/{owner}/{repo}/pulls/{pull_number}/reviews"
_STATES = {"COMMENT": "COMMENTED", "APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED"}


@routes.add(
    "GET", _PATH, needed=READ, page="pulls/reviews#list-reviews-for-a-pull-request", answer=("PullRequestReview",)
)
async def list_reviews(call: Call) -> Answer:
    """The reviews, oldest first; a pending one only for who began it."""
    found = [each for each in call.world.reviews.of(call.pull("pull_number")) if _sees(call, each)]
    page = page_of(call, found)
    return Answer(body=[review_shape(each, call.world.addresses) for each in page.items], headers=page.headers)


@routes.add(
    "POST",
    _PATH,
    needed=WRITE,
    page="pulls/reviews#create-a-review-for-a-pull-request",
    body=("ReposOwnerRepoPullsPullNumberReviewsPostBody",),
    answer=("PullRequestReview",),
)
async def create_review(call: Call) -> Answer:
    """A review of the App's bot; without `event` it waits, unseen by others, to be submitted."""
    pull, event = call.pull("pull_number"), call.body.get("event")
    check_unlocked(pull)
    sha = await commit_of_pull(call, pull)
    if any(each.pending and each.author is call.app.bot for each in call.world.reviews.of(pull)):
        # Also for one that is submitted at once (max-sixty/tend#1171).
        raise review_refused("User can only have one pending review per pull request")
    _check_summary(event, call.body.get("body", ""))
    diff, entries = await diff_of(pull, sha), call.body.get("comments", [])
    try:
        placed = [(entry, anchor_of(entry)) for entry in entries]
        hunks = [place(diff, anchor) for _, anchor in placed]
    except AnchorError as error:
        raise refused_in_review(error) from error
    texts = [checked_body(entry["body"]) for entry in entries]
    reviews = call.world.reviews
    state = "PENDING" if event is None else _STATES[event]
    review = reviews.begin(pull, call.app.bot, sha, state, call.body.get("body", ""), call.app)
    for (_, anchor), (last, hunk), text in zip(placed, hunks, texts, strict=True):
        thread = reviews.open_thread(review, anchor, hunk, last.position)
        reviews.add(thread, review, text)
        await follow(thread)
    _tell(call, review)
    return Answer(200, review_shape(review, call.world.addresses))


@routes.add(
    "POST",
    _PATH + "/{review_id}/events",
    needed=WRITE,
    page="pulls/reviews#submit-a-review-for-a-pull-request",
    body=("ReposOwnerRepoPullsPullNumberReviewsReviewIdEventsPostBody",),
    answer=("PullRequestReview",),
)
async def submit_review(call: Call) -> Answer:
    """Shows a pending review to everybody."""
    review = _own_pending(call)
    _check_summary(call.body["event"], call.body.get("body", review.body))
    review.body = call.body.get("body", review.body)
    review.state, review.submitted_at = _STATES[call.body["event"]], now()
    _tell(call, review)
    return Answer(body=review_shape(review, call.world.addresses))


@routes.add(
    "DELETE",
    _PATH + "/{review_id}",
    needed=WRITE,
    page="pulls/reviews#delete-a-pending-review-for-a-pull-request",
    answer=("PullRequestReview",),
)
async def delete_pending_review(call: Call) -> Answer:
    """Takes a pending review back; a submitted one stays for ever."""
    review = _own_pending(call)
    call.world.reviews.withdraw(review)
    return Answer(body=review_shape(review, call.world.addresses))


@routes.add(
    "GET",
    _PATH + "/{review_id}/comments",
    needed=READ,
    page="pulls/reviews#list-comments-for-a-pull-request-review",
    answer=("ReviewComment",),
)
async def list_comments_of_review(call: Call) -> Answer:
    """The comments of one review."""
    review = _review(call)
    found = [comment for comment in call.world.reviews.comments.values() if comment.review is review]
    page = page_of(call, found)
    return Answer(body=[review_comment_shape(each, call.world.addresses) for each in page.items], headers=page.headers)


def _check_summary(event: str | None, body: str) -> None:
    """A body is required, but for an approval and for what is not submitted yet."""
    if event in ("COMMENT", "REQUEST_CHANGES") and not body.strip():
        raise review_refused("Body can't be blank")


def _tell(call: Call, review: Review) -> None:
    if not review.pending:
        for comment in [each for each in call.world.reviews.comments.values() if each.review is review]:
            call.hooks.in_background(call.people.tell_of_review_comment(comment))


def _sees(call: Call, review: Review) -> bool:
    is_its_author = isinstance(call.actor, InstallationActor) and review.author is call.app.bot
    return is_its_author or not review.pending


def _review(call: Call) -> Review:
    pull = call.pull("pull_number")
    found = call.world.reviews.reviews.get(call.number("review_id"))
    if found is None or found.pull is not pull or not _sees(call, found):
        raise not_found()
    return found


def _own_pending(call: Call) -> Review:
    review = _review(call)
    if review.author is not call.app.bot:
        raise not_found()
    if not review.pending:
        raise review_refused("Can not change a review that was submitted")
    return review
