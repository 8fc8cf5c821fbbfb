"""Lines of shell text, joined where a backslash stands at the end; comments are blanked, offsets stay."""

import re
from collections.abc import Iterator

_COMMENT = re.compile(r"^[ \t]*#[^\n]*", re.MULTILINE)
_JOINED = re.compile(r"\\[ \t]*\r?\n(?:[ \t]*\r?\n)*")


def shell_lines(text: str) -> Iterator[tuple[int, str]]:
    """Each line with its offset; a line that was joined holds blanks where its line ends were."""
    joined = _JOINED.sub(_blank, _COMMENT.sub(_blank, text))
    offset = 0
    for line in joined.split("\n"):
        yield offset, line
        offset += len(line) + 1


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())
