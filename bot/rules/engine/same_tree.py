"""Whether a rewritten text reads as the old one did everywhere but at the edits.

A rewriting is put together from stretches of text. That what stands around them is grouped as before (`-x` where `x`
stood, `len(a.b)` where `a.b` stood) is not assumed but read off the two syntax trees.
"""

import ast
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import TypeAlias

from bot.models.struct import Frozen
from bot.scan.binder import Anatomy
from bot.scan.facts import Replacement
from bot.scan.source_text import SourceText

Kinds: TypeAlias = Mapping[tuple[int, int], set[type[ast.AST]]]
"""The kinds of nodes that a tree has at a place."""

PLACES_IN_F_STRINGS = hasattr(ast, "TypeAlias")
"""Before Python 3.12, which brought this node, the tree says nothing true of where the parts of an f-string stand."""


def is_misplaced(anatomy: Anatomy, node: ast.AST) -> bool:
    """Whether Python does not say where the node stands: before 3.12, in an f-string."""
    return not PLACES_IN_F_STRINGS and isinstance(anatomy.nearest(node, ast.JoinedStr | ast.stmt), ast.JoinedStr)


class Parsed(Frozen):
    """A text with its syntax tree."""

    source: SourceText
    tree: ast.Module

    def span(self, node: ast.AST) -> tuple[int, int] | None:
        """The offsets at which a node begins and ends; None for a node that has no place of its own."""
        line, end_line = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
        if line is None or end_line is None:
            return None
        assert hasattr(node, "col_offset")
        assert hasattr(node, "end_col_offset")
        return self.source.offset(line, node.col_offset), self.source.offset(end_line, node.end_col_offset)


def keeps_the_rest(before: Parsed, after: Parsed, replacements: Sequence[Replacement]) -> bool:
    """Whether every node of the old tree that no edit changes is in the new one, where the edits have moved it."""
    return _Comparison(before, _Shift(sorted(set(replacements), key=lambda r: (r.start, r.end)))).holds_in(after)


class _Shift:
    """Where offsets of the old text are in the new one."""

    def __init__(self, edits: list[Replacement]) -> None:
        self._edits = edits
        self._starts = [edit.start for edit in edits]

    @cached_property
    def _moved(self) -> list[int]:
        moved = [0]
        for edit in self._edits:
            moved.append(moved[-1] + len(edit.new) - len(edit.old))
        return moved

    def within(self, start: int, end: int) -> list[Replacement]:
        """The edits that touch a stretch, its two ends included."""
        first = bisect_left(self._starts, start)
        if first and self._edits[first - 1].end > start:
            first -= 1
        found = []
        for edit in self._edits[first:]:
            if edit.start > end:
                break
            found.append(edit)
        return found

    def changes(self, start: int, end: int) -> bool:
        """Whether an edit changes something between the two offsets."""
        return any(edit.start < end and edit.end > start for edit in self.within(start, end))

    def places(self, offset: int) -> set[int]:
        """Where an offset is afterwards: before or behind what is put in there."""
        first = bisect_left(self._starts, offset)
        behind = first
        while behind < len(self._edits) and self._edits[behind].start == self._edits[behind].end == offset:
            behind += 1
        return {offset + self._moved[first], offset + self._moved[behind]}


class _Comparison:
    def __init__(self, before: Parsed, shift: _Shift) -> None:
        self._before = before
        self._shift = shift

    def holds_in(self, after: Parsed) -> bool:
        """Statements that no edit touches are looked at, and not into: the same text makes the same tree."""
        old = list(_placed(self._before, self._is_untouched))
        untouched = {self._moved(span) for node, span in old if self._is_untouched(node, span)}
        kinds: dict[tuple[int, int], set[type[ast.AST]]] = {}
        for node, span in _placed(after, lambda node, span: isinstance(node, ast.stmt) and span in untouched):
            kinds.setdefault(span, set()).add(type(node))
        return all(self._has_its_place(kinds, node, span) for node, span in old)

    def _is_untouched(self, node: ast.AST, span: tuple[int, int]) -> bool:
        decorators: list[ast.expr] = getattr(
            node, "decorator_list", []
        )  # they stand before the place of their function
        places = (span, *filter(None, map(self._before.span, decorators)))
        return isinstance(node, ast.stmt) and not any(self._shift.within(*place) for place in places)

    def _moved(self, span: tuple[int, int]) -> tuple[int, int]:
        """Where a stretch is afterwards that no edit touches."""
        ((start,), (end,)) = map(self._shift.places, span)
        return start, end

    def _has_its_place(self, kinds: Kinds, node: ast.AST, span: tuple[int, int]) -> bool:
        """Whether the new tree has such a node where this one has to be; any node in place of an edited one."""
        if self._is_swallowed(span):
            return True
        starts, ends = map(self._shift.places, span)
        if not self._shift.changes(*span):  # what is put in before or behind the node is no part of it
            starts, ends = {max(starts)}, {min(ends)}
        found = [kinds[place] for place in product(starts, ends) if place in kinds]
        return any(type(node) in there for there in found) or (bool(found) and self._is_edited(node, span))

    def _is_swallowed(self, span: tuple[int, int]) -> bool:
        """Whether an edit takes out the node with something around it, a part of it with something around it, or all
        of it for nothing.
        """
        start, end = span
        edits = [edit for edit in self._shift.within(start, end) if edit.start < end and edit.end > start]
        crossing = any(not (start <= edit.start and edit.end <= end) for edit in edits)
        return crossing or any((edit.start, edit.end) == span and not edit.new for edit in edits)

    def _is_edited(self, node: ast.AST, span: tuple[int, int]) -> bool:
        """Whether the node itself is what an edit changes, not just something in it."""
        start, end = span
        inside = [edit for edit in self._shift.within(start, end) if start <= edit.start and edit.end <= end]
        below = {child: found for child in _children(node) if (found := self._before.span(child)) is not None}
        if any(not any(s <= edit.start and edit.end <= e for s, e in below.values()) for edit in inside):
            return True
        return any(found == span and self._is_edited(child, found) for child, found in below.items())


def _placed(
    parsed: Parsed, is_leaf: Callable[[ast.AST, tuple[int, int]], bool]
) -> Iterator[tuple[ast.AST, tuple[int, int]]]:
    open_ones: list[ast.AST] = [parsed.tree]
    while open_ones:
        node = open_ones.pop()
        span = parsed.span(node)
        if span is not None:
            yield node, span
        if span is None or not is_leaf(node, span):
            open_ones += _children(node)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The nearest nodes below that have a place; what has none (the arguments of a function) is passed through."""
    if isinstance(node, ast.JoinedStr) and not PLACES_IN_F_STRINGS:
        return
    for child in ast.iter_child_nodes(node):
        if hasattr(child, "lineno"):
            yield child
        else:
            yield from _children(child)
