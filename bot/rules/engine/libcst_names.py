"""Names that LibCST exchanges: it has to find each of them as a name, and to write everything else as it was.

Only the statements of the module in which a name is exchanged go through it, each with the whole lines on which it
stands: its parser reads a fifteenth of what `ast` reads in the same time, its positions take longer still.
"""

import ast
from collections import deque
from collections.abc import Iterator, Sequence

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, CodeSpan, MetadataWrapper

from bot.scan.facts import Replacement
from bot.scan.source_text import SourceText

_Stretch = tuple[int, int]
"""Offsets in the text, from the first character of a line to behind the last one of a line."""


def with_names_exchanged(source: SourceText, tree: ast.Module, replacements: Sequence[Replacement]) -> str | None:
    """The text as LibCST writes it; None where one is no name of the text, or where LibCST reads no Python."""
    waiting = deque(sorted(set(replacements), key=lambda one: one.start))
    pieces: list[str] = []
    done = 0
    for start, end in _statements(source, tree):
        inside: list[Replacement] = []
        while waiting and start <= waiting[0].start and waiting[0].end <= end:
            inside.append(waiting.popleft())
        if inside:
            written = _written(source.text[start:end], start, inside)
            if written is None:
                return None
            pieces += [source.text[done:start], written]
            done = end
    return None if waiting else "".join([*pieces, source.text[done:]])


def _statements(source: SourceText, tree: ast.Module) -> Iterator[_Stretch]:
    """The stretches of the module's statements; those that share a line are one."""
    begin = end = 0
    for statement in tree.body:
        decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
        first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
        start, stop = source.lines(first, statement.end_lineno or statement.lineno)
        if start >= end:
            yield begin, end
            begin = start
        end = stop
    yield begin, end


def _written(text: str, offset: int, replacements: list[Replacement]) -> str | None:
    planned = {_byte_span(text, one.start - offset, one.old): one.new for one in replacements}
    editor = _Editor(planned)
    try:
        result = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True).visit(editor)
    except (cst.ParserSyntaxError, cst.CSTValidationError):
        return None
    return result.code if not planned.keys() - editor.done else None


def _byte_span(text: str, start: int, old: str) -> tuple[int, int]:
    """Start and length in bytes of UTF-8, as LibCST counts them: lines and their ends do not come into it."""
    return len(text[:start].encode()), len(old.encode())


class _Editor(cst.CSTTransformer):
    """Exchanges the names that stand exactly where a replacement is planned."""

    METADATA_DEPENDENCIES = (ByteSpanPositionProvider,)

    def __init__(self, planned: dict[tuple[int, int], str]) -> None:
        super().__init__()
        self._planned = planned
        self.done: set[tuple[int, int]] = set()

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:  # noqa: N802 - LibCST's name
        where = self.get_metadata(ByteSpanPositionProvider, original_node)
        assert isinstance(where, CodeSpan)
        span = (where.start, where.length)
        if span not in self._planned:
            return updated_node
        self.done.add(span)
        return updated_node.with_changes(value=self._planned[span])
