"""A write told for people, as REPORT.md shows it beside the account of the run."""

from bot.models.struct import Frozen
from bot.models.verification import Verification
from bot.vocabulary import GateRefusal, WriteRefusal


class Refusal(Frozen):
    """Why nothing was written; `path` is null where the reason is not about one file."""

    path: str | None
    reason: GateRefusal | WriteRefusal
    detail: str | None


class WriteAccount(Frozen):
    """`undo` is the command that takes the write back."""

    refusals: tuple[Refusal, ...]
    verification: Verification
    undo: str

    @property
    def written(self) -> bool:
        """Whether files were changed."""
        return not self.refusals
