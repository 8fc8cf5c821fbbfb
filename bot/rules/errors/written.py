"""The text of another arrangement of a block's handlers: what is put in, indented further, and taken out."""

import ast
import re
from collections.abc import Iterator, Mapping

from bot.models.struct import Frozen
from bot.rules.engine.call_text import edit
from bot.rules.errors.arrangement import Ahead, Arrangement, Shared
from bot.scan.facts import Replacement
from bot.scan.rows import FileView

_HEAD = re.compile(r"[\s)]*(?:as\s+(\w+))?\s*:[ \t]*(\r?)$")
_NAME = "error"
_QUOTES = ('"""', "'''", "\\\n", "\\\r\n")
_LONGEST_COPY = 12


class Suite(Frozen):
    """A handler's text: `start` of its first line, `body` of the first line behind its head, `end` behind its last one.
    `within_text` are the lines that begin inside a text.
    """

    handler: ast.ExceptHandler
    start: int
    body: int
    end: int
    margin: str
    indent: str
    within_text: frozenset[int]


def written(
    view: FileView, block: ast.Try | ast.TryStar, arrangement: Arrangement, spelt: Mapping[str, str]
) -> tuple[Replacement, ...] | None:
    """The edits that arrange a block anew, but for the classes of the handlers that stay; None where they cannot be
    written. `spelt` says how a new class is named there.
    """
    suites = [_suite(view, handler) for handler in block.handlers]
    if isinstance(block, ast.TryStar) or any(suite is None for suite in suites):
        return None
    writer = _Writer(view, [suite for suite in suites if suite is not None], arrangement, spelt)
    try:
        return tuple(writer.edits())
    except _CannotBeWrittenError:
        return None


class _CannotBeWrittenError(Exception):
    """Caught by `written` alone."""


def _suite(view: FileView, handler: ast.ExceptHandler) -> Suite | None:
    """None where a head is not alone on its line, or holds a comment."""
    text = view.source.text
    at = view.source.offset(handler.lineno, handler.col_offset)
    behind = view.end(handler.type) if handler.type is not None else at + len("except")
    start, line_end = text.rfind("\n", 0, at) + 1, text.find("\n", behind)
    last = view.end(handler.body[-1])
    end = text.find("\n", last)
    end = end + 1 if end >= 0 else len(text)
    first = handler.body[0]
    line = text.rfind("\n", 0, view.start(first)) + 1
    margin, indent = text[start:at], text[line : view.start(first)]
    head = _HEAD.match(text[behind:line_end]) if line_end >= 0 else None
    alone = head is not None and line > line_end and not margin.strip() and not indent.strip()
    if not alone or not indent.startswith(margin) or text[last:end].strip(" \t\r\n;").strip()[:1] not in ("", "#"):
        return None
    return Suite(handler, start, line_end + 1, end, margin, indent, frozenset(_within_text(view, handler)))


def _within_text(view: FileView, handler: ast.ExceptHandler) -> Iterator[int]:
    for node in (each for statement in handler.body for each in ast.walk(statement)):
        if isinstance(node, ast.Constant | ast.JoinedStr) and node.end_lineno is not None:
            text = view.source.text[view.start(node) : view.end(node)]
            if any(mark in text for mark in _QUOTES):
                yield from range(node.lineno + 1, node.end_lineno + 1)


class _Writer:
    def __init__(self, view: FileView, suites: list[Suite], arrangement: Arrangement, spelt: Mapping[str, str]) -> None:
        self._view = view
        self._text = view.source.text
        self._suites = suites
        self._arrangement = arrangement
        self._spelt = spelt
        self._newline = "\r\n" if self._text[suites[0].body - 2 : suites[0].body] == "\r\n" else "\n"

    def edits(self) -> Iterator[Replacement]:
        for shared in self._arrangement.shared:
            yield from self._shared(shared)
        for ahead in self._arrangement.ahead:
            yield self._ahead(ahead)
        for number in self._arrangement.gone:
            yield self._taken_out(self._suites[number])

    # ---- one handler for two

    def _shared(self, shared: Shared) -> Iterator[Replacement]:
        first, other = self._suites[shared.first], self._suites[shared.other]
        unit = first.indent[len(first.margin) :]
        name = first.handler.name or other.handler.name or _NAME
        self._check(first, other, name)
        if first.handler.name is None:
            assert first.handler.type is not None
            behind = self._view.end(first.handler.type)
            yield edit(self._view, behind, behind, f" as {name}")
        moved = "".join(self._lines(other, first.indent + unit))
        otherwise = f"{first.indent}else:{self._newline}"
        head = f"{first.indent}if {name}.{shared.condition}:{self._newline}"
        if shared.fulfilled:
            head += moved + otherwise
        else:
            last = self._view.end(first.handler.body[-1])
            if self._text[last : first.end].strip():
                raise _CannotBeWrittenError
            yield edit(self._view, last, last, self._newline + otherwise + moved.rstrip("\r\n"))
        line, at = self._view.source.position(first.body)[0], first.body
        while at < first.end:
            stop = self._text.find("\n", at, first.end) + 1 or first.end
            put_in = unit if self._text[at:stop].strip() and line not in first.within_text else ""
            if head or put_in:
                yield edit(self._view, at, at, head + put_in)
            head, line, at = "", line + 1, stop

    def _check(self, first: Suite, other: Suite, name: str) -> None:
        """The error's name has to be the same in both, and nothing but a caught error's."""
        own = other.handler.name
        if own != name and (own or name) in _names(other.handler):
            raise _CannotBeWrittenError
        if first.handler.name is None and any(self._is_another(node, name) for node in self._named(name, first)):
            raise _CannotBeWrittenError

    def _named(self, name: str, suite: Suite) -> Iterator[ast.Name]:
        function = _function(self._view, suite.handler)
        named = (node for node, _ in self._view.anatomy.names.get(name, ()))
        return (node for node in named if _function(self._view, node) is function)

    def _is_another(self, node: ast.Name, name: str) -> bool:
        """Whether a name does not stand in a handler that binds it."""
        above: ast.AST | None = node
        while above is not None and not (isinstance(above, ast.ExceptHandler) and above.name == name):
            above = self._view.anatomy.parents.get(above)
        return above is None

    # ---- a handler ahead

    def _ahead(self, ahead: Ahead) -> Replacement:
        first, other = self._suites[ahead.first], self._suites[ahead.other]
        if first.margin != other.margin or not all(name in self._spelt for name in ahead.names):
            raise _CannotBeWrittenError
        names = [self._spelt[name] for name in ahead.names]
        caught = names[0] if len(names) == 1 else f"({', '.join(names)})"
        bound = f" as {other.handler.name}" if other.handler.name else ""
        apart = self._newline if self._text[: other.start].endswith(("\n\n", "\n\r\n")) else ""
        head = f"{other.margin}except {caught}{bound}:{self._newline}"
        return edit(self._view, first.start, first.start, head + "".join(self._lines(other, other.indent)) + apart)

    # ---- text

    def _lines(self, suite: Suite, indent: str) -> Iterator[str]:
        """The lines of a handler's body at another depth."""
        lines = self._text[suite.body : suite.end].removesuffix("\n").split("\n")
        stays = not any(self._suites[number] is suite for number in self._arrangement.gone)
        if stays and len(lines) > _LONGEST_COPY:
            raise _CannotBeWrittenError
        for number, line in enumerate(lines, self._view.source.position(suite.body)[0]):
            if number in suite.within_text or not line.strip():
                yield f"{line}\n"
            else:
                yield f"{indent}{line[len(suite.indent) :] if line.startswith(suite.indent) else line.lstrip()}\n"

    def _taken_out(self, suite: Suite) -> Replacement:
        """The handler with the empty lines before it."""
        start = suite.start
        while (line := self._text.rfind("\n", 0, start - 1) + 1) < start and not self._text[line:start].strip():
            start = line
        return edit(self._view, start, suite.end, "")


def _names(handler: ast.ExceptHandler) -> set[str]:
    return {node.id for statement in handler.body for node in ast.walk(statement) if isinstance(node, ast.Name)}


def _function(view: FileView, node: ast.AST) -> ast.AST | None:
    above: ast.AST | None = node
    while above is not None and above not in view.anatomy.functions:
        above = view.anatomy.parents.get(above)
    return above
