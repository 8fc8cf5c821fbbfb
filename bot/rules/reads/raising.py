"""Reads of what may be missing, inside of handlers that counted on an exception for it."""

import ast

from bot.rules.engine.call_text import edit
from bot.rules.engine.same_tree import PLACES_IN_F_STRINGS
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
        """Whether a handler, or a `with` that suppresses, is around a read for the exception that it raised."""
        child, parent = node, self._anatomy.parents.get(node)
        while parent is not None and not isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            if (
                isinstance(parent, ast.Try | ast.TryStar)
                and child in parent.body
                and any(map(self._catches, parent.handlers))
            ):
                return True
            if isinstance(parent, ast.With) and any(map(self._suppresses, parent.items)):
                return True
            child, parent = parent, self._anatomy.parents.get(parent)
        return False

    def _catches(self, handler: ast.ExceptHandler) -> bool:
        return handler.type is None or any(map(self._is_such, ast.walk(handler.type)))

    def _suppresses(self, item: ast.withitem) -> bool:
        call = item.context_expr
        return isinstance(call, ast.Call) and last_name(call) == "suppress" and any(map(self._is_such, call.args))

    def _is_such(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id in {*_EVERYTHING, *self._tables.errors}

    def edits(self, node: ast.Attribute) -> tuple[Replacement, ...] | None:
        """The read as a call of the function, which is put into the file; None where that cannot be written."""
        at = self._place()
        inner: ast.AST | None = node
        while inner is not None and not isinstance(inner, ast.stmt):
            if isinstance(inner, ast.JoinedStr) and not PLACES_IN_F_STRINGS:
                return None
            inner = self._anatomy.parents.get(inner)
        start, middle, end = self._view.start(node), self._view.end(node.value), self._view.end(node)
        text = self._view.source.text
        if at is None or "#" in text[middle:end] or not isinstance(node.ctx, ast.Load):
            return None
        behind = text.rfind(".", middle, end)
        return (
            edit(self._view, start, start, f"{self._tables.name}("),
            edit(self._view, behind, end, ")"),
            edit(self._view, at, at, self._function(at)),
        )

    def _place(self) -> int | None:
        """Where the function goes: behind the imports at the head of the file."""
        name = self._tables.name
        if name in self._anatomy.names or any(name in scope.bindings for scope in self._anatomy.scopes()):
            return None
        last: ast.stmt | None = None
        for index, statement in enumerate(self._anatomy.tree.body):
            documents = index == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not documents and not self._imports(statement):
                break
            last = statement
        if last is None or last.end_lineno is None:
            return None
        offset = self._view.end(last)
        text = self._view.source.text
        newline = text.find("\n", offset)
        return newline + 1 if newline >= 0 and not text[offset:newline].split("#")[0].strip(" \r") else None

    def _imports(self, statement: ast.stmt) -> bool:
        if isinstance(statement, ast.Try | ast.If):
            return all(self._imports(one) or isinstance(one, ast.Assign | ast.Pass) for one in statement.body)
        return isinstance(statement, ast.Import | ast.ImportFrom)

    def _function(self, at: int) -> str:
        text = self._view.source.text
        line_end = "\r\n" if "\r\n" in text else "\n"
        following = text[at:]
        apart = len(following) - len(following.lstrip("\r\n"))
        behind = line_end * max(0, 2 - following[:apart].count("\n"))
        lines = ["", "", *self._tables.function.rstrip("\n").split("\n")]
        return line_end.join(lines) + line_end + behind
