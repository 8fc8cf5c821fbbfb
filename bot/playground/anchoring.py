"""Where comments stand in a pull request's diff, and what becomes of them when the diff changes (GITHUB.md §5.1).

The diff is the three-dot one, from the merge base to a head, with three lines around each change.
"""

from bot.playground.git.diffs import changes_between
from bot.playground.git.hunks import Line, Patch, read_patch
from bot.playground.world.pulls import PullRequest
from bot.playground.world.reviews import Anchor, ReviewThread

Diff = dict[str, Patch]
"""The patch of each changed file by its new path; without lines for a binary one."""


class AnchorError(Exception):
    """A comment cannot stand there. `field` is the one at fault, `complaint` what GitHub says of it."""

    def __init__(self, field: str, complaint: str) -> None:
        super().__init__(f"{field} {complaint}")
        self.field = field
        self.complaint = complaint


async def diff_of(pull: PullRequest, head: str) -> Diff:
    """What the pull request changes up to that head; nothing when the branches have nothing in common."""
    git = pull.repository.git
    base = await git.merge_base(pull.base_sha, head)
    changes = [] if base is None else await changes_between(git, base, head)
    return {change.path: read_patch(change.patch or "") for change in changes}


def place(diff: Diff, anchor: Anchor) -> tuple[Line, str]:
    """The last line of the anchor and the hunk down to it. Raises AnchorError."""
    patch = diff.get(anchor.path)
    if patch is None:
        raise AnchorError("path", "could not be resolved")
    if anchor.line is None:
        raise AnchorError("line", "must be part of the diff")
    if anchor.start_line is not None and anchor.start_line >= anchor.line:
        raise AnchorError("start_line", "must precede the end line.")
    last = patch.at(anchor.side, anchor.line)
    if last is None:
        raise AnchorError("line", "must be part of the diff")
    if anchor.start_line is not None:
        first = patch.at(anchor.start_side or anchor.side, anchor.start_line)
        if first is None or first.hunk != last.hunk:
            raise AnchorError("start_line", "must be part of the same hunk as the line.")
    return last, patch.hunk_down_to(last)


async def follow(thread: ReviewThread) -> None:
    """Finds the thread's lines in the present head, or finds it outdated."""
    if thread.of_file:
        return
    pull = thread.pull
    moved = await _moved(thread)
    diff = await diff_of(pull, pull.head_sha)
    try:
        last, _ = place(diff, moved) if moved is not None else (None, "")
    except AnchorError:
        last = None
    if moved is None or last is None:
        thread.line = thread.start_line = thread.position = None
        return
    thread.line, thread.start_line, thread.position = moved.line, moved.start_line, last.position
    thread.commit_id = pull.head_sha


async def _moved(thread: ReviewThread) -> Anchor | None:
    """The anchor in the present head; null when one of its lines was changed or the file is gone."""
    anchor = thread.anchor
    if anchor.side == "LEFT" or thread.original_commit_id == thread.pull.head_sha:
        return anchor
    git = thread.pull.repository.git
    changes = await changes_between(git, thread.original_commit_id, thread.pull.head_sha)
    change = next((each for each in changes if anchor.path in (each.path, each.previous_path)), None)
    if change is None:
        return anchor
    if change.patch is None or change.path != anchor.path:
        return None
    assert anchor.line is not None
    start = anchor.start_line or anchor.line
    patch = read_patch(change.patch)
    numbers = [_new_number(patch, number) for number in range(start, anchor.line + 1)]
    first, last = numbers[0], numbers[-1]
    if first is None or last is None or last - first != anchor.line - start or None in numbers:
        return None
    return Anchor(anchor.path, last, anchor.side, None if anchor.start_line is None else first, anchor.start_side)


def _new_number(patch: Patch, old: int) -> int | None:
    """The number that an unchanged line has in the new file; null when it was taken out."""
    shift = 0
    for line in patch.lines:
        if line.old == old:
            return line.new
        if line.old is not None and line.old > old:
            break
        shift += (line.old is None) - (line.new is None)
    return old + shift
