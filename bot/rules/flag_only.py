"""Speaks for what the pack leaves to a person: names that are gone or changed in the new library.

It never migrates anything. Where another change of the pack can rewrite such a place, that change stands before this
one in the pack and takes it.
"""

import ast
from collections.abc import Iterable, Sequence

from bot.models.light_record import LightRecord
from bot.packs.schema import Pack
from bot.rules.engine.verdict import Verdict, Withhold
from bot.scan.rows import FileView, Sighting, call_shape
from bot.vocabulary import Bail

_SPOKEN_FOR = frozenset({Bail.FLAG_ONLY_SURFACE, Bail.ARGUMENT_CHANGED, Bail.RECEIVER_UNRESOLVED})


class Parameters(LightRecord):
    """None: the change speaks for everything that the pack's surface calls gone or changed."""


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Withholds with the scan's own word, and the pack's sentence about it."""
    del pack, parameters
    for index, sighting in enumerate(sightings):
        bail = sighting.row.bail
        if bail in _SPOKEN_FOR:
            yield index, Withhold(bail, _note(view, sighting))


def _note(view: FileView, sighting: Sighting) -> str | None:
    symbol = sighting.row.symbol or ""
    if sighting.row.bail is Bail.ARGUMENT_CHANGED and isinstance(sighting.node, ast.Call):
        return view.surface.changed_argument(symbol, call_shape(sighting.node))
    return view.surface.suggestion(symbol)
