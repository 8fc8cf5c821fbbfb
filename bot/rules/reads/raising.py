"""Reads of what may be missing, inside of handlers that counted on an exception for it."""

import ast

from bot.rules.engine.call_text import edit
from bot.rules.engine.protected import protections, takes
from bot.rules.engine.same_tree import is_misplaced
from bot.rules.reads.helpers import helpers_of
from bot.rules.reads.tables import Missing
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.usage_index import last_name

_EVERYTHING = frozenset({"Exception", "BaseException"})


class Raising:
    """Asked for one file."""

    def __init__(self, view: FileView, tables: Missing) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._tables = tables

    def is_caught(self, node: ast.AST) -> bool:
        """Whether a handler, or a `with` that suppresses, is around a read for the exception that it raised: where it
        stands, or where a function of this file that it is in is called.
        """
        return self._is_caught(node, frozenset({*_EVERYTHING, *self._tables.errors}), bare=True, callers=True)

    def is_item_caught(self, node: ast.AST) -> bool:
        """Whether a handler around it is for an item that is not there alone: of None there is no item either, but that
        is another exception.
        """
        return self._is_caught(node, frozenset(self._tables.item_errors), bare=False, callers=True)

    def _is_caught(self, node: ast.AST, errors: frozenset[str], *, bare: bool, callers: bool) -> bool:
        anatomy, functions = self._anatomy, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
        if any(takes(one, errors, bare=bare) for one in protections(node, anatomy, functions)):
            return True
        function = anatomy.nearest(anatomy.parents.get(node), functions)
        # What a method is called on is not asked: to raise as before is right wherever nobody catches it.
        return callers and any(
            last_name(call) == getattr(function, "name", None)
            and self._is_caught(call, errors, bare=bare, callers=False)
            for call, _ in anatomy.calls
        )

    def edits(self, node: ast.Attribute) -> tuple[Replacement, ...] | None:
        """The read as a call of the function, which the file has to get; None where that cannot be written."""
        if is_misplaced(self._anatomy, node):
            return None
        start, middle, end = self._view.start(node), self._view.end(node.value), self._view.end(node)
        text = self._view.source.text
        if "#" in text[middle:end] or not isinstance(node.ctx, ast.Load):
            return None
        if not helpers_of(self._view).want(self._tables.name, self._tables.function):
            return None
        behind = text.rfind(".", middle, end)
        return (edit(self._view, start, start, f"{self._tables.name}("), edit(self._view, behind, end, ")"))
