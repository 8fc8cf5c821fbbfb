"""A folder that one process, or one thread, has to itself: `flock` on the folder, gone with whoever holds it.

Nothing is written, so nothing stale is left behind. A child that inherits the descriptor holds the lock as well: a
git that outlives us keeps others out until it is done.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_POLL_SECONDS = 0.05


class LockNotFree(Exception):  # noqa: N818 - it names the fact
    """Somebody else held the folder for the whole time."""


@contextmanager
def locked(folder: Path, seconds: float) -> Iterator[int]:
    """Make the folder if needed and hold it; yields the descriptor that holds the lock. LockNotFree after `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            _acquire(descriptor, folder, deadline)
            if _is_still(folder, descriptor):
                yield descriptor
                return
        finally:
            os.close(descriptor)


def _acquire(descriptor: int, folder: Path, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise LockNotFree(folder.name) from None
            time.sleep(_POLL_SECONDS)
        else:
            return


def _is_still(folder: Path, descriptor: int) -> bool:
    """Whether the folder was not moved away and made anew while we waited."""
    try:
        return os.path.samestat(folder.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
