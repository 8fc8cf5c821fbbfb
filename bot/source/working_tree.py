"""A folder at the terminal, as it stands: read through git's listing where there is one, else by a walk.

The folder may be any folder of a git work tree. Nothing is written, no link is followed, nothing but regular files is
opened, and no program that the repository's configuration names is started.
"""

import os
import stat
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.models.limitation import Limitation
from bot.source.beneath import Beneath
from bot.source.content import judged_content, too_large, unlisted, vanished
from bot.source.folder_names import names_by_git, names_by_walk
from bot.source.repository import is_in_work_tree
from bot.source.stamps import stamp_of
from bot.source.tree import Content, Listing, TreeEntry, assembled
from bot.source.tree_path import judged_path

_CHUNK = 1 << 20


class WorkingTree:
    """A `SourceTree` over the files under `root`; `user_excludes` is the user's own ignore file, if any.

    Blob names are null: `content.blob_sha` tells them once a file was read. Opening raises OSError where `root` is no
    folder that can be read, listing raises GitFailed where git cannot list it.
    """

    def __init__(self, root: Path, user_excludes: Path | None = None) -> None:
        self._root = root
        self._user_excludes = user_excludes
        self._beneath = Beneath(root)
        self._listing: Listing | None = None
        self._listed_ns = 0

    def listing(self) -> Listing:
        """The regular files that are there; what git lists and is not there is left out."""
        if self._listing is None:
            self._listing = self._listed()
        return self._listing

    def read(self, paths: Sequence[str], max_bytes: int) -> Iterator[tuple[str, Content]]:
        """Each path with its bytes or why not; the size is that at the time of reading."""
        listed = {entry.path for entry in self.listing().entries}
        for path in paths:
            yield path, self._content(path, max_bytes) if path in listed else unlisted(path)

    def close(self) -> None:
        """Close the folders that are held open."""
        self._beneath.close()

    def _listed(self) -> Listing:
        self._listed_ns = time.time_ns()
        by_git = is_in_work_tree(self._root)
        found = names_by_git(self._root, self._user_excludes) if by_git else names_by_walk(self._beneath)
        seen = [self._seen(name) for name in sorted(found.names)]
        entries = (item for item in seen if isinstance(item, TreeEntry))
        return assembled(entries, found.limitations | {item for item in seen if isinstance(item, Limitation)})

    def _seen(self, name: bytes) -> TreeEntry | Limitation | None:
        path = judged_path(name)
        if isinstance(path, Limitation):
            return path
        status = self._beneath.look(name)
        if status is None or isinstance(status, Limitation):
            return status
        executable = bool(status.st_mode & stat.S_IXUSR)
        stamp = stamp_of(status, self._listed_ns)
        return TreeEntry(path=path, blob=None, size=status.st_size, executable=executable, stamp=stamp)

    def _content(self, path: str, max_bytes: int) -> Content:
        descriptor = self._beneath.open(path.encode())
        if isinstance(descriptor, Limitation):
            return descriptor
        try:
            size = os.fstat(descriptor).st_size
            return too_large(path, size, max_bytes) if size > max_bytes else _read(path, descriptor, max_bytes)
        except OSError as error:
            return vanished(path, (error.strerror or "cannot be read").lower())
        finally:
            os.close(descriptor)


def _read(path: str, descriptor: int, max_bytes: int) -> Content:
    """All bytes of the file; one that grows while it is read is stopped one byte past the limit."""
    data = bytearray()
    while len(data) <= max_bytes and (more := os.read(descriptor, min(_CHUNK, max_bytes + 1 - len(data)))):
        data += more
    if len(data) > max_bytes:
        return too_large(path, None, max_bytes)
    return judged_content(path, bytes(data), max_bytes)
