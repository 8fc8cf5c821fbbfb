"""Grounding: which of a pack's notes are about what was changed. Pure."""

from collections.abc import Iterable

from bot.models.arc import Footprint, Note
from bot.models.struct import Frozen


class Grounding(Frozen):
    """The notes that were routed, in the pack's order; `gap` tells that there are notes and none is about it."""

    units: tuple[Note, ...]
    gap: bool


def grounded(footprint: Footprint, notes: Iterable[Note]) -> Grounding:
    """Route the notes to the symbols of the footprint: a note about a name is about everything below it too."""
    known = tuple(notes)
    units = tuple(note for note in known if _is_about(note, footprint.symbols))
    return Grounding(units, bool(footprint.symbols) and bool(known) and not units)


def _is_about(note: Note, symbols: Iterable[str]) -> bool:
    return any(symbol == one or symbol.startswith(f"{one}.") for symbol in symbols for one in note.symbols)
