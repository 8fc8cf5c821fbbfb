"""Rewrites model objects into their names, and what is asked of them into calls of a client.

Together with `configure_to_client`, which says where the clients are. A model is followed from where it is made to all
that is done with it; what is not understood on the way withholds it.
"""

from collections.abc import Iterable, Sequence

from bot.models.light_record import LightRecord
from bot.packs.schema import Pack
from bot.rules.engine.verdict import Verdict
from bot.rules.model_objects.moved_file import moved_file
from bot.rules.model_objects.tables import ModelTables
from bot.scan.rows import FileView, Sighting


class Parameters(LightRecord):
    """`tables` say what becomes of models, their methods, chats, and functions of the module."""

    tables: ModelTables


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes models, their calls and chats, functions of the module, and members that both libraries have."""
    del parameters
    return moved_file(view, sightings, pack).calls()
