"""Takes a write back: each file that still holds what the run wrote gets the bytes that it had before."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.models.struct import Frozen
from bot.models.undo import UndoSkipped
from bot.vocabulary import UndoSkip, WriteRefusal
from bot.writing.tree_writer import Refused, TreeWriter

Original = Callable[[str], bytes]
"""The bytes of a file before the run, by their SHA-256."""


class Touched(Frozen):
    """A file that a run wrote, or was about to write; `temporary` is what an interrupted write may have left."""

    path: str
    before_sha256: str
    after_sha256: str
    temporary: str | None = None


class Undone(Frozen):
    """What was put back, and what was left; both in the order of the files."""

    restored: tuple[str, ...]
    skipped: tuple[UndoSkipped, ...]

    @property
    def whole(self) -> bool:
        """Whether every file now holds what it held before the run."""
        return all(one.reason is UndoSkip.AS_BEFORE for one in self.skipped)


def undo(root: Path, files: Sequence[Touched], original: Original) -> Undone:
    """Put back what the run wrote, and nothing that somebody else wrote since."""
    restored: list[str] = []
    skipped: list[UndoSkipped] = []
    with TreeWriter(root) as writer:
        for file in files:
            if file.temporary is not None:
                writer.remove_temporary(file.path, file.temporary)
            left = _put_back(writer, file, original)
            if left is None:
                restored.append(file.path)
            else:
                skipped.append(left)
    return Undone(tuple(restored), tuple(skipped))


def _put_back(writer: TreeWriter, file: Touched, original: Original) -> UndoSkipped | None:
    now = writer.content(file.path)
    if isinstance(now, Refused):
        return _skipped(file.path, now)
    found = hashlib.sha256(now).hexdigest()
    if found == file.before_sha256:
        return UndoSkipped(path=file.path, reason=UndoSkip.AS_BEFORE, detail=None)
    if found != file.after_sha256:
        return UndoSkipped(path=file.path, reason=UndoSkip.CHANGED_SINCE_WRITTEN, detail=None)
    refused = writer.replace(file.path, now, original(file.before_sha256), f".obelize-{secrets.token_hex(8)}.tmp")
    return _skipped(file.path, refused) if refused is not None else None


_REASONS = {
    WriteRefusal.CHANGED_SINCE_READ: UndoSkip.CHANGED_SINCE_WRITTEN,
    WriteRefusal.GONE: UndoSkip.GONE,
    WriteRefusal.REACHED_BY_LINK: UndoSkip.REACHED_BY_LINK,
    WriteRefusal.NOT_WRITABLE: UndoSkip.NOT_WRITABLE,
    WriteRefusal.CANNOT_BE_WRITTEN: UndoSkip.CANNOT_BE_WRITTEN,
}


def _skipped(path: str, refused: Refused) -> UndoSkipped:
    return UndoSkipped(path=path, reason=_REASONS[refused.reason], detail=refused.detail)
