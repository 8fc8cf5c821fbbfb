"""journal.json: what an apply is about to write, put down before the first file changes.

It is in a run folder only while the apply is at work, or after one that was interrupted.
"""

from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.names import RunId

Sha256 = Annotated[str, Bounds(pattern=r"^[0-9a-f]{64}$")]


class JournalEntry(LightRecord):
    """One file: its bytes before and after by hash (both stand in the run folder's `snapshots/`), and the name of the
    temporary file beside it that an interrupted write may have left.
    """

    path: str
    before_sha256: Sha256
    after_sha256: Sha256
    temporary: Annotated[str, Bounds(pattern=r"^\.obelize-[0-9a-f]{16}\.tmp$")]


class Journal(LightRecord):
    """The files in the order in which they are written."""

    version: int
    run_id: RunId
    files: tuple[JournalEntry, ...]
