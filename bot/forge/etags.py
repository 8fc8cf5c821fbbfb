"""What GitHub answered before, by entity tag, so that an unchanged answer costs nothing of the hourly limit.

Bounded, and kept apart: an entry belongs to one installation, repository, set of permissions and media type, since a
304 would otherwise hand the data of one to another (gidgethub keys its cache by the bare address).
"""

from collections.abc import Iterator, MutableMapping
from typing import Any

from cachetools import LRUCache

from bot.forge.scope import Scope
from bot.models.names import InstallationId

LARGEST_KEPT_BODY = 256 * 1024
"""Bytes; what is longer is fetched again each time."""

Entry = tuple[str | None, str | None, Any, str | None]
"""Entity tag, last-modified, the decoded body, the address of the next page: gidgethub's own shape."""


class EtagCache:
    """All entries of this process; the least recently used goes first."""

    def __init__(self, entries: int = 1_000) -> None:
        self._entries: LRUCache[tuple[Scope, str], Entry] = LRUCache(maxsize=entries)

    def view(self, scope: Scope) -> "EtagView":
        """The entries of one scope, as the mapping by address that gidgethub wants."""
        return EtagView(self._entries, scope)

    def forget(self, installation: InstallationId) -> None:
        """Drop what was learned with an installation's tokens."""
        for key in [key for key in self._entries if key[0].installation == installation]:
            self._entries.pop(key, None)


class EtagView(MutableMapping[str, Entry]):
    """One scope's entries by address."""

    def __init__(self, entries: LRUCache[tuple[Scope, str], Entry], scope: Scope) -> None:
        self._entries = entries
        self._scope = scope

    def __getitem__(self, url: str) -> Entry:
        return self._entries[self._scope, url]

    def __setitem__(self, url: str, entry: Entry) -> None:
        self._entries[self._scope, url] = entry

    def __delitem__(self, url: str) -> None:
        del self._entries[self._scope, url]

    def __iter__(self) -> Iterator[str]:
        return (url for scope, url in self._entries if scope == self._scope)

    def __len__(self) -> int:
        return sum(1 for _ in self)
