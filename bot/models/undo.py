"""undo.json: what undoing a run put back, and what it left; in the folder of the run that is the undo."""

from bot.models.light_record import LightRecord
from bot.models.names import RunId
from bot.vocabulary import UndoSkip


class UndoSkipped(LightRecord):
    """A file that stays as it is; `detail` is what the system said, if it said something."""

    path: str
    reason: UndoSkip
    detail: str | None


class UndoDocument(LightRecord):
    """`undone` is the run that was taken back."""

    version: int
    undone: RunId
    restored: tuple[str, ...]
    skipped: tuple[UndoSkipped, ...]
