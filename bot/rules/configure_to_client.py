"""Rewrites the global configuration of a library into clients, and the imports of the library with it.

A client lives where the configuration was made, and is offered to the places that surely run after it; where that
cannot be shown for a call, the call is withheld. What is asked of the client is the business of `model_calls`.
"""

from collections.abc import Iterable, Sequence

from bot.models.light_record import LightRecord
from bot.packs.schema import Pack
from bot.rules.clients.tables import ClientTables
from bot.rules.engine.verdict import Verdict
from bot.rules.model_objects.moved_file import moved_file
from bot.scan.rows import FileView, Sighting


class Parameters(LightRecord):
    """`tables` say how the configuration becomes a client."""

    tables: ClientTables


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the imports of the library's module and of names out of it, and the calls that configure it."""
    del parameters
    return moved_file(view, sightings, pack).clients()
