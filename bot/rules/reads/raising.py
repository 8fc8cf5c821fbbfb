"""Reads of what may be missing, inside of handlers that counted on an exception for it."""

import ast

from bot.rules.engine.call_text import edit
from bot.rules.engine.protected import EVERYTHING, is_caught, may_be_caught
from bot.rules.engine.same_tree import is_misplaced
from bot.rules.reads.helpers import helpers_of
from bot.rules.reads.tables import Missing
from bot.scan.facts import Replacement
from bot.scan.rows import FileView


class Raising:
    """Asked for one file."""

    def __init__(self, view: FileView, tables: Missing) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._tables = tables
        self._errors = frozenset({*EVERYTHING, *tables.errors})

    def is_caught(self, node: ast.AST) -> bool:
        """Whether a handler, or a `with` that suppresses, is around a read for the exception that it raised: where it
        stands, or where a function of this file that it is in is called.
        """
        return is_caught(self._anatomy, node, self._errors, bare=True)

    def may_be_caught(self, node: ast.AST) -> bool:
        """The same, or somebody who is not seen may take the exception."""
        return may_be_caught(self._view, node, self._errors)

    def is_told_apart(self, node: ast.AST) -> bool:
        """Whether a handler around it is for the exception that it raised, and not for every one."""
        return is_caught(self._anatomy, node, frozenset(self._tables.errors), bare=False)

    def is_item_caught(self, node: ast.AST) -> bool:
        """Whether a handler around it is for an item that is not there alone: of None there is no item either, but that
        is another exception.
        """
        return is_caught(self._anatomy, node, frozenset(self._tables.item_errors), bare=False)

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
