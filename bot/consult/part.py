"""A file before or after a proposal: its text, its syntax tree, and which of its lines were exchanged."""

import ast
from dataclasses import dataclass

EXCHANGED = "exchanged"


@dataclass(frozen=True, slots=True)
class Part:
    """The exchanged lines are 1-based and inclusive; where `last` lies before `first` there are none."""

    text: str
    tree: ast.Module
    first: int
    last: int

    def holds(self, node: ast.AST) -> bool:
        """Whether the node lies within the exchanged lines, whole."""
        begins, ends = _lines(node)
        return begins is not None and self.first <= begins and ends <= self.last

    def begins(self, node: ast.AST) -> bool:
        """Whether the node begins in the exchanged lines, wherever it ends."""
        begins, _ = _lines(node)
        return begins is not None and self.first <= begins <= self.last

    def is_apart(self, node: ast.AST) -> bool:
        """Whether no line of the node was exchanged."""
        begins, ends = _lines(node)
        return begins is not None and (ends < self.first or self.last < begins)

    def standing(self, node: ast.AST) -> object:
        """Where the node begins: before the exchanged lines counted from the file's start, behind them from their end,
        else EXCHANGED; null for what has no line.
        """
        line: int | None = getattr(node, "lineno", None)
        if line is None or line < self.first:
            return line
        return EXCHANGED if line <= self.last else ("behind", line - self.last)

    def inside(self) -> list[ast.AST]:
        """Every node that it holds."""
        return [node for node in ast.walk(self.tree) if self.holds(node)]


def _lines(node: ast.AST) -> tuple[int | None, int]:
    """The first and the last line; decorators stand above the first one of a function."""
    line: int | None = getattr(node, "lineno", None)
    return (None, 0) if line is None else (line, getattr(node, "end_lineno", None) or line)
