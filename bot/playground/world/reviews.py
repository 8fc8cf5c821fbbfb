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


@dataclass(slots=True)
class ReviewThread:
    """Comments on one place. `anchor` is where it was made; `line` and `start_line` where that is in the newest head.

    Both are null once the lines changed: the thread is outdated.
    """

    id: int
    pull: PullRequest
    anchor: Anchor
    commit_id: str
    diff_hunk: str
    line: int | None
    start_line: int | None
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
    commit_id: str
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

    def open_thread(self, review: Review, anchor: Anchor, diff_hunk: str) -> ReviewThread:
        """A new thread; its first comment is still to be added."""
        made = ReviewThread(
            self._ids.next(Kind.REVIEW_THREAD),
            review.pull,
            anchor,
            review.commit_id,
            diff_hunk,
            anchor.line,
            anchor.start_line,
        )
        self.threads[made.id] = made
        return made

    def add(self, thread: ReviewThread, review: Review, body: str) -> ReviewComment:
        """A new comment at the end of a thread, by the review's author."""
        number = self._ids.next(Kind.REVIEW_COMMENT)
        made = ReviewComment(number, thread, review, review.author, body, review.commit_id, review.app)
        thread.comments.append(made)
        self.comments[made.id] = made
        return made

    def threads_of(self, pull: PullRequest) -> list[ReviewThread]:
        """The threads of one pull request."""
        return [thread for thread in self.threads.values() if thread.pull is pull]
