"""One more string at the end of a list, as TOML and Python write lists: brackets, commas, `#` comments."""

import re

from bot.scan.facts import Replacement

_EMPTY = re.compile(r"\[\s*\]")
_REST = re.compile(
    r"(?:[ \t]*(?P<comma>,))?(?P<line>[ \t]*(?:#[^\r\n]*)?)(?P<more>(?:\r?\n[ \t]*(?:#[^\r\n]*)?)*)\]", re.ASCII
)
"""What may stand between the last entry and the bracket; a comma in a line of its own is nothing that is looked for."""

_QUOTES = re.compile(r"[A-Za-z]*(\"(?!\"\")|'(?!''))")


def first_entry(text: str, start: int, value: str) -> Replacement | None:
    """The list at offset `start` with its first entry; None where it is not an empty one without comments."""
    match = _EMPTY.match(text, start)
    if match is None:
        return None
    return Replacement(start=start, end=match.end(), old=match.group(), new=f'["{value}"]')


def one_more_entry(text: str, last: tuple[int, int], value: str) -> Replacement | None:
    """The entry behind the last one, which stands between the two offsets with its quotes.

    On a line of its own where the last one has that, with a comma behind it where that one has; None where what stands
    behind the last one is more than a comma and comments.
    """
    start, end = last
    rest = _REST.match(text, end)
    if rest is None:
        return None
    quotes = _QUOTES.match(text, start)
    quote = quotes.group(1) if quotes else '"'
    literal = f"{quote}{value}{quote}"
    line_start = text.rfind("\n", 0, start) + 1
    indent = text[line_start:start]
    if not rest["more"] or indent.strip():
        return Replacement(start=end, end=end, old="", new=f", {literal}")
    line_end = "\r\n" if rest["more"].startswith("\r") else "\n"
    old = text[end : rest.end("line")]
    new = f",{rest['line']}{line_end}{indent}{literal}{rest['comma'] or ''}"
    return Replacement(start=end, end=rest.end("line"), old=old, new=new)
