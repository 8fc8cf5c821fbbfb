"""A TOML document and where its values stand in the text.

tomllib says what the document holds. Where a value stands is found by replacing it alone with tomlkit and looking
where the text begins to differ, so that no grammar of TOML is written down here a second time. A place that is found
wrongly cannot do harm: what is written is compared value by value with what was planned (`proof.py`).
"""

import re
import tomllib
from typing import Any, TypeAlias

import tomlkit
from tomlkit.exceptions import TOMLKitError

from bot.scan.manifests.declaration import Spot
from bot.scan.manifests.reading import UnreadableManifest

Path: TypeAlias = tuple[str | int, ...]

_SENTINEL = "\ue000"
"""A private-use character: it begins no dependency."""

_KEY = re.compile(r"(?:([A-Za-z0-9_-]+)|\"([^\"\\]*)\"|'([^']*)')[ \t]*=[ \t]*$")
_HEADER = re.compile(
    r"^[ \t]*\[[^\[\]\n]{0,300}?(?:([A-Za-z0-9_-]{1,128})|\"([^\"\\\n]{1,128})\"|'([^'\n]{1,128})')[ \t]{0,9}\]"
    r"[ \t]*(?:#.*)?\r?$",
    re.MULTILINE,
)
_LONGEST_LINE = 1_000


class TomlText:
    """A parsed document; raises `UnreadableManifest` where the text is none."""

    def __init__(self, text: str) -> None:
        self._text = text
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise UnreadableManifest(type(error).__name__) from error

    def table(self, *keys: str) -> dict[str, Any]:
        """The table under the keys, empty where there is none."""
        found: Any = self.data
        for key in keys:
            found = found.get(key) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}

    def string(self, path: Path) -> Spot | None:
        """The text of the string at the path, without its quotes; None where the text is not the value as it is."""
        start = self.place(path)
        value: Any = self.data
        for step in path:
            value = value[step]
        if start is None or not isinstance(value, str):
            return None
        opening = re.compile(r"\"\"\"|'''|\"|'").match(self._text, start)
        inner = opening.end() if opening else start
        return Spot(inner, value) if opening and self._text[inner : inner + len(value)] == value else None

    def key(self, path: Path) -> Spot | None:
        """The path's last key, before its value or at the end of its table's header; None where neither is."""
        start = self.place(path)
        if start is not None:
            line = self._text.rfind("\n", 0, start) + 1
            match = _KEY.search(self._text[max(line, start - _LONGEST_LINE) : start])
            offset = max(line, start - _LONGEST_LINE)
            return _spot(match, offset, str(path[-1])) if match else None
        headers = (_spot(match, 0, str(path[-1])) for match in _HEADER.finditer(self._text))
        named = [spot for spot in headers if spot is not None]
        return named[0] if len(named) == 1 else None

    def line_naming(self, name: str) -> Spot:
        """The first place where the name stands by itself, for a row whose own place was not found."""
        match = re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", self._text)
        return Spot(match.start() if match else 0, name)

    def place(self, path: Path) -> int | None:
        """The offset at which the value at the path begins; None where it has no place of its own, or none is found."""
        if _SENTINEL in self._text:
            return None
        try:
            document = tomlkit.parse(self._text)
            holder: Any = document
            for step in path[:-1]:
                holder = holder[step]
            holder[path[-1]] = _SENTINEL
            changed = tomlkit.dumps(document)
        except (TOMLKitError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return None
        start = changed.find(_SENTINEL) - 1
        return start if start >= 0 and changed[:start] == self._text[:start] else None


def _spot(match: re.Match[str], offset: int, wanted: str) -> Spot | None:
    group = match.lastindex
    if group is None or match.group(group) != wanted:
        return None
    return Spot(offset + match.start(group), wanted)
