"""Reviews, and the threads of comments on the lines of a pull request (GITHUB.md §5)."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.playground.world.accounts import Account
from bot.playground.world.apps import App
from bot.playground.world.clock import now
from bot.playground.world.ids import Ids, Kind, node_id
from bot.playground.world.pulls import PullRequest
from bot.playground.world.reactions import Reaction
from bot.playground.world.repositories import Repository


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a thread stands: lines count from 1, in the old file for LEFT, in the new one for RIGHT.

    `start_line` is null for a single line; `line` is null for a thread about the whole file.
    """

    path: str
    line: int | None = None
    side: str = "RIGHT"
    start_line: int | None = None
    start_side: str | None = None


@dataclass(slots=True)
class Review:
    """One review; `state` is PENDING, COMMENTED, APPROVED or CHANGES_REQUESTED."""

    id: int
    pull: PullRequest
    author: Account
    body: str
    commit_id: str
    state: str
    app: App | None = None
    submitted_at: datetime = field(default_factory=now)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.REVIEW, self.id)

    @property
    def pending(self) -> bool:
        """Whether only its author sees it yet."""
        return self.state == "PENDING"


@dataclass(slots=True)
class ReviewThread:
    """Comments on one place. `anchor` is where it was made, in `original_commit_id`.

    `line`, `start_line` and `position` (in the patch) are where that is in `commit_id`, the newest head that still has
    it; null once the lines changed, and then the thread is outdated. `original_position` is null for a whole file.
    """

    id: int
    pull: PullRequest
    anchor: Anchor
    original_commit_id: str
    original_position: int | None
    diff_hunk: str
    commit_id: str
    line: int | None
    start_line: int | None
    position: int | None
    resolved_by: Account | None = None
    comments: list["ReviewComment"] = field(default_factory=list)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.REVIEW_THREAD, self.id)

    @property
    def of_file(self) -> bool:
        """Whether it is about the file and not about lines of it."""
        return self.anchor.line is None

    @property
    def outdated(self) -> bool:
        """Whether the lines that it is about are not there any more."""
        return self.line is None and not self.of_file


@dataclass(slots=True)
class ReviewComment:
    """One comment of a thread. `app` is the App that wrote it, null for a person's."""

    id: int
    thread: ReviewThread
    review: Review
    author: Account
    body: str
    app: App | None = None
    minimized: str | None = None
    reactions: list[Reaction] = field(default_factory=list)
    created_at: datetime = field(default_factory=now)
    updated_at: datetime = field(default_factory=now)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.REVIEW_COMMENT, self.id)

    @property
    def repository(self) -> Repository:
        """Where the pull request is."""
        return self.thread.pull.repository


class Reviews:
    """All reviews, threads and their comments, oldest first."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self.reviews: dict[int, Review] = {}
        self.threads: dict[int, ReviewThread] = {}
        self.comments: dict[int, ReviewComment] = {}

    def begin(
        self, pull: PullRequest, author: Account, commit_id: str, state: str, body: str = "", app: App | None = None
    ) -> Review:
        """A new review."""
        made = Review(self._ids.next(Kind.REVIEW), pull, author, body, commit_id, state, app)
        self.reviews[made.id] = made
        return made

    def open_thread(
        self, review: Review, anchor: Anchor, diff_hunk: str = "", position: int | None = None
    ) -> ReviewThread:
        """A new thread; its first comment is still to be added."""
        made = ReviewThread(
            id=self._ids.next(Kind.REVIEW_THREAD),
            pull=review.pull,
            anchor=anchor,
            original_commit_id=review.commit_id,
            original_position=position,
            diff_hunk=diff_hunk,
            commit_id=review.commit_id,
            line=anchor.line,
            start_line=anchor.start_line,
            position=position,
        )
        self.threads[made.id] = made
        return made

    def add(self, thread: ReviewThread, review: Review, body: str) -> ReviewComment:
        """A new comment at the end of a thread, by the review's author."""
        number = self._ids.next(Kind.REVIEW_COMMENT)
        made = ReviewComment(number, thread, review, review.author, body, review.app)
        thread.comments.append(made)
        self.comments[made.id] = made
        return made

    def threads_of(self, pull: PullRequest) -> list[ReviewThread]:
        """The threads of one pull request, without those of a review that was not submitted."""
        found = [thread for thread in self.threads.values() if thread.pull is pull]
        return [thread for thread in found if not any(each.review.pending for each in thread.comments)]

    def comments_on(self, pull: PullRequest) -> list[ReviewComment]:
        """The comments in the threads of one pull request, without those of a review that was not submitted."""
        found = [comment for comment in self.comments.values() if comment.thread.pull is pull]
        return [comment for comment in found if not comment.review.pending]

    def of(self, pull: PullRequest) -> list[Review]:
        """The reviews of one pull request, pending ones too."""
        return [review for review in self.reviews.values() if review.pull is pull]

    def withdraw(self, review: Review) -> None:
        """Forgets a pending review with its comments."""
        del self.reviews[review.id]
        for comment in [each for each in self.comments.values() if each.review is review]:
            self.remove(comment)

    def remove(self, comment: ReviewComment) -> None:
        """Forgets a comment, and its thread when it was the last one there."""
        del self.comments[comment.id]
        comment.thread.comments.remove(comment)
        if not comment.thread.comments:
            del self.threads[comment.thread.id]
