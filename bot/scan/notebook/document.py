"""The JSON of a notebook: its code cells, and the lines of the file on which their source stands.

Formats 3 and 4 of nbformat (`worksheets` with `input`, `cells` with `source`); of the older ones what looks the same.
All metadata is optional there, so a notebook that names no language counts as Python.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from bot.models.struct import Frozen, Mutable

MOST_CELLS = 20_000
"""A notebook with more cells is not read."""

_BLANK = re.compile(r"[ \t\r\n]*")
_LINE_END = re.compile(r"\n")


class CodeCell(Frozen):
    """A cell that is run. `number` counts every cell of the notebook from 1, text cells included.

    `text` is None where the source is no text. `file_lines` are, for each line of the text, the 1-based line of the
    file on which it begins. `is_python` is False where the notebook says that the cell is of another language.
    """

    number: int
    text: str | None
    file_lines: tuple[int, ...]
    is_python: bool


def code_cells(data: bytes) -> tuple[CodeCell, ...] | None:
    """The code cells in document order; None where the bytes are no notebook, or one with more than MOST_CELLS."""
    try:
        return tuple(_Document(data.decode("utf-8-sig")).cells())
    except (ValueError, RecursionError):
        return None


class _Cell(Mutable):
    """What is gathered of one cell; the last of several members with one name counts, as everywhere in JSON."""

    number: int
    kind: object = None
    language: object = None
    metadata: object = None
    parts: list[tuple[str, int]] | None = None


class _Document:
    def __init__(self, text: str) -> None:
        self._json = _Json(text)
        self._line_starts = (0, *(match.end() for match in _LINE_END.finditer(text)))

    def cells(self) -> Iterator[CodeCell]:
        found: list[_Cell] | None = None
        metadata: object = None
        for key in self._json.members():
            if key == "cells" and self._json.stands("["):
                found = list(self._cells(1))
            elif key == "worksheets" and self._json.stands("["):
                found = list(self._worksheets())
            elif key == "metadata":
                metadata = self._json.value()
        self._json.end()
        if found is None:
            raise ValueError("the document has no cells")
        kernel, info = _member(metadata, "kernelspec", "language"), _member(metadata, "language_info", "name")
        for cell in found:
            if cell.kind == "code":
                yield _code_cell(cell, notebook_is_python=_names_python(kernel, info))

    def _worksheets(self) -> Iterator[_Cell]:
        number = 1
        for _ in self._json.items():
            if self._json.stands("{"):
                for key in self._json.members():
                    if key == "cells" and self._json.stands("["):
                        for cell in self._cells(number):
                            number = cell.number + 1
                            yield cell

    def _cells(self, number: int) -> Iterator[_Cell]:
        for _ in self._json.items():
            if number > MOST_CELLS:
                raise ValueError("too many cells")
            yield self._cell(number)
            number += 1

    def _cell(self, number: int) -> _Cell:
        cell = _Cell(number)
        if not self._json.stands("{"):
            self._json.value()
            return cell
        for key in self._json.members():
            match key:
                case "cell_type":
                    cell.kind = self._json.value()
                case "language":
                    cell.language = self._json.value()
                case "metadata":
                    cell.metadata = self._json.value()
                case "source" | "input":
                    cell.parts = self._source()
        return cell

    def _source(self) -> list[tuple[str, int]] | None:
        """The strings of the source with the line of the file on which each stands; None where it is no text."""
        values: list[tuple[object, int]] = []
        if self._json.stands("["):
            for _ in self._json.items():
                line = bisect_right(self._line_starts, self._json.at)
                values.append((self._json.value(), line))
        else:
            line = bisect_right(self._line_starts, self._json.at)
            values.append((self._json.value(), line))
        parts = [(value, line) for value, line in values if isinstance(value, str)]
        return parts if len(parts) == len(values) else None


def _code_cell(cell: _Cell, *, notebook_is_python: bool) -> CodeCell:
    own = _names_python(cell.language, _member(cell.metadata, "vscode", "languageId"))
    text = "".join(part for part, _ in cell.parts) if cell.parts is not None else None
    return CodeCell(cell.number, text, _file_lines(cell.parts or []), notebook_is_python and own)


def _names_python(*names: object) -> bool:
    """Whether one of the names of languages is Python's, or none is given."""
    given = [name.lower() for name in names if isinstance(name, str) and name]
    return not given or any("py" in name or "sage" in name for name in given)


def _member(value: object, *path: str) -> object:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _file_lines(parts: list[tuple[str, int]]) -> tuple[int, ...]:
    lines: list[int] = []
    within_line = False
    for text, line in parts:
        if text:
            lines += [line] * (text.count("\n") + (not text.endswith("\n")) - within_line)
            within_line = not text.endswith("\n")
    return tuple(lines)


class _Json:
    """Walks JSON member by member, so that it is known where a value stands. What nobody takes is skipped by the
    standard library's decoder. `at` is the offset of what comes next. Raises ValueError, and RecursionError where
    it is nested too deep.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._decoder = json.JSONDecoder()
        self.at = 0
        self._skip_blank()

    def stands(self, character: str) -> bool:
        """Whether the character comes next."""
        return self._text.startswith(character, self.at)

    def value(self) -> Any:
        """Take the value that comes next."""
        value, self.at = self._decoder.raw_decode(self._text, self.at)
        self._skip_blank()
        return value

    def members(self) -> Iterator[str]:
        """The keys of the object that comes next; each time its value does, to be taken or left."""
        for _ in self._elements("{", "}"):
            if not self.stands('"'):
                raise ValueError("a key is no string")
            key = self.value()
            self._expect(":")
            yield from self._left_or_taken(key)

    def items(self) -> Iterator[None]:
        """Once for each element of the array that comes next."""
        for _ in self._elements("[", "]"):
            yield from self._left_or_taken(None)

    def end(self) -> None:
        """Nothing may come next."""
        if self.at != len(self._text):
            raise ValueError("something follows the document")

    def _left_or_taken(self, given: Any) -> Iterator[Any]:
        start = self.at
        yield given
        if self.at == start:
            self.value()

    def _elements(self, opening: str, closing: str) -> Iterator[None]:
        self._expect(opening)
        if self._accept(closing):
            return
        while True:
            yield
            if self._accept(closing):
                return
            self._expect(",")

    def _expect(self, character: str) -> None:
        if not self._accept(character):
            raise ValueError(f"expected {character}")

    def _accept(self, character: str) -> bool:
        if not self.stands(character):
            return False
        self.at += 1
        self._skip_blank()
        return True

    def _skip_blank(self) -> None:
        match = _BLANK.match(self._text, self.at)
        assert match is not None
        self.at = match.end()
