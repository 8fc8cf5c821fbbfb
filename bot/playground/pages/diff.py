"""The changes of a pull request with annotations at their lines, as "Files changed" shows them."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from bot.playground.git.diffs import FileChange
from bot.playground.world.checks import Annotation

_HUNK = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)")
_KINDS = {"+": "added", "-": "removed", " ": "same"}
LONGEST_PATCH = 3_000
"""Lines of one file's diff that are shown."""


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a hunk. `kind`: hunk, added, removed, same or note; a number is null where the side has no line."""

    kind: str
    old: int | None
    new: int | None
    text: str
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class DiffFile:
    """One changed file; no lines for a binary one."""

    path: str
    previous_path: str | None
    status: str
    additions: int
    deletions: int
    lines: tuple[DiffLine, ...]


def diff_files(changes: list[FileChange], annotations: list[Annotation]) -> list[DiffFile]:
    """One entry a changed file; an annotation shows where its last line is part of a hunk (GITHUB.md §4)."""
    ending: defaultdict[tuple[str, int], list[Annotation]] = defaultdict(list)
    for annotation in annotations:
        ending[annotation.path, annotation.end_line].append(annotation)
    return [
        DiffFile(
            path=change.path,
            previous_path=change.previous_path,
            status=change.status,
            additions=change.additions,
            deletions=change.deletions,
            lines=tuple(_lines(change, ending))[:LONGEST_PATCH],
        )
        for change in changes
    ]


def _lines(change: FileChange, ending: dict[tuple[str, int], list[Annotation]]) -> Iterator[DiffLine]:
    old = new = 0
    for text in (change.patch or "").split("\n"):
        hunk = _HUNK.match(text)
        if hunk:
            old, new = int(hunk[1]), int(hunk[2])
            yield DiffLine("hunk", None, None, text)
        elif text[:1] in _KINDS:
            kind = _KINDS[text[0]]
            notes = () if kind == "removed" else tuple(ending.get((change.path, new), ()))
            yield DiffLine(kind, None if kind == "added" else old, None if kind == "removed" else new, text[1:], notes)
            old, new = old + (kind != "added"), new + (kind != "removed")
        elif text:
            yield DiffLine("note", None, None, text.removeprefix("\\ "))
