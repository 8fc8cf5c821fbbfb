"""What people decided about the clients of a repository, before its files are looked at."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ClientChoices:
    """`wanted` is what a client is to be called, where that name is free; `homes` says from which file (path) another
    one takes its client, where it could have it from several.
    """

    wanted: str | None = None
    homes: Mapping[str, str] = field(default_factory=dict)
