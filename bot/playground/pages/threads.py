"""Threads at lines of the diff as the page shows them: the lines, what was said, what a suggestion would change."""

from dataclasses import dataclass

from bot.playground.pages.diff import DiffLine
from bot.playground.pages.markdown import render_markdown
from bot.playground.pages.reactions import ShownReaction, shown_reactions
from bot.playground.suggestions import around_suggestion, suggested
from bot.playground.world.pulls import PullRequest
from bot.playground.world.reviews import ReviewComment, ReviewThread
from bot.playground.world.world import World

_LINES_SHOWN = 6
_KINDS = {"+": "added", "-": "removed"}


@dataclass(frozen=True, slots=True)
class ShownReviewComment:
    """One comment; `change` is what its suggestion takes out and puts in, null without one, between two texts."""

    comment: ReviewComment
    before: str
    change: tuple[DiffLine, ...] | None
    after: str
    reactions: tuple[ShownReaction, ...]


@dataclass(frozen=True, slots=True)
class ShownThread:
    """One thread under the last lines of its hunk. `can_apply`: its suggestions may have a button."""

    thread: ReviewThread
    lines: tuple[DiffLine, ...]
    comments: tuple[ShownReviewComment, ...]
    folded: bool
    can_apply: bool


def shown_threads(pull: PullRequest, world: World) -> list[ShownThread]:
    """All threads of a pull request, oldest first."""
    return [_shown(thread) for thread in world.reviews.threads_of(pull)]


def _shown(thread: ReviewThread) -> ShownThread:
    is_done = thread.resolved_by is not None
    return ShownThread(
        thread=thread,
        lines=tuple(_hunk_line(text) for text in thread.diff_hunk.split("\n")[1:][-_LINES_SHOWN:]),
        comments=tuple(_comment(each) for each in thread.comments),
        folded=is_done or thread.outdated or all(each.minimized for each in thread.comments),
        can_apply=thread.pull.state == "open" and not is_done and not thread.outdated and not thread.of_file,
    )


def _comment(comment: ReviewComment) -> ShownReviewComment:
    text = suggested(comment.body)
    before, after = around_suggestion(comment.body)
    return ShownReviewComment(
        comment=comment,
        before=render_markdown(before),
        change=None if text is None else (*_taken_out(comment.thread), *_put_in(text)),
        after=render_markdown(after),
        reactions=shown_reactions(comment.reactions),
    )


def _taken_out(thread: ReviewThread) -> list[DiffLine]:
    """The lines that the thread is about, which the hunk ends with."""
    anchor = thread.anchor
    count = 1 if anchor.start_line is None or anchor.line is None else anchor.line - anchor.start_line + 1
    shown = [text for text in thread.diff_hunk.split("\n")[1:] if not text.startswith("-")]
    return [DiffLine("removed", None, None, text[1:]) for text in shown[-count:]]


def _put_in(text: str) -> list[DiffLine]:
    return [DiffLine("added", None, None, line) for line in text.split("\n")[:-1]]


def _hunk_line(text: str) -> DiffLine:
    return DiffLine(_KINDS.get(text[:1], "same"), None, None, text[1:])
