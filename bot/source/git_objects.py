"""A tree read from git objects at one exact commit: nothing is checked out, and no configuration is obeyed.

It serves the bare cache and a local clone alike. Listing is one `git ls-tree`, reading is one long-lived
`git cat-file --batch`; a missing or broken object costs the file it belongs to.
"""

import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.models.limitation import Limitation, limitation
from bot.models.names import BlobSha, CommitSha
from bot.models.struct import Frozen
from bot.source.bare_cache import is_filtered
from bot.source.blob_reader import BlobReader
from bot.source.content import judged_content, too_large, unlisted, vanished
from bot.source.git_failed import GitFailed, GitTimedOut, OverLimit
from bot.source.git_output import GitOutput
from bot.source.object_names import require_full_name
from bot.source.object_store import ObjectStore
from bot.source.tree import Content, Listing, TreeEntry, assembled
from bot.source.tree_path import judged_path, printable
from bot.vocabulary import LimitationCode

_NAME_BYTES_A_FILE = 256
"""What names may take on average: a crafted tree nests folders with names of any length."""

_SUBMODULE = 0o160000
_NOT_REGULAR = {
    stat.S_IFLNK: LimitationCode.SYMLINK_NOT_FOLLOWED,
    _SUBMODULE: LimitationCode.SUBMODULE_NOT_FOLLOWED,
}


class TreeBounds(Frozen):
    """How many files a commit may name, and how many bytes may be read of them all together.

    More names than a real repository has: ten trees that each hold the next one ten times name ten thousand million.
    """

    files: int = 500_000
    read_bytes: int = 2_000_000_000


class GitObjects:
    """A `SourceTree` over `commit`, 40 hexadecimal digits, in the repository at `git_dir`.

    `prefix` is a folder of the repository: only what lies under it is seen, with paths relative to it. Opening it or
    listing raises GitFailed where the repository or the commit cannot be read at all; listing and reading raise
    OverLimit past the `bounds`.
    """

    def __init__(self, git_dir: Path, commit: CommitSha, prefix: str = "", bounds: TreeBounds | None = None) -> None:
        require_full_name(commit)
        self._tree = f"{commit}:{prefix.strip('/')}"
        self._bounds = bounds or TreeBounds()
        self._read_bytes = 0
        self._missing_is_large = is_filtered(git_dir)
        self._store = ObjectStore(git_dir)
        self._listing: Listing | None = None
        self._readers: list[BlobReader] = []

    def listing(self) -> Listing:
        """The regular files of the commit, with blob and size."""
        if self._listing is None:
            self._listing = self._listed()
        return self._listing

    def read(self, paths: Sequence[str], max_bytes: int) -> Iterator[tuple[str, Content]]:
        """Each path with its bytes or why not; what is over the limit is known by its size and never asked for."""
        entries = {entry.path: entry for entry in self.listing().entries}
        asked = [self._blob_or_refusal(path, entries.get(path), max_bytes) for path in paths]
        blobs = self._blobs([blob for blob in asked if not isinstance(blob, Limitation)])
        for path, blob in zip(paths, asked, strict=True):
            if isinstance(blob, Limitation):
                yield path, blob
                continue
            data = next(blobs)
            self._count(data)
            yield path, _missing(path) if data is None else judged_content(path, data, max_bytes)

    def close(self) -> None:
        """End the processes and remove what was made for them."""
        for reader in self._readers:
            reader.close()
        self._store.close()

    def _listed(self) -> Listing:
        found = list(self._found())
        entries = (item for item in found if isinstance(item, TreeEntry))
        return assembled(entries, (item for item in found if isinstance(item, Limitation)))

    def _found(self) -> Iterator[TreeEntry | Limitation]:
        most, size = self._bounds.files, 0
        with self._store.start(["ls-tree", "-r", "-l", "-z", "--full-tree", self._tree]) as git:
            for number, record in enumerate(GitOutput(git).records(b"\0")):
                size += len(record)
                if number >= most:
                    raise OverLimit(f"It names more than {most:,} files (OBELIZE_LIMIT_FILES).")
                if size > most * _NAME_BYTES_A_FILE:
                    told = f"The names of its files take more than {most * _NAME_BYTES_A_FILE:,} bytes"
                    raise OverLimit(f"{told} ({_NAME_BYTES_A_FILE} for each of OBELIZE_LIMIT_FILES).")
                yield _entry(record)
            git.finish()

    def _count(self, data: bytes | None) -> None:
        """A pack of some megabytes can hold any number of files that differ little."""
        self._read_bytes += len(data or b"")
        if self._read_bytes > self._bounds.read_bytes:
            raise OverLimit(f"More than {self._bounds.read_bytes:,} bytes of it would be read (OBELIZE_LIMIT_READ_MB).")

    def _blob_or_refusal(self, path: str, entry: TreeEntry | None, max_bytes: int) -> BlobSha | Limitation:
        if entry is None:
            return unlisted(path)
        if entry.size is None and self._missing_is_large:
            return too_large(path, None, max_bytes)
        if entry.blob is None or entry.size is None:
            return _missing(path)
        if entry.size > max_bytes:
            return too_large(path, entry.size, max_bytes)
        return entry.blob

    def _blobs(self, names: Sequence[BlobSha]) -> Iterator[bytes | None]:
        """The bytes of each, null for one that is missing or on which git gave up: that costs one, not the rest."""
        done = 0
        while done < len(names):
            reader = self._idle_reader()
            try:
                for data in reader.blobs(names[done:]):
                    done += 1
                    yield data
            except GitTimedOut:
                raise
            except GitFailed:
                done += 1
                yield None
            finally:
                self._let_go_of(reader)

    def _idle_reader(self) -> BlobReader:
        """The one reader there is, unless a read that began earlier still waits for answers of it."""
        for reader in self._readers:
            if reader.at_rest:
                return reader
        self._readers.append(BlobReader(self._store))
        return self._readers[-1]

    def _let_go_of(self, reader: BlobReader) -> None:
        if not reader.at_rest:
            reader.close()
            self._readers.remove(reader)


def _entry(record: bytes) -> TreeEntry | Limitation:
    """One record of ls-tree: `<mode> SP <type> SP <name> SP+ <size> TAB <path>`, the size `-` or `BAD` if unknown."""
    meta, _, raw = record.partition(b"\t")
    mode, _, name, size = meta.split()
    kind = stat.S_IFMT(int(mode, 8))
    if kind != stat.S_IFREG:
        return limitation(_NOT_REGULAR.get(kind, LimitationCode.SPECIAL_FILE_NOT_READ), printable(raw))
    path = judged_path(raw)
    if isinstance(path, Limitation):
        return path
    return TreeEntry(
        path=path,
        blob=BlobSha(name.decode()),
        size=int(size) if size.isdigit() else None,
        executable=bool(int(mode, 8) & stat.S_IXUSR),
        stamp=name.decode(),
    )


def _missing(path: str) -> Limitation:
    return vanished(path, "its object is missing or broken")
