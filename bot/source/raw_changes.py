"""Reading what `git diff --raw -z` prints: which files change, by exact name and mode."""

import stat
from collections.abc import Iterator

from bot.models.struct import Frozen
from bot.source.git_failed import GitFailed
from bot.source.git_output import GitOutput

MAX_CHANGES = 500_000
"""More than a real pull request has: a tree can be nested to name ten thousand million files."""
_TWO_PATHS = (b"R", b"C")
_TYPE_CHANGED = b"T"


class RawChange(Frozen):
    """One record: names in bytes, and whether the base and the head hold a regular file there.

    `section_count` is how many sections a patch spends on it: two where the type changes, from a file to a link.
    """

    old_path: bytes
    path: bytes
    is_in_base: bool
    is_in_head: bool
    section_count: int


def raw_changes(output: GitOutput) -> Iterator[RawChange]:
    """The records up to the end of the output or the empty one that stands before a patch."""
    count = 0
    while meta := output.until(b"\0"):
        count += 1
        if count > MAX_CHANGES:
            raise GitFailed(f"the diff names more than {MAX_CHANGES:,} files")
        yield _change(meta, output)


def _change(meta: bytes, output: GitOutput) -> RawChange:
    """`:<old mode> <new mode> <old name> <new name> <status>`, then the path, or the old path and the new one."""
    old_mode, new_mode, _, _, status = meta.removeprefix(b":").split()
    old_path = output.until(b"\0")
    path = output.until(b"\0") if status.startswith(_TWO_PATHS) else old_path
    if not old_path or not path:
        raise GitFailed("git diff-tree ended in the middle of a name")
    return RawChange(
        old_path=old_path,
        path=path,
        is_in_base=stat.S_ISREG(int(old_mode, 8)),
        is_in_head=stat.S_ISREG(int(new_mode, 8)),
        section_count=2 if status == _TYPE_CHANGED else 1,
    )
