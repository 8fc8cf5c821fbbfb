"""Suggestion blocks: what they say, and the file after one was applied (GITHUB.md §5.2). Pure."""

import re

_BLOCK = re.compile(r"^(?P<fence>`{3,})suggestion[ \t]*\n(?P<text>(?:.*\n)*?)(?P=fence)`*[ \t]*$", re.MULTILINE)


def suggested(body: str) -> str | None:
    """The text of the first suggestion block, each of its lines with a newline; null where there is none."""
    found = _BLOCK.search(body.replace("\r\n", "\n"))
    return None if found is None else found["text"]


def without_suggestion(body: str) -> str:
    """The text around the first suggestion block."""
    return _BLOCK.sub("", body.replace("\r\n", "\n"), count=1)


def applied(content: bytes, first: int, last: int, text: str) -> bytes:
    """The file with lines `first` to `last` (from 1) replaced; an empty text takes them out.

    A last line without a newline stays so; what else GitHub does there and in files with CR LF is not known.
    """
    lines = content.split(b"\n")
    replacement = text.encode().split(b"\n")[:-1]
    return b"\n".join([*lines[: first - 1], *replacement, *lines[last:]])
