"""What the shells work out from a tree and an arc's replies, and hand to `emit`."""

import difflib
from collections.abc import Callable

from bot.consult.target import Target
from bot.models.arc import Note
from bot.models.consultation import Consultation
from bot.models.struct import Frozen
from bot.vocabulary import VerifyStatus


class Guarded(Frozen):
    """A proposal that passed the guard, by its question's number: what it replaces, from which line on, and by what."""

    number: int
    path: str
    symbol: str
    first: int
    replaces: str
    replacement: str

    @property
    def diff(self) -> str:
        """The change as a unified diff without context."""
        before, after = self.replaces.split("\n"), self.replacement.split("\n") if self.replacement else []
        lines = list(difflib.unified_diff(before, after, self.path, self.path, n=0, lineterm=""))[2:]
        heading = f"@@ line {self.first} @@"
        return "\n".join([f"--- {self.path}", f"+++ {self.path}", heading, *(x for x in lines if x[:2] != "@@")])


class Inputs(Frozen):
    """`strategy` is what is asked about the plan, null where nothing has to be; `questions` are those about places,
    once the strategy is settled; `proposals` those that passed the guard, once there are replies.

    `baseline` is how the repository's own checks stand, null where nobody ran them. `is_gone` tells whether a full name
    of the old library is gone from the new one, of which `target` lists the names.
    """

    strategy: str | None
    questions: tuple[Consultation, ...]
    proposals: tuple[Guarded, ...]
    notes: tuple[Note, ...]
    baseline: VerifyStatus | None
    is_gone: Callable[[str], bool]
    target: Target
