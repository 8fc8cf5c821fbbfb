"""What a source is: a read-only tree of bytes that is listed once and then read as a stream.

The rest of Obelize sees a repository only through `SourceTree`. Pure: no file, process or clock is touched here;
`git_objects`, `working_tree` and `memory` do that.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from bot.models.limitation import Limitation, limitation
from bot.models.names import BlobSha
from bot.models.struct import Frozen
from bot.vocabulary import LimitationCode

Content = bytes | Limitation
"""A file's bytes, or why they were not read."""


class TreeEntry(Frozen):
    """A regular file that can be read.

    `path` is relative, in valid UTF-8, with forward slashes and no dot component. `blob` and `size` (bytes) are null
    where the source does not know them without reading the file. While the `stamp` of a path stays the same, so do its
    bytes; null where that cannot be said.
    """

    path: str
    blob: BlobSha | None
    size: int | None
    executable: bool
    stamp: str | None = None


class Listing(Frozen):
    """The files of a tree, sorted by path, and what was passed over, in the order documents list limitations."""

    entries: tuple[TreeEntry, ...]
    limitations: tuple[Limitation, ...]


class SourceTree(Protocol):
    """A read-only tree of bytes; one thread at a time uses it, `contextlib.closing` ends it."""

    def listing(self) -> Listing:
        """The files and what was passed over; the same value on every call."""
        ...

    def read(self, paths: Sequence[str], max_bytes: int) -> Iterator[tuple[str, Content]]:
        """Each path with its bytes or the reason they were not read, in the order asked, one file in memory at a time.

        Only listed paths are read; any other one, however it is spelled, is a `file_vanished`. A file over
        `max_bytes` is not read, and a Git LFS pointer is not content.
        """
        ...

    def close(self) -> None:
        """Let go of files and processes; safe to call twice."""
        ...


def assembled(entries: Iterable[TreeEntry], limitations: Iterable[Limitation]) -> Listing:
    """A listing in order, each limitation once; a path that stands twice names no file, so none of the two is read."""
    found = list(entries)
    times = Counter(entry.path for entry in found)
    twice = [limitation(LimitationCode.PATH_UNSAFE, path, detail="listed twice") for path, n in times.items() if n > 1]
    single = (entry for entry in found if times[entry.path] == 1)
    return Listing(
        entries=tuple(sorted(single, key=lambda entry: entry.path)),
        limitations=tuple(sorted({*limitations, *twice}, key=Limitation.sort_key)),
    )
