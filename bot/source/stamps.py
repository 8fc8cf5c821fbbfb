"""How a file on a disk is known to be the one that was read before, without reading it."""

import os

_COARSEST_CLOCK_NS = 2_000_000_000
"""FAT keeps times in steps of two seconds."""


def stamp_of(status: os.stat_result, now_ns: int) -> str | None:
    """What changes with the file's bytes; null for one that changed so lately that a clock could miss the next change.

    That is how git judges the entries of its index: https://git-scm.com/docs/racy-git. No call can set the ctime.
    """
    if max(status.st_mtime_ns, status.st_ctime_ns) > now_ns - _COARSEST_CLOCK_NS:
        return None
    return f"{status.st_dev}.{status.st_ino}.{status.st_size}.{status.st_mtime_ns}.{status.st_ctime_ns}"
