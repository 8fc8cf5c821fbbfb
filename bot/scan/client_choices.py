"""What people decided about the clients of a repository, before its files are looked at."""

from collections.abc import Mapping, Sequence

from bot.models.struct import Frozen, anew
from bot.packs.schema import Pack


class ClientChoices(Frozen):
    """`wanted` is what a client is to be called, where that name is free; `homes` says from which file (path) another
    one takes its client, where it could have it from several.
    """

    wanted: str | None = None
    homes: Mapping[str, str] = anew(dict)


def configuring_symbols(pack: Pack) -> frozenset[str]:
    """What configures the old library for a whole process, by the tables of the pack."""
    tables = (change.parameters.get("tables") for change in pack.changes)
    found = (one.get("configure", ()) for one in tables if isinstance(one, Mapping))
    return frozenset(name for names in found if isinstance(names, Sequence) for name in names)
