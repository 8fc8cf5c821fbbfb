"""A tree held in memory, for tests and for files that exist nowhere else.

It judges paths and contents as the other sources do, so that what is true of it is true of them.
"""

from collections.abc import Iterator, Mapping, Sequence

from bot.models.limitation import Limitation
from bot.source.content import blob_sha, judged_content, unlisted
from bot.source.tree import Content, Listing, TreeEntry, assembled
from bot.source.tree_path import judged_path


class MemoryTree:
    """A `SourceTree` over a mapping from path to bytes; `executable` names the files with that bit."""

    def __init__(self, files: Mapping[str, bytes], executable: frozenset[str] = frozenset()) -> None:
        self._files = dict(files)
        self._executable = executable
        self._listing = self._listed()

    def listing(self) -> Listing:
        """The files whose paths may be used, and a limitation for each of the others."""
        return self._listing

    def read(self, paths: Sequence[str], max_bytes: int) -> Iterator[tuple[str, Content]]:
        """Each path with its bytes or why not."""
        listed = {entry.path for entry in self._listing.entries}
        for path in paths:
            yield path, judged_content(path, self._files[path], max_bytes) if path in listed else unlisted(path)

    def close(self) -> None:
        """Nothing is held."""

    def _listed(self) -> Listing:
        judged = {path: judged_path(path.encode("utf-8", "surrogateescape")) for path in self._files}
        entries = (self._entry(path) for path, verdict in judged.items() if not isinstance(verdict, Limitation))
        return assembled(entries, (verdict for verdict in judged.values() if isinstance(verdict, Limitation)))

    def _entry(self, path: str) -> TreeEntry:
        data = self._files[path]
        blob = blob_sha(data)
        return TreeEntry(path=path, blob=blob, size=len(data), executable=path in self._executable, stamp=blob)
