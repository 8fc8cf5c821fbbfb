"""Reads the YAML of a pack, which is untrusted text, into plain values that know their lines.

A narrow part of YAML: one document of mappings, lists, text, whole numbers, true, false and null. Anchors, aliases and
tags are refused, so nothing can be repeated without being written, and no object can be asked for. Plain text such as
`3.9`, `no` or `2021-03-04` stays text. Only events of PyYAML's safe parser are used, none of its constructors.
"""

import re
from collections.abc import Iterator
from typing import Any, NoReturn, TypeAlias

import yaml

from bot.models.struct import Frozen

MAXIMUM_BYTES = 512 * 1024
MAXIMUM_DEPTH = 16

YamlPath: TypeAlias = tuple[str | int, ...]
"""Where a value stands: keys and list indices from the root."""

_WHOLE_NUMBER = re.compile(r"[-+]?[0-9]{1,18}")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlRefusedError(Exception):
    """The text is not YAML, or holds something that a pack may not; `line` is 1-based."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
        self.sentence = sentence


class YamlDocument(Frozen):
    """The value of a document, and the 1-based line of every key and list item."""

    value: Any
    lines: dict[YamlPath, int]

    def line(self, path: YamlPath) -> int:
        """The line of a path, or of the nearest thing around it that is written down."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read_yaml(data: bytes, parser: Any = _PARSER) -> YamlDocument:
    """The one document in `data`, null where it holds nothing but comments; raises YamlRefusedError.

    `parser` is one of PyYAML's two safe loaders.
    """
    if len(data) > MAXIMUM_BYTES:
        raise YamlRefusedError(1, f"the text is longer than {MAXIMUM_BYTES:,} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise YamlRefusedError(line, "the text is not UTF-8") from error
    try:
        return _Composer(yaml.parse(text, Loader=parser)).document()
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise YamlRefusedError(line, f"not YAML: {error.problem}") from error
    except yaml.YAMLError as error:
        raise YamlRefusedError(1, "not YAML: a character that YAML does not allow") from error


class _Composer:
    """Turns parser events into values; every method consumes the events of what it returns."""

    def __init__(self, events: Iterator[Any]) -> None:
        self._events = events
        self._lines: dict[YamlPath, int] = {}

    def document(self) -> YamlDocument:
        next(self._events)  # the stream begins
        start = next(self._events)
        if not isinstance(start, yaml.DocumentStartEvent):
            return YamlDocument(None, {})
        if start.version or start.tags:
            _refuse(start, "YAML directives are not allowed")
        value = self._node(next(self._events), ())
        next(self._events)  # the document ends
        after = next(self._events)
        if not isinstance(after, yaml.StreamEndEvent):
            _refuse(after, "only one document is allowed")
        return YamlDocument(value, self._lines)

    def _node(self, event: Any, path: YamlPath) -> Any:
        if isinstance(event, yaml.AliasEvent):
            _refuse(event, "aliases are not allowed")
        if event.anchor is not None:
            _refuse(event, "anchors are not allowed")
        if event.tag is not None:
            _refuse(event, "tags are not allowed")
        if len(path) > MAXIMUM_DEPTH:
            _refuse(event, f"nested deeper than {MAXIMUM_DEPTH} levels")
        match event:
            case yaml.MappingStartEvent():
                return self._mapping(path)
            case yaml.SequenceStartEvent():
                return self._list(path)
            case _:
                return _scalar(event)

    def _mapping(self, path: YamlPath) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent) or event.anchor is not None or event.tag is not None:
                _refuse(event, "a key is plain text, without anchor, alias or tag")
            key = event.value
            if key in found:
                first = self._lines[(*path, key)]
                _refuse(event, f"the key {shown(key)} stands twice, first in line {first}")
            self._lines[(*path, key)] = _line(event)
            found[key] = self._node(next(self._events), (*path, key))
        return found

    def _list(self, path: YamlPath) -> list[Any]:
        found: list[Any] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            here = (*path, len(found))
            self._lines[here] = _line(event)
            found.append(self._node(event, here))
        return found


def shown(value: object, width: int = 60) -> str:
    """A value of a pack in a message: printable ASCII on one line, cut to `width` characters."""
    text = ascii(value)
    return text if len(text) <= width else f"{text[: width - 3]}..."


def _scalar(event: Any) -> str | int | bool | None:
    text: str = event.value
    plain = event.implicit[0]  # both parsers set it; they differ in how they spell the style
    if not plain:
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _WHOLE_NUMBER.fullmatch(text) else text


def _line(event: Any) -> int:
    line: int = event.start_mark.line
    return line + 1


def _refuse(event: Any, sentence: str) -> NoReturn:
    raise YamlRefusedError(_line(event), sentence)
