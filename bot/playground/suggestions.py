"""Suggestion blocks: what they say, and the file after one was applied (GITHUB.md §5.2). Pure."""

import re

_BLOCK = re.compile(r"^(?P<fence>`{3,})suggestion[ \t]*\n(?P<text>(?:.*\n)*?)(?P=fence)`*[ \t]*$", re.MULTILINE)


def suggested(body: str) -> str | None:
    """The text of the first suggestion block, each of its lines with a newline; null where there is none."""
    found = _BLOCK.search(body.replace("\r\n", "\n"))
    return None if found is None else found["text"]


def around_suggestion(body: str) -> tuple[str, str]:
    """The text before and after the first suggestion block; all of it before where there is none."""
    text = body.replace("\r\n", "\n")
    found = _BLOCK.search(text)
    return (text, "") if found is None else (text[: found.start()], text[found.end() :])


def applied(content: bytes, first: int, last: int, text: str) -> bytes:
    """The file with lines `first` to `last` (from 1) replaced; an empty text takes them out.

    A last line without a newline stays so; what else GitHub does there and in files with CR LF is not known.
    """
    lines = content.split(b"\n")
    replacement = text.encode().split(b"\n")[:-1]
    return b"\n".join([*lines[: first - 1], *replacement, *lines[last:]])
