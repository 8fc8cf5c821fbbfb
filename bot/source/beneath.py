"""Opening files under one folder so that no link is ever followed, wherever in the path somebody puts one.

Every folder on the way is opened by itself, from the one before, with O_NOFOLLOW: what was a folder when it was
listed may be a link when it is read. The named folder itself may be reached through links; the user named it.
"""

import os
import stat
from pathlib import Path

from bot.models.limitation import Limitation, limitation
from bot.source.content import vanished
from bot.source.tree_path import printable
from bot.vocabulary import LimitationCode

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Without O_NONBLOCK the opening of a FIFO waits for a writer that may never come.
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY


class Beneath:
    """Looks at and opens paths (bytes, relative, slashes) under `root`; keeps open the folders on the way."""

    def __init__(self, root: Path) -> None:
        self._root = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._way: list[tuple[bytes, int]] = []

    def look(self, path: bytes) -> os.stat_result | Limitation | None:
        """The regular file at the path; a limitation for a link or special file; null for nothing or a folder."""
        try:
            parent = self._parent(path)
            if isinstance(parent, Limitation):
                return parent
            found = os.stat(_last(path), dir_fd=parent, follow_symlinks=False)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            return _unreadable(path, error)
        if stat.S_ISDIR(found.st_mode):
            return None
        return _not_regular(path, found) or found

    def open(self, path: bytes) -> int | Limitation:
        """A descriptor of the regular file at the path, which the caller closes."""
        seen = self.look(path)
        if seen is None:
            return vanished(printable(path), "no such file")
        if isinstance(seen, Limitation):
            return seen
        try:
            descriptor = os.open(_last(path), _FILE, dir_fd=self._innermost())
        except OSError as error:
            return _unreadable(path, error)
        # It may have been exchanged between the look and the opening; what was opened is what counts.
        refused = _not_regular(path, os.fstat(descriptor))
        if refused is None:
            return descriptor
        os.close(descriptor)
        return refused

    def folder_of(self, path: bytes) -> int | Limitation:
        """The descriptor of the folder that holds the path; it stays this object's."""
        try:
            return self._parent(path)
        except OSError as error:
            return _unreadable(path, error)

    def inside(self, folder: bytes) -> list[tuple[bytes, bool]] | Limitation:
        """The names in a folder ("" is the root), sorted, each with whether it is a folder and not a link to one."""
        try:
            opened = self._opened(folder.split(b"/") if folder else [])
            if isinstance(opened, Limitation):
                return opened
            with os.scandir(opened) as found:
                return sorted((os.fsencode(item.name), item.is_dir(follow_symlinks=False)) for item in found)
        except OSError as error:
            return _unreadable(folder, error)

    def close(self) -> None:
        """Close all folders; safe to call twice."""
        self._shorten(0)
        if self._root >= 0:
            os.close(self._root)
            self._root = -1

    def _parent(self, path: bytes) -> int | Limitation:
        return self._opened(path.split(b"/")[:-1])

    def _opened(self, parts: list[bytes]) -> int | Limitation:
        """The descriptor of a folder, reusing what is already open of the way to it."""
        shared = 0
        while shared < min(len(parts), len(self._way)) and self._way[shared][0] == parts[shared]:
            shared += 1
        self._shorten(shared)
        for depth in range(shared, len(parts)):
            if stat.S_ISLNK(os.stat(parts[depth], dir_fd=self._innermost(), follow_symlinks=False).st_mode):
                return _link(b"/".join(parts[: depth + 1]))
            self._way.append((parts[depth], os.open(parts[depth], _FOLDER, dir_fd=self._innermost())))
        return self._innermost()

    def _innermost(self) -> int:
        return self._way[-1][1] if self._way else self._root

    def _shorten(self, length: int) -> None:
        while len(self._way) > length:
            os.close(self._way.pop()[1])


def _last(path: bytes) -> bytes:
    return path.rpartition(b"/")[2]


def _not_regular(path: bytes, found: os.stat_result) -> Limitation | None:
    if stat.S_ISREG(found.st_mode):
        return None
    if stat.S_ISLNK(found.st_mode):
        return _link(path)
    return limitation(LimitationCode.SPECIAL_FILE_NOT_READ, printable(path))


def _link(path: bytes) -> Limitation:
    return limitation(LimitationCode.SYMLINK_NOT_FOLLOWED, printable(path))


def _unreadable(path: bytes, error: OSError) -> Limitation:
    return vanished(printable(path), (error.strerror or "cannot be read").lower())
