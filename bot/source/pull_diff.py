"""What a pull request changes: two commits of one repository compared as trees, from the merge base to the head.

Files are compared as bytes and as a `SourceTree` sees them: a file that becomes a link is deleted, submodules are no
files, and a path that a tree would refuse is left out, since the tree's listing already tells of it. Attributes,
external diff programs and text conversions of the repository have no say.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.models.limitation import Limitation, limitation
from bot.models.names import CommitSha
from bot.models.struct import Frozen
from bot.source.bare_cache import is_filtered
from bot.source.git_failed import GitFailed
from bot.source.git_output import GitOutput
from bot.source.object_names import require_full_name
from bot.source.object_store import ObjectStore
from bot.source.patch import LineRange, PatchLine, PatchUnreadable, Section, sections
from bot.source.raw_changes import RawChange, raw_changes
from bot.source.tree_path import judged_path
from bot.vocabulary import LimitationCode, PathChange

_ARGUMENT_BYTES = 65_536
"""Paths of one command; the least that a system promises for all arguments and the environment is twice that."""
_DIFF = ("diff-tree", "-r", "-z", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index")
# Half of the lines alike, at most 1,000 files on each side: git's own measure, which GitHub's pages follow.
_RENAMES = ("-M50%", "-l1000")
# Told by their names alone, where large files were not fetched and cannot be compared.
_EXACT_RENAMES = ("-M100%",)


class ChangedPath(Frozen):
    """A regular file that the pull request adds, modifies or deletes; a rename is a deletion and an addition."""

    path: str
    change: PathChange


class ChangedLines(Frozen):
    """The lines that a file loses (numbered in the base) and gains (numbered in the head), without context."""

    removed: tuple[PatchLine, ...]
    added: tuple[PatchLine, ...]


class PullDiff:
    """The difference between `base`, the merge base, and `head` in the repository at `git_dir`; both full names.

    A file over `max_file_bytes` is not compared line by line. Every method raises GitFailed where a commit or an
    object that it needs is not there.
    """

    def __init__(self, git_dir: Path, base: CommitSha, head: CommitSha, max_file_bytes: int) -> None:
        require_full_name(base)
        require_full_name(head)
        self._commits = (base, head)
        self._max_file_bytes = max_file_bytes
        self._renames = _EXACT_RENAMES if is_filtered(git_dir) else _RENAMES
        self._store = ObjectStore(git_dir)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def changes(self) -> tuple[ChangedPath, ...]:
        """Every file that changes, sorted by path."""
        found = ((_path(raw.path), _change(raw)) for raw in self._raw("--no-renames"))
        return tuple(sorted((ChangedPath(path, change) for path, change in found if path and change), key=_by_path))

    def touched(self) -> frozenset[bytes]:
        """Every path that differs, as git has it: links, submodules and names that no tree shows are among them."""
        return frozenset(raw.path for raw in self._raw("--no-renames"))

    def lines(self, paths: Iterable[str]) -> Iterator[tuple[str, ChangedLines | Limitation]]:
        """The changed lines of those of the paths that change, or why they are not known; in git's order."""
        wanted = set(paths)
        for batch in _batches([path] for path in sorted(wanted)):
            for raw, parts in self._patch(("--no-renames", "-U0"), batch):
                path = _path(raw.path)
                if path in wanted and _change(raw):
                    yield path, self._changed_lines(path, raw, parts)

    def hunks(self, paths: Iterable[str]) -> Iterator[tuple[str, tuple[LineRange, ...]]]:
        """For those of the paths that the head holds and the pull request changes: the lines its page shows.

        They are the new side of the three-dot diff with three lines of context and renames found, where GitHub lets a
        review comment stand; none for a file that is shown without lines.
        """
        wanted = set(paths)
        sources = {raw.path: raw.old_path for raw in self._raw(*self._renames)}
        groups = ([path, *_renamed_from(path, sources)] for path in sorted(wanted))
        for batch in _batches(groups):
            for raw, parts in self._patch((*self._renames, "-U3"), batch):
                path = _path(raw.path)
                if path in wanted and raw.is_in_head:
                    yield path, tuple(lines for part in parts for lines in part.new_ranges if lines.count)

    def close(self) -> None:
        """Remove what was made for reading; safe to call twice."""
        self._store.close()

    def _raw(self, *options: str) -> Iterator[RawChange]:
        with self._store.start([*_DIFF, "--raw", *options, *self._commits, "--"]) as git:
            yield from raw_changes(GitOutput(git))
            git.finish()

    def _patch(self, options: Sequence[str], paths: Sequence[str]) -> Iterator[tuple[RawChange, list[Section]]]:
        """Each change with its sections: the raw listing, whose names are exact, comes first and in the same order."""
        arguments = [*_DIFF, "--patch-with-raw", *options, *self._commits, "--", *paths]
        # Git compares no lines of a file that is larger than this.
        settings = (f"core.bigFileThreshold={self._max_file_bytes}",)
        with self._store.start(arguments, settings=settings) as git:
            output = GitOutput(git)
            changes = list(raw_changes(output))
            patch = sections(output.records(b"\n"))
            for raw in changes:
                yield raw, _taken(patch, raw.section_count)
            git.finish()

    def _changed_lines(self, path: str, raw: RawChange, parts: Sequence[Section]) -> ChangedLines | Limitation:
        if any(part.binary for part in parts):
            why = f"it is binary or larger than {self._max_file_bytes:,} bytes"
            return limitation(LimitationCode.DIFF_NOT_KNOWN, path, detail=why)
        removed = (line for part in parts for line in part.removed if raw.is_in_base)
        added = (line for part in parts for line in part.added if raw.is_in_head)
        return ChangedLines(removed=tuple(removed), added=tuple(added))


def _taken(patch: Iterator[Section], count: int) -> list[Section]:
    try:
        taken = list(islice(patch, count))
    except PatchUnreadable as error:
        raise GitFailed("git diff-tree printed a patch that cannot be read") from error
    if len(taken) != count:
        raise GitFailed("git diff-tree printed fewer files than it listed")
    return taken


def _change(raw: RawChange) -> PathChange | None:
    """What happens to a regular file; null where there is none on either side."""
    match raw.is_in_base, raw.is_in_head:
        case True, True:
            return PathChange.MODIFIED
        case True, False:
            return PathChange.DELETED
        case False, True:
            return PathChange.ADDED
    return None


def _path(raw: bytes) -> str | None:
    path = judged_path(raw)
    return None if isinstance(path, Limitation) else path


def _by_path(changed: ChangedPath) -> str:
    return changed.path


def _renamed_from(path: str, sources: dict[bytes, bytes]) -> list[str]:
    source = _path(sources.get(path.encode(), b""))
    return [] if source is None or source == path else [source]


def _batches(groups: Iterable[list[str]]) -> Iterator[list[str]]:
    """The groups put together, none torn apart, up to what a command line holds."""
    batch: list[str] = []
    room = _ARGUMENT_BYTES
    for group in groups:
        needed = sum(len(path.encode()) + 1 for path in group)
        if batch and needed > room:
            yield batch
            batch, room = [], _ARGUMENT_BYTES
        batch += group
        room -= needed
    if batch:
        yield batch
