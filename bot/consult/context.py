"""How much of a file is sent with a question: the smallest scope that holds everything the place hangs together with.

Pure, over a file that is parsed already; run in the analyser. Lines are those of git: they end at LF.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.scan.facts import Binding
from bot.scan.source_text import SourceText

CONTEXT_MARGIN = 20
"""Lines on either side, where no function or class holds the whole group."""

CONTEXT_LINE_LIMIT = 80
"""No more lines are sent than this; a context is never cut."""


CONTEXT_BYTE_LIMIT = 81_920
"""In UTF-8, as for a replacement: lines can be long."""


@dataclass(frozen=True, slots=True)
class Span:
    """Lines, 1-based and inclusive."""

    first: int
    last: int

    @property
    def lines(self) -> int:
        """How many."""
        return self.last - self.first + 1

    def holds(self, other: "Span") -> bool:
        """Whether the other lies within."""
        return self.first <= other.first and other.last <= self.last


def binding_group(line: int, bindings: Iterable[Binding]) -> Span:
    """From the first to the last line of what the place hangs together with: its own line, and where each object that
    is made or read there is made and read.
    """
    lines = {line}
    for binding in bindings:
        if line == binding.ctor_line or line in binding.use_lines:
            lines |= {binding.ctor_line, *binding.use_lines}
    return Span(min(lines), max(lines))


def scopes_of(tree: ast.Module) -> tuple[Span, ...]:
    """Every function and class, its decorators with it."""
    return tuple(_spans(tree))


def _spans(tree: ast.Module) -> Iterator[Span]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield Span(first, node.end_lineno or node.lineno)


def context_span(group: Span, scopes: Iterable[Span], last_line: int) -> Span | None:
    """What is sent for a group: the smallest scope that holds it, else the lines around it; null where both are too
    long. A scope that is too long falls back to the lines around the group.
    """
    holding = [scope for scope in scopes if scope.holds(group)]
    smallest = min(holding, key=lambda scope: scope.lines, default=None)
    if smallest is not None and smallest.lines <= CONTEXT_LINE_LIMIT:
        return smallest
    window = Span(max(1, group.first - CONTEXT_MARGIN), min(last_line, group.last + CONTEXT_MARGIN))
    return window if window.lines <= CONTEXT_LINE_LIMIT else None


def last_line(source: SourceText) -> int:
    """The number of the last line; what follows the last line end is none."""
    ends = source.text.count("\n")
    return ends if source.text.endswith("\n") or not source.text else ends + 1


def text_of(source: SourceText, span: Span) -> str:
    """The lines, joined by LF, without the CR of a line end and without a last line end."""
    return "\n".join(source.line_text(line) for line in range(span.first, span.last + 1))
