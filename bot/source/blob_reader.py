"""One long-lived `git cat-file --batch`: asked ahead, so that it never waits, and never so far that a pipe fills up."""

from collections.abc import Iterator, Sequence

from bot.models.names import BlobSha
from bot.source.git_failed import GitFailed
from bot.source.git_output import GitOutput
from bot.source.object_store import ObjectStore

# 64 questions of 41 bytes are under 4,096, the least that a pipe holds: writing them cannot block, so git and we
# never wait for each other.
_AHEAD = 64
_SECONDS_FOR_ONE = 60.0


class BlobReader:
    """Reads blobs by name from one process. `at_rest` is false while answers are due; so it stays after a failure."""

    def __init__(self, store: ObjectStore) -> None:
        self._git = store.start(["cat-file", "--batch"], seconds=_SECONDS_FOR_ONE, asks=True)
        self._output = GitOutput(self._git)
        self.at_rest = True

    def blobs(self, names: Sequence[BlobSha]) -> Iterator[bytes | None]:
        """The bytes of each blob in order, null for one that is not there.

        GitFailed if git ends or hangs, at the first blob that it did not answer.
        """
        self.at_rest = False
        asked, listens = 0, True
        for answered in range(len(names)):
            if listens and asked - answered <= _AHEAD // 2:
                more = names[asked : answered + _AHEAD]
                listens = self._ask(more)
                asked += len(more)
            yield self._answer()
        self.at_rest = listens

    def _ask(self, names: Sequence[BlobSha]) -> bool:
        """Whether git still listens. One that has died may have answered more than was read so far."""
        try:
            self._git.write("".join(f"{name}\n" for name in names).encode())
        except GitFailed:
            return False
        return True

    def close(self) -> None:
        """End the process."""
        self._git.close()

    def _answer(self) -> bytes | None:
        """`<name> blob <size>`, the bytes and a line feed; or `<name> missing`."""
        match (self._output.until(b"\n") or b"").split():
            case [_, b"missing"]:
                return None
            case [_, kind, size]:
                data = self._output.exactly(int(size))
                if data is None or self._output.exactly(1) != b"\n":
                    raise GitFailed("git cat-file ended in the middle of a file")
                return data if kind == b"blob" else None
            case _:
                raise GitFailed("git cat-file gave no answer")
