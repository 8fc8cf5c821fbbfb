"""patch.diff as a page shows it: file by file, line beside line number, Python coloured. Pure.

The patch quotes a repository: a line is text, shown with its controls written out, and colours come from classes alone.
Inside a hunk the counts of its header decide how many lines belong to it, whatever a line looks like.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import zip_longest
from typing import NamedTuple

from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers.python import PythonLexer

from bot.safe_text import displayable

MOST_LINES = 4_000
"""Lines of a patch that a page shows; the rest is in the file."""

LONGEST_PATCH = 4_000_000
"""Bytes; a longer patch is offered as a file and not shown."""

_LONGEST_LINE = 500
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_KINDS = {"+": "added", "-": "removed", " ": "same", "": "same"}
_FORMATTER = HtmlFormatter(nowrap=True)


class DiffLine(NamedTuple):
    """One line: its number on either side (null where it has none), its kind, and HTML that is safe to show."""

    kind: str
    old: int | None
    new: int | None
    html: str


class DiffPair(NamedTuple):
    """The two sides of one row of a diff that is shown side by side."""

    left: DiffLine | None
    right: DiffLine | None


class DiffHunk(NamedTuple):
    """One stretch of a file."""

    heading: str
    lines: tuple[DiffLine, ...]

    @property
    def pairs(self) -> tuple[DiffPair, ...]:
        """Removed lines beside those that come in their place."""
        return tuple(_pairs(self.lines))


class DiffFile(NamedTuple):
    """One changed file."""

    path: str
    added: int
    removed: int
    hunks: tuple[DiffHunk, ...]


class Diff(NamedTuple):
    """The files, up to as many lines as a page holds; `cut` tells that there is more."""

    files: tuple[DiffFile, ...]
    cut: bool


def diff_of(patch: bytes) -> Diff:
    """The patch that a run folder holds."""
    files: list[DiffFile] = []
    room = MOST_LINES
    for path, hunks in _files(patch.decode("utf-8", "replace").split("\n")):
        if not room:
            return Diff(tuple(files), cut=True)
        made = []
        for heading, lines in hunks:
            made.append(_hunk(heading, lines[:room], python=path.endswith(".py")))
            room -= min(room, len(lines))
        signs = [line[:1] for _, lines in hunks for line in lines]
        files.append(DiffFile(path, signs.count("+"), signs.count("-"), tuple(hunk for hunk in made if hunk.lines)))
        if sum(len(hunk.lines) for hunk in made) < len(signs):
            return Diff(tuple(files), cut=True)
    return Diff(tuple(files), cut=False)


_RawHunk = tuple[str, list[str]]


def _files(lines: Sequence[str]) -> Iterator[tuple[str, list[_RawHunk]]]:
    """Name and hunks of each file."""
    path: str | None = None
    hunks: list[_RawHunk] = []
    rest = iter(lines)
    for line in rest:
        if line.startswith("diff --git "):
            if path is not None:
                yield path, hunks
            path, hunks = "", []
        elif line.startswith("+++ ") or (line.startswith("--- ") and not path):
            name = line[4:].split("\t")[0]
            path = path if name == "/dev/null" else displayable(re.sub(r'^("?)[ab]/', r"\1", name))
        elif (header := _HUNK.match(line)) is not None:
            hunks.append((line, list(_taken(rest, int(header[2] or 1), int(header[4] or 1)))))
    if path is not None:
        yield path, hunks


def _taken(rest: Iterator[str], old: int, new: int) -> Iterator[str]:
    while old > 0 or new > 0:
        line = next(rest, None)
        if line is None:
            return
        if line.startswith("\\"):
            continue
        old -= not line.startswith("+")
        new -= not line.startswith("-")
        yield line


def _hunk(heading: str, lines: Sequence[str], *, python: bool) -> DiffHunk:
    header = _HUNK.match(heading)
    assert header is not None
    texts = [(line[:1], _one_line(line[1:])) for line in lines]
    old_side = iter(_coloured([text for sign, text in texts if sign != "+"], python=python))
    new_side = iter(_coloured([text for sign, text in texts if sign != "-"], python=python))
    old, new = int(header[1]), int(header[3])
    made = []
    for sign, _ in texts:
        kind = _KINDS.get(sign, "same")
        html = next(old_side) if kind == "removed" else next(new_side)
        if kind == "same":
            next(old_side)
        made.append(DiffLine(kind, None if kind == "added" else old, None if kind == "removed" else new, html))
        old, new = old + (kind != "added"), new + (kind != "removed")
    return DiffHunk(heading[: header.end()], tuple(made))


def _one_line(text: str) -> str:
    """A line's text; the CR of a line's end is not shown, one within it is."""
    return displayable(text.removesuffix("\r").replace("\r", "\u240d")[:_LONGEST_LINE])


def _coloured(lines: Sequence[str], *, python: bool) -> list[str]:
    """One piece of HTML a line."""
    plain = [escape(line) for line in lines]
    if not python or not lines:
        return plain
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    coloured = str(highlight("\n".join(lines), lexer, _FORMATTER)).split("\n")
    return coloured if len(coloured) == len(lines) else [*coloured, *[""] * len(lines)][: len(lines)]


def _pairs(lines: Sequence[DiffLine]) -> Iterator[DiffPair]:
    removed: list[DiffLine] = []
    added: list[DiffLine] = []
    for line in lines:
        if line.kind == "same":
            yield from _beside(removed, added)
            removed, added = [], []
            yield DiffPair(line, line)
        else:
            (removed if line.kind == "removed" else added).append(line)
    yield from _beside(removed, added)


def _beside(removed: Sequence[DiffLine], added: Sequence[DiffLine]) -> Iterator[DiffPair]:
    yield from (DiffPair(left, right) for left, right in zip_longest(removed, added))
