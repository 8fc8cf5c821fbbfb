"""What people decided about the clients of a repository, before its files are looked at."""

from collections.abc import Mapping

from bot.models.struct import Frozen, anew


class ClientChoices(Frozen):
    """`wanted` is what a client is to be called, where that name is free; `homes` says from which file (path) another
    one takes its client, where it could have it from several.
    """

    wanted: str | None = None
    homes: Mapping[str, str] = anew(dict)
