"""What the packs say to write instead of a name, for the rows of a scan; a plan carries the same in its edits."""

from collections.abc import Iterable

from bot.models.finding import Finding
from bot.packs.schema import Pack
from bot.packs.surface import SurfaceIndex
from bot.vocabulary import Bail

_SPOKEN_FOR = frozenset({Bail.FLAG_ONLY_SURFACE, Bail.RECEIVER_UNRESOLVED})
"""The words whose note follows from the name alone; that of a changed argument depends on the call."""


class Suggestions:
    """The suggestions of the packs that a scan used."""

    def __init__(self, packs: Iterable[Pack]) -> None:
        self._surfaces = {pack.id: SurfaceIndex(pack) for pack in packs}

    def about(self, finding: Finding) -> str | None:
        """The pack's sentence for a row that it leaves to a person; None where the name alone does not tell."""
        surface = self._surfaces.get(finding.pack)
        if surface is None or finding.symbol is None or finding.bail not in _SPOKEN_FOR:
            return None
        return surface.suggestion(finding.symbol)
