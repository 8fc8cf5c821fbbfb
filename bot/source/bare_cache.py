"""One bare repository per GitHub repository, filled by exact commit and read by `GitObjects`.

The folder's name is GitHub's number for the repository, which survives renames and is no contributed text. Each
commit is fetched without history and kept by a reference of ours; a reference exists only once all objects of its
commit do, so a killed fetch leaves nothing that looks complete. Tokens pass through the environment of one git
process and are in no argument, file or message.
"""

import os
import re
import secrets
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from bot.models.names import CommitSha, RepositoryId
from bot.models.struct import Frozen
from bot.source.folder_lock import LockNotFree, locked
from bot.source.git_command import NOTHING, run_git
from bot.source.git_failed import GitFailed, GitTimedOut, OverLimit
from bot.source.object_names import require_full_name

_FILTERED = "obelize-filtered"
"""Beside the objects: of this repository only files up to the bound are fetched."""
_PACKS_ON_THE_WAY = "objects/pack/tmp_*"
_NO_MEMORY = re.compile(r"[Oo]ut of memory|[Cc]annot allocate memory|malloc failed|create (?:async )?thread")
_PROTOCOLS = frozenset({"https", "http", "file"})
_KEEP = "refs/obelize/keep/"
_UNKNOWN = re.compile(r"(?:not our ref|unadvertised object|find remote ref) ([0-9a-f]{40})")
_LEFT_BY_A_KILLED_GIT = ("*.lock", f"{_KEEP}*.lock", _PACKS_ON_THE_WAY, "objects/*/tmp_obj_*")
_REMOVED = ".removed-"


class FetchBounds(Frozen):
    """What a fetch may take: bytes of the pack, bytes that git may allocate, and seconds of waiting and fetching.

    `file_bytes` is the size of the largest file that anybody reads. Of a repository that is over `pack_bytes` with all
    its files only those up to that size are fetched.
    """

    pack_bytes: int = 2_000_000_000
    memory_bytes: int = 1_000_000_000
    seconds: float = 600.0
    file_bytes: int = 1_000_000


class Fetched(Frozen):
    """Which of the wanted commits are in the cache now, and which the remote does not know; each sorted."""

    present: tuple[CommitSha, ...]
    unknown: tuple[CommitSha, ...]


class Held(Frozen):
    """A repository in the cache: what it takes on the disk, and when it was used last, in seconds of the epoch."""

    repository: RepositoryId
    size: int
    used_at: float


class BareCache:
    """The bare repositories under `folder`; any number of processes and threads may use the same folder."""

    def __init__(self, folder: Path, bounds: FetchBounds | None = None) -> None:
        self._folder = folder
        self._bounds = bounds or FetchBounds()

    def git_dir(self, repository: RepositoryId) -> Path:
        """Where the repository's objects are; what `GitObjects` and `PullDiff` take. It may not exist yet."""
        return self._folder / f"{int(repository)}.git"

    def fetch(
        self,
        repository: RepositoryId,
        remote_url: str,
        shas: Sequence[CommitSha],
        extra_env: Mapping[str, str] = NOTHING,
    ) -> Fetched:
        """Bring the commits, full 40-digit names, into the cache; those that are there already cost no request.

        `remote_url` is https, http or file and names no user; credentials are in `extra_env`, as git's own variables.
        GitFailed when the remote refuses or cannot be reached, GitTimedOut when it takes too long, OverLimit when what
        it sends is more than may be.
        """
        protocol = _protocol(remote_url)
        for sha in shas:
            require_full_name(sha)
        git_dir = self.git_dir(repository)
        try:
            with locked(git_dir, self._bounds.seconds) as lock:
                _prepare(git_dir)
                os.utime(git_dir)  # the time of its last use, for whoever makes room
                unknown: set[CommitSha] = set()
                while wanted := sorted(set(shas) - _kept(git_dir) - unknown):
                    unknown |= _Fetch(git_dir, remote_url, protocol, extra_env, self._bounds, lock).of(wanted)
        except LockNotFree as error:
            raise GitTimedOut("another fetch of the same repository takes too long") from error
        return Fetched(present=tuple(sorted(set(shas) - unknown)), unknown=tuple(sorted(unknown)))

    def remove(self, repository: RepositoryId, seconds: float) -> bool:
        """Delete the repository's objects; whether there were any. Who is reading them loses what was not read yet."""
        git_dir = self.git_dir(repository)
        if not git_dir.exists():
            return False
        try:
            with locked(git_dir, seconds):
                doomed = self._moved_away(git_dir)
        except LockNotFree as error:
            raise GitTimedOut("a fetch of the same repository takes too long") from error
        shutil.rmtree(doomed)
        return True

    def evict(self, held: Held) -> bool:
        """Delete the repository's objects unless they were used since `held` was read, or are being fetched now."""
        git_dir = self.git_dir(held.repository)
        if not git_dir.exists():
            return False
        try:
            with locked(git_dir, 0):
                if git_dir.stat().st_mtime > held.used_at:
                    return False
                doomed = self._moved_away(git_dir)
        except LockNotFree:
            return False
        shutil.rmtree(doomed)
        return True

    def held(self) -> tuple[Held, ...]:
        """What is in the cache, least recently used first; what a killed removal left is taken away on the way."""
        for leftover in self._folder.glob(f"{_REMOVED}*"):
            shutil.rmtree(leftover, ignore_errors=True)  # somebody else may be at it
        found = [_held(git_dir) for git_dir in self._folder.glob("*.git") if git_dir.stem.isdecimal()]
        return tuple(sorted((one for one in found if one is not None), key=lambda one: one.used_at))

    def _moved_away(self, git_dir: Path) -> Path:
        """In one step: a crash in the middle must not leave half a repository under the name."""
        return git_dir.rename(self._folder / f"{_REMOVED}{secrets.token_hex(8)}")


def _held(git_dir: Path) -> Held | None:
    """Null where it was removed meanwhile."""
    try:
        used_at = git_dir.stat().st_mtime
    except FileNotFoundError:
        return None
    return Held(repository=RepositoryId(int(git_dir.stem)), size=_size(git_dir), used_at=used_at)


def _size(folder: Path) -> int:
    """Bytes of the files below the folder, as far as they are there when they are looked at."""
    size = 0
    for path, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):
                size += os.lstat(Path(path, name)).st_size
    return size


def _protocol(remote_url: str) -> str:
    parts = urlsplit(remote_url)
    if parts.scheme not in _PROTOCOLS or not remote_url.isprintable() or "@" in parts.netloc:
        raise GitFailed("a remote is an https, http or file URL without a user name")
    return parts.scheme


def _prepare(git_dir: Path) -> None:
    """Make the repository, or mend one that a kill left half made; what a killed git locked is unlocked.

    Only called under the lock, so that no living git holds any of these files.
    """
    _clear(git_dir)
    run_git(["init", "--quiet", "--bare", "--template=", "--object-format=sha1", "."], folder=git_dir)


def _clear(git_dir: Path) -> None:
    for pattern in _LEFT_BY_A_KILLED_GIT:
        for leftover in git_dir.glob(pattern):
            leftover.unlink(missing_ok=True)


def _kept(git_dir: Path) -> set[CommitSha]:
    names = run_git(["for-each-ref", "--format=%(objectname)", _KEEP], folder=git_dir, environment=_in(git_dir))
    return {CommitSha(name) for name in names.decode().split()}


class _Fetch(Frozen):
    """One fetch into a locked repository; `lock` is the descriptor that keeps others out."""

    git_dir: Path
    remote_url: str
    protocol: str
    extra_env: Mapping[str, str]
    bounds: FetchBounds
    lock: int

    def of(self, wanted: Sequence[CommitSha]) -> set[CommitSha]:
        """One request for all; a commit that the remote names as unknown is returned, and none is fetched then.

        A second request, for small files only, where everything is too much; such a repository is known by a mark.
        """
        mark = self.git_dir / _FILTERED
        if not mark.exists():
            try:
                return self._asked(wanted)
            except OverLimit:
                _clear(self.git_dir)
                mark.touch()
        try:
            return self._asked(wanted, f"--filter=blob:limit={self.bounds.file_bytes + 1}")
        except OverLimit:
            _clear(self.git_dir)
            raise

    def _asked(self, wanted: Sequence[CommitSha], *narrowed: str) -> set[CommitSha]:
        options = ["--quiet", "--depth=1", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", *narrowed]
        environment = {**_in(self.git_dir), "GIT_ALLOW_PROTOCOL": self.protocol}
        if narrowed:
            # A difference may be from a file that was not fetched: git asks for that one, at the same place.
            environment["GIT_NO_LAZY_FETCH"] = "0"
        try:
            run_git(
                ["fetch", *options, "--end-of-options", self.remote_url, *(f"{sha}:{_KEEP}{sha}" for sha in wanted)],
                folder=self.git_dir,
                # Kept as one pack, whose size is bounded, and large files looked at in pieces.
                settings=("fetch.unpackLimit=1", "core.bigFileThreshold=1m"),
                environment=environment,
                extra_env=self.extra_env,
                seconds=self.bounds.seconds,
                keep_open=(self.lock,),
                memory=self.bounds.memory_bytes,
                largest_file=self.bounds.pack_bytes,
            )
        except GitFailed as error:
            self._raise_if_over(error)
            unknown = {CommitSha(sha) for sha in _UNKNOWN.findall(error.stderr)} & set(wanted)
            if not unknown:
                raise
            return unknown
        return set()

    def _raise_if_over(self, error: GitFailed) -> None:
        bounds = self.bounds
        # A pack that has become as large as it may is left as it is: git was ended in the middle of it.
        if any(pack.stat().st_size >= bounds.pack_bytes for pack in self.git_dir.glob(_PACKS_ON_THE_WAY)):
            said = f"Its files of up to {bounds.file_bytes:,} bytes are more than {bounds.pack_bytes:,} bytes to fetch"
            raise OverLimit(f"{said} (OBELIZE_LIMIT_FETCH_MB).") from error
        if _NO_MEMORY.search(error.stderr):
            said = f"To unpack it, git needs more than {bounds.memory_bytes:,} bytes of memory"
            raise OverLimit(f"{said} (OBELIZE_LIMIT_GIT_MEMORY_MB).") from error


def is_filtered(git_dir: Path) -> bool:
    """Whether files over the bound were not fetched there: a missing one is then a large one."""
    return Path(git_dir, _FILTERED).exists()


def _in(git_dir: Path) -> dict[str, str]:
    return {"GIT_DIR": str(git_dir.absolute())}
