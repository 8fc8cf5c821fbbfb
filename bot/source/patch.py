"""Reading what `git diff-tree -p` prints, section by section. Pure: lines of bytes in, records out.

Names are not read from it: git quotes them in ways of its own. Who calls knows the order of the files from the raw
listing. Inside a hunk the counts of its header decide how many lines belong to it, so that no line of a file, however
it is written, is taken for one of git's.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

_FILE = b"diff --git "
_BINARY = b"Binary files "
_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


class PatchUnreadable(Exception):  # noqa: N818 - it names the fact
    """The text is not the patch that git prints."""


@dataclass(frozen=True, slots=True)
class PatchLine:
    """One line of a file: its 1-based number on its own side, its bytes without the LF (a CR stays)."""

    number: int
    text: bytes


@dataclass(frozen=True, slots=True)
class LineRange:
    """`count` lines from the 1-based line `start`; with none, `start` is the line before, as git says it."""

    start: int
    count: int


@dataclass(slots=True)
class Section:
    """What the patch says of one file. `binary`: git compared no lines (a NUL near the start, or too large)."""

    removed: list[PatchLine] = field(default_factory=list)
    added: list[PatchLine] = field(default_factory=list)
    new_ranges: list[LineRange] = field(default_factory=list)
    binary: bool = False


def sections(lines: Iterable[bytes]) -> Iterator[Section]:
    """One section a file, in the order of the patch, from its lines without their LF. PatchUnreadable if it is none."""
    rest = iter(lines)
    section: Section | None = None
    for line in rest:
        if line.startswith(_FILE):
            if section is not None:
                yield section
            section = Section()
        elif section is None:
            raise PatchUnreadable("a patch begins with the name of a file")
        elif line.startswith(_BINARY):
            section.binary = True
        elif (header := _HUNK.match(line)) is not None:
            _read_hunk(section, header, rest)
    if section is not None:
        yield section


def _read_hunk(section: Section, header: re.Match[bytes], lines: Iterator[bytes]) -> None:
    old, old_count, new, new_count = (1 if number is None else int(number) for number in header.groups())
    section.new_ranges.append(LineRange(start=new, count=new_count))
    old_end, new_end = old + old_count, new + new_count
    while old < old_end or new < new_end:
        line = next(lines, b"")
        match line[:1]:
            case b"-":
                section.removed.append(PatchLine(old, line[1:]))
                old += 1
            case b"+":
                section.added.append(PatchLine(new, line[1:]))
                new += 1
            case b" ":
                old, new = old + 1, new + 1
            case b"\\":
                # "\ No newline at end of file" counts for neither side.
                pass
            case _:
                raise PatchUnreadable("a hunk ends before its lines do")
