"""The output of a running git, cut into records and counted bytes without holding the whole of it."""

from collections.abc import Iterator

from bot.source.git_command import GitProcess
from bot.source.git_failed import GitFailed

_LONGEST_RECORD = 1 << 25
"""A line of a file that is compared has a few megabytes at most; a name in a crafted tree can have any length."""


class GitOutput:
    """Buffered reading from one git process; every wait is bounded by that process's time."""

    def __init__(self, git: GitProcess) -> None:
        self._git = git
        self._buffer = bytearray()
        self._at = 0

    def until(self, separator: bytes) -> bytes | None:
        """The bytes before the next separator, which is dropped; what is left at the end; then null."""
        searched = self._at
        while (found := self._buffer.find(separator, searched)) < 0:
            unread = len(self._buffer) - self._at
            if unread > _LONGEST_RECORD:
                raise GitFailed(f"git printed a record of more than {_LONGEST_RECORD:,} bytes")
            if not self._fill():
                return self._taken(unread) if unread else None
            searched = self._at + unread
        record = self._taken(found - self._at)
        self._at += len(separator)
        return record

    def exactly(self, count: int) -> bytes | None:
        """The next `count` bytes; null if the output ends before that."""
        while len(self._buffer) - self._at < count:
            if not self._fill():
                return None
        return self._taken(count)

    def records(self, separator: bytes) -> Iterator[bytes]:
        """All records to the end of the output."""
        while (record := self.until(separator)) is not None:
            yield record

    def _taken(self, count: int) -> bytes:
        taken = bytes(self._buffer[self._at : self._at + count])
        self._at += count
        return taken

    def _fill(self) -> bool:
        """Drop what was taken, so that the buffer holds at most one record and a chunk, and read on."""
        del self._buffer[: self._at]
        self._at = 0
        more = self._git.read()
        self._buffer += more
        return bool(more)
