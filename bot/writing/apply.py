"""Writes what a run planned: all files or none, and never before the originals and a journal are on the disk."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.models.document import FORMAT_VERSION
from bot.models.journal import Journal, JournalEntry
from bot.models.names import RunId
from bot.models.outcome import WrittenFile
from bot.models.run import RefusedWrite
from bot.models.struct import Frozen
from bot.vocabulary import GateRefusal
from bot.writing.tree_writer import Refused, TreeWriter

Gate = Callable[[], GateRefusal | None]
PutDown = Callable[[Journal], None]
"""Has to return only once journal and originals are on the disk."""


class Applied(Frozen):
    """What became of the write. Nothing was written where `gate` or `refused` says why not."""

    gate: GateRefusal | None
    refused: tuple[RefusedWrite, ...]

    @property
    def wrote(self) -> bool:
        """Whether the files hold the new bytes."""
        return self.gate is None and not self.refused


def apply(root: Path, run_id: RunId, files: Sequence[WrittenFile], gate: Gate, put_down: PutDown) -> Applied:
    """Exchange the files under `root`.

    Every file is looked at before the first is written. Where one cannot be written all the same, those before it get
    their old bytes again; the journal tells which, should that not come to its end.
    """
    closed = gate()
    if closed is not None:
        return Applied(closed, ())
    with TreeWriter(root) as writer:
        refused = tuple(_refusal(file.path, found) for file in files if (found := writer.check(file.path, file.before)))
        if refused:
            return Applied(None, refused)
        entries = tuple(_entry(file) for file in files)
        put_down(Journal(version=FORMAT_VERSION, run_id=run_id, files=entries))
        for index, (file, entry) in enumerate(zip(files, entries, strict=True)):
            found = writer.replace(file.path, file.before, file.after, entry.temporary)
            if found is not None:
                for done, written in zip(files[:index], entries[:index], strict=True):
                    writer.replace(done.path, done.after, done.before, written.temporary)
                return Applied(None, (_refusal(file.path, found),))
    return Applied(None, ())


def _refusal(path: str, found: Refused) -> RefusedWrite:
    return RefusedWrite(path=path, reason=found.reason, detail=found.detail)


def _entry(file: WrittenFile) -> JournalEntry:
    return JournalEntry(
        path=file.path,
        before_sha256=hashlib.sha256(file.before).hexdigest(),
        after_sha256=hashlib.sha256(file.after).hexdigest(),
        temporary=f".obelize-{secrets.token_hex(8)}.tmp",
    )
