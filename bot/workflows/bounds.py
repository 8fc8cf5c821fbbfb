"""The operator's limits as the bounds of those who read repositories; what is over one ends the run with a sentence."""

import time
from collections.abc import Callable

from bot.configuration import MAX_FILE_BYTES
from bot.settings import Limits
from bot.source.bare_cache import FetchBounds
from bot.source.git_failed import OverLimit
from bot.source.git_objects import TreeBounds

_MEGABYTE = 1_000_000


def fetch_bounds(limits: Limits) -> FetchBounds:
    """What one fetch may take. No repository can have larger files read than `MAX_FILE_BYTES`."""
    return FetchBounds(
        pack_bytes=limits.fetch_mb * _MEGABYTE,
        memory_bytes=limits.git_memory_mb * _MEGABYTE,
        seconds=limits.fetch_seconds,
        file_bytes=MAX_FILE_BYTES,
    )


def tree_bounds(limits: Limits) -> TreeBounds:
    """What one run may read of a commit."""
    return TreeBounds(files=limits.files, read_bytes=limits.read_mb * _MEGABYTE)


def in_time(limits: Limits, stop: Callable[[], bool] = lambda: False) -> Callable[[], bool]:
    """The same question, to be asked between files, which raises OverLimit once the run takes too long from now."""
    ends = time.monotonic() + limits.run_seconds

    def asked() -> bool:
        if time.monotonic() > ends:
            raise OverLimit(
                f"To analyse it takes longer than {limits.run_seconds:,} seconds (OBELIZE_LIMIT_RUN_SECONDS)."
            )
        return stop()

    return asked
