"""What packs know of a migration beside their rules: notes, which old names are gone, and what the new library has."""

from collections.abc import Sequence

from bot.consult.target import Target, target_of
from bot.models.arc import Note
from bot.models.names import PackId
from bot.models.struct import Frozen
from bot.packs.loaded import notes_beside, target_listing
from bot.packs.notes import read_notes
from bot.packs.schema import Pack
from bot.packs.surface import Gone, SurfaceIndex


class Ground(Frozen):
    """Of the packs of a run, together."""

    surfaces: tuple[SurfaceIndex, ...]
    notes: tuple[Note, ...]
    target: Target

    def is_gone(self, name: str) -> bool:
        """Whether the new library has nothing of this full name of the old one."""
        return any(isinstance(surface.fate(name), Gone) for surface in self.surfaces)


def ground_of(packs: Sequence[Pack]) -> Ground:
    """What stands beside the packs; nothing for those that do not travel with Obelize."""
    targets = [target_of(pack.new.modules, target_listing(pack.id)) for pack in packs]
    return Ground(
        surfaces=tuple(map(SurfaceIndex, packs)),
        notes=tuple(note for pack in packs for note in read_notes(notes_beside(pack.id))),
        target=Target(
            roots=tuple(root for one in targets for root in one.roots),
            names={module: names for one in targets for module, names in one.names.items()},
        ),
    )


def pack_named(packs: Sequence[Pack]) -> PackId:
    """What an arc about these packs says that it is about."""
    return PackId("+".join(pack.id for pack in packs))
