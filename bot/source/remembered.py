"""A tree whose files are read once: what was read is kept, as far as a bound on memory allows, for the next time.

A run looks at a file several times: for a pack's names, for its import lines, to have it parsed. Kept bytes also
cannot change between two looks.
"""

from collections.abc import Iterator, Sequence

from bot.source.tree import Content, Listing, SourceTree

MAX_BYTES = 128 * 1024 * 1024
"""More than the Python files of nearly any repository; what does not fit is read again."""


class RememberedTree:
    """A `SourceTree` over another one, which it does not close. `max_bytes` bounds the contents that are kept."""

    def __init__(self, tree: SourceTree, max_bytes: int = MAX_BYTES) -> None:
        self._tree = tree
        self._room = max_bytes
        self._kept: dict[tuple[str, int], Content] = {}

    def listing(self) -> Listing:
        """The other tree's."""
        return self._tree.listing()

    def read(self, paths: Sequence[str], max_bytes: int) -> Iterator[tuple[str, Content]]:
        """As the other tree reads; a limitation is kept as well, since it would be found again."""
        kept = self._kept
        fresh = self._tree.read([path for path in paths if (path, max_bytes) not in kept], max_bytes)
        # What was not kept when the reading began stays with `fresh`, even if another reading keeps it meanwhile.
        asked = [kept.get((path, max_bytes)) for path in paths]
        for path, content in zip(paths, asked, strict=True):
            yield path, self._read_on(path, max_bytes, fresh) if content is None else content

    def _read_on(self, path: str, max_bytes: int, fresh: Iterator[tuple[str, Content]]) -> Content:
        _, content = next(fresh)
        size = len(content) if isinstance(content, bytes) else 0
        if size <= self._room and (path, max_bytes) not in self._kept:
            self._room -= size
            self._kept[path, max_bytes] = content
        return content

    def close(self) -> None:
        """Forget the contents; the other tree stays open."""
        self._kept.clear()
