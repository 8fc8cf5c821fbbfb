"""The lines of a patch by their numbers: where a comment can stand in a diff (GITHUB.md §5.1). Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADER = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a patch. `old` and `new` count from 1 and are null where the line is not in that file.

    `position` counts the lines below the first hunk's header, later headers included; `hunk` counts the hunks.
    """

    old: int | None
    new: int | None
    text: str
    position: int
    hunk: int


@dataclass(frozen=True, slots=True)
class Patch:
    """The lines of one file's patch, and each hunk's header."""

    lines: tuple[Line, ...]
    headers: tuple[str, ...]

    def at(self, side: str, number: int) -> Line | None:
        """The line of that number: added and unchanged ones stand to the RIGHT, deleted ones to the LEFT."""
        if side == "RIGHT":
            return next((line for line in self.lines if line.new == number), None)
        return next((line for line in self.lines if line.new is None and line.old == number), None)

    def hunk_down_to(self, last: Line) -> str:
        """The hunk from its header to that line, as `diff_hunk` quotes it."""
        quoted = [line.text for line in self.lines if line.hunk == last.hunk and line.position <= last.position]
        return "\n".join([self.headers[last.hunk], *quoted])


def read_patch(patch: str) -> Patch:
    """Reads the hunks of one file, as `FileChange.patch` holds them."""
    headers = tuple(text for text in patch.split("\n") if _HEADER.match(text))
    return Patch(tuple(_lines(patch)), headers)


def _lines(patch: str) -> Iterator[Line]:
    old = new = 0
    hunk = -1
    for position, text in enumerate(patch.split("\n")):
        header = _HEADER.match(text)
        if header is not None:
            old, new, hunk = int(header[1]), int(header[2]), hunk + 1
        elif text.startswith("-"):
            yield Line(old, None, text, position, hunk)
            old += 1
        elif text.startswith("+"):
            yield Line(None, new, text, position, hunk)
            new += 1
        elif not text.startswith("\\"):
            yield Line(old, new, text, position, hunk)
            old, new = old + 1, new + 1
