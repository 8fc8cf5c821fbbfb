"""Exchanges the bytes of regular files under one folder: through a temporary file and a rename, following no link.

A file is exchanged only where it still holds the bytes that the caller expects.
"""

import contextlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.models.limitation import Limitation
from bot.models.struct import Frozen
from bot.source.beneath import Beneath
from bot.source.tree_path import judged_path
from bot.vocabulary import LimitationCode, WriteRefusal

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_CHUNK = 1 << 20
_ANYBODY_WRITES = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class Refused(Frozen):
    """The file was left alone; `detail` is what the system said."""

    reason: WriteRefusal
    detail: str | None = None


class _Seen(Frozen):
    """A file as it was opened."""

    data: bytes
    status: os.stat_result


class _Target(Frozen):
    """A file that may be exchanged: the descriptor of its folder, and what it was when it was read."""

    folder: int
    status: os.stat_result


class TreeWriter:
    """Writes under `root`, which may itself be reached through links; OSError where it is no folder."""

    def __init__(self, root: Path) -> None:
        self._beneath = Beneath(root)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._beneath.close()

    def content(self, path: str) -> bytes | Refused:
        """What the file holds now."""
        seen = self._seen(path)
        return seen if isinstance(seen, Refused) else seen.data

    def check(self, path: str, expected: bytes) -> Refused | None:
        """Why `replace` would leave the file alone, as far as that can be told without writing."""
        found = self._writable(path, expected)
        return found if isinstance(found, Refused) else None

    def replace(self, path: str, expected: bytes, data: bytes, temporary: str) -> Refused | None:
        """Give the file other bytes, keeping mode and owner. `temporary` is a name that nothing in its folder has."""
        found = self._writable(path, expected)
        if isinstance(found, Refused):
            return found
        try:
            return _exchanged(found, os.fsencode(path).rpartition(b"/")[2], data, temporary)
        except OSError as error:
            return Refused(WriteRefusal.CANNOT_BE_WRITTEN, error.strerror)

    def remove_temporary(self, path: str, temporary: str) -> None:
        """Delete what an interrupted write of the file left beside it, if it left anything."""
        with contextlib.suppress(OSError):
            folder = self._beneath.folder_of(os.fsencode(path))
            if not isinstance(folder, Limitation):
                os.unlink(temporary, dir_fd=folder)

    def _writable(self, path: str, expected: bytes) -> "_Target | Refused":
        seen = self._seen(path)
        if isinstance(seen, Refused):
            return seen
        if seen.data != expected:
            return Refused(WriteRefusal.CHANGED_SINCE_READ)
        # For an administrator every file can be written; that its owner forbade it is meant all the same.
        if not seen.status.st_mode & _ANYBODY_WRITES:
            return Refused(WriteRefusal.NOT_WRITABLE)
        folder = self._beneath.folder_of(os.fsencode(path))
        if isinstance(folder, Limitation) or not os.access(".", os.W_OK, dir_fd=folder):
            return Refused(WriteRefusal.NOT_WRITABLE)
        return _Target(folder, seen.status)

    def _seen(self, path: str) -> _Seen | Refused:
        if isinstance(judged_path(os.fsencode(path)), Limitation):
            return Refused(WriteRefusal.CANNOT_BE_WRITTEN, "the path is none of a repository's files")
        descriptor = self._beneath.open(os.fsencode(path))
        if isinstance(descriptor, Limitation):
            return _refused(descriptor)
        try:
            return _Seen(_read_all(descriptor), os.fstat(descriptor))
        except OSError as error:
            return Refused(WriteRefusal.CANNOT_BE_WRITTEN, error.strerror)
        finally:
            os.close(descriptor)


def _exchanged(target: _Target, name: bytes, data: bytes, temporary: str) -> Refused | None:
    with _temporary(target.folder, temporary) as descriptor:
        _write_all(descriptor, data)
        _like(descriptor, target.status)
        os.fsync(descriptor)
        now = os.stat(name, dir_fd=target.folder, follow_symlinks=False)
        if _identity(now) != _identity(target.status):
            return Refused(WriteRefusal.CHANGED_SINCE_READ)
        os.rename(temporary, name, src_dir_fd=target.folder, dst_dir_fd=target.folder)
    os.fsync(target.folder)
    return None


def _refused(met: Limitation) -> Refused:
    if met.code in {LimitationCode.SYMLINK_NOT_FOLLOWED, LimitationCode.SPECIAL_FILE_NOT_READ}:
        return Refused(WriteRefusal.REACHED_BY_LINK)
    return (
        Refused(WriteRefusal.GONE) if met.detail == "no such file" else Refused(WriteRefusal.NOT_WRITABLE, met.detail)
    )


@contextmanager
def _temporary(folder: int, name: str) -> Iterator[int]:
    """A new file in the folder, which is gone afterwards unless it was renamed."""
    descriptor = os.open(name, _NEW, 0o600, dir_fd=folder)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=folder)


def _like(descriptor: int, status: os.stat_result) -> None:
    made = os.fstat(descriptor)
    if (made.st_uid, made.st_gid) != (status.st_uid, status.st_gid):
        with contextlib.suppress(PermissionError):
            os.fchown(descriptor, status.st_uid, status.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(status.st_mode))


def _identity(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _read_all(descriptor: int) -> bytes:
    data = bytearray()
    while more := os.read(descriptor, _CHUNK):
        data += more
    return bytes(data)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
