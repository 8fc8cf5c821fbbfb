"""The lines of values in an INI file, with their offsets.

Source: Python's configparser, "Supported INI File Structure", with its defaults: a section header in brackets, an
option up to the first `=` or `:`, and lines that are indented deeper go on with the value; a line that begins with
`#` or `;` is a comment. configparser itself judges the document; this only says where the lines of a value stand.
"""

import re
from collections.abc import Iterator

from bot.models.struct import Frozen, altered

_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_HEADER = re.compile(r"\[(.+)\]")
_OPTION = re.compile(r"([^=:]+?)[ \t]*[=:][ \t]*")


class IniLine(Frozen):
    """One line of a value without the blanks around it; `is_whole_value` tells that the value has no other line."""

    section: str
    option: str
    start: int
    text: str
    is_whole_value: bool


def ini_lines(text: str) -> Iterator[IniLine]:
    """The lines of all values, in order; empty ones and comments are left out."""
    section = option = ""
    indent = 0
    held: IniLine | None = None
    for match in _LINE.finditer(text):
        line = match.group()
        body = line.strip()
        depth = len(line) - len(line.lstrip())
        if not body or body.startswith(("#", ";")):
            continue
        if option and depth > indent:
            if held is not None:
                yield altered(held, is_whole_value=False)
                held = None
            yield IniLine(section, option, match.start() + depth, body, is_whole_value=False)
            continue
        if held is not None:
            yield held
            held = None
        header = _HEADER.match(body)
        if header is not None:
            section, option = header.group(1), ""
            continue
        found = _OPTION.match(body)
        option, indent = (found.group(1).rstrip().lower() if found else body.lower()), depth
        if found is not None and body[found.end() :]:
            start = match.start() + depth + found.end()
            held = IniLine(section, option, start, body[found.end() :], is_whole_value=True)
    if held is not None:
        yield held
