"""A line at the end of a TOML table that has a header of its own, and the proof of what was added to a document."""

import re
import tomllib
from typing import Any

from bot.scan.facts import Replacement
from bot.scan.manifests.adding.line_ends import line_end_of

_ANY_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)
_SAYS_SOMETHING = re.compile(r"^[ \t]*[^\s#][^\n]*$", re.MULTILINE)


def line_in_table(text: str, keys: tuple[str, ...], line: str) -> Replacement | None:
    """The line behind the last one of the table that has lines; None where its header does not stand exactly once.

    A value over several lines may look like a header; then the proof fails, and nothing is written.
    """
    name = r"[ \t]*\.[ \t]*".join(map(re.escape, keys))
    header = re.compile(rf"^[ \t]*\[[ \t]*{name}[ \t]*\][ \t]*(?:#[^\n]*)?$", re.MULTILINE)
    found = list(header.finditer(text.replace("\r\n", " \n")))  # as long as it was, and `$` stands before a line feed
    if len(found) != 1:
        return None
    begin = found[0].end()
    following = _ANY_HEADER.search(text, begin)
    stop = following.start() if following else len(text)
    end = max([begin, *(match.end() for match in _SAYS_SOMETHING.finditer(text, begin, stop))])
    if end < len(text) and text[end - 1] == "\r":
        end -= 1
    return Replacement(start=end, end=end, old="", new=f"{line_end_of(text)}{line}")


def entry_was_added(before: str, after: str, path: tuple[str, ...], entry: str) -> bool:
    """Whether the two documents differ in one more string at the end of the list at the path, and in nothing else."""
    expected = tomllib.loads(before)
    table = _table(expected, path[:-1])
    if table is None:
        return False
    table[path[-1]] = [*table.get(path[-1], []), entry]
    return expected == tomllib.loads(after)


def key_was_added(before: str, after: str, path: tuple[str, ...], value: str) -> bool:
    """Whether the two documents differ in a key that the table did not have, and in nothing else."""
    expected = tomllib.loads(before)
    table = _table(expected, path[:-1])
    if table is None or path[-1] in table:
        return False
    table[path[-1]] = value
    return expected == tomllib.loads(after)


def _table(document: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any] | None:
    found: Any = document
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else None
