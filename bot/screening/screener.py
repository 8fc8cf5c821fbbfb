"""Whoever screens a plan, to the rest of Obelize: asked for one of three things, with a budget that only shrinks.

Narrow on purpose. What an answer is worth is decided by `split` and `apply`, and nothing here is trusted.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bot.consult.secrets import redacted
from bot.models.names import PackId
from bot.models.screening import DraftedPlan
from bot.models.struct import Frozen, Mutable, anew
from bot.screening.amendments import Source
from bot.vocabulary import PackBlock, ScreeningFunction


class Budget(Frozen):
    """How many files and bytes of the tree may be given out, and how many seconds all of it may take."""

    files: int = 40
    bytes: int = 256 * 1024
    seconds: float = 120.0

    def lowered(self, other: "Budget") -> "Budget":
        """The smaller of the two in each part; never less than nothing."""
        return Budget(
            max(0, min(self.files, other.files)),
            max(0, min(self.bytes, other.bytes)),
            max(0.0, min(self.seconds, other.seconds)),
        )


WHOLE_BUDGET = Budget()
"""Nothing raises it."""


class Capabilities(Frozen):
    """What a screener does, what it is called, which model answers, and what it wants less of."""

    functions: frozenset[ScreeningFunction]
    adapter: str
    model: str
    budget: Budget = WHOLE_BUDGET


class Files(Mutable):
    """The tree as a screener may read it: text without secrets, within the budget; all that is given out is noted."""

    source: Source
    budget: Budget
    given: dict[str, int] = anew(dict)

    def text(self, path: str) -> str | None:
        """The file's text; null where there is none, it is not text, or the budget does not reach."""
        if path not in self.source.paths or (path not in self.given and len(self.given) >= self.budget.files):
            return None
        data = self.source.read(path)
        if data is None or sum(self.given.values()) - self.given.get(path, 0) + len(data) > self.budget.bytes:
            return None
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return None
        self.given[path] = len(data)
        return redacted(text)


class Wanted(Frozen):
    """What is asked for: the plan as it was drafted, what is blocked, and a maintainer's words where they gave some."""

    function: ScreeningFunction
    plan: DraftedPlan
    blocked: Mapping[PackId, PackBlock]
    words: str | None
    files: Files


class Said(Frozen):
    """What a screener answers: amendments as they come, unchecked, and what it says beside them.

    `prompt_sha256` is the hash of what it was asked, where there was such a thing.
    """

    amendments: Sequence[Any]
    notes: str | None = None
    prompt_sha256: str | None = None


class Screener(Protocol):
    """Whoever amends plans. Anything raised is a screening that did not take place."""

    def capabilities(self) -> Capabilities:
        """What it does; asked before anything is."""
        ...

    async def repair_plan(self, wanted: Wanted) -> Said:
        """Amend a plan that is blocked."""
        ...

    async def answer_questions(self, wanted: Wanted) -> Said:
        """Answer what is open."""
        ...

    async def revise_plan(self, wanted: Wanted) -> Said:
        """Amend the plan as a maintainer's words say."""
        ...
