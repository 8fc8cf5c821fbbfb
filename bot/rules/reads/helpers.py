"""A function of the pack that is put into a file behind the imports at its head, where something in it calls that."""

import ast
from functools import cached_property

from bot.rules.engine.call_text import edit
from bot.scan.facts import Replacement
from bot.scan.rows import FileView


class Helper:
    """Asked for one file. Of two that are put in at one place, one stands in the line end before (`at_line_end`)."""

    def __init__(self, view: FileView, name: str, function: str, *, at_line_end: bool = False) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._name = name
        self._function = function
        self._at_line_end = at_line_end

    @cached_property
    def definition(self) -> Replacement | None:
        """The edit that puts the function in; None where its name is taken, or there is no place for it."""
        name = self._name
        if name in self._anatomy.names or any(name in scope.bindings for scope in self._anatomy.scopes()):
            return None
        at = self._place()
        if at is None:
            return None
        text = self._text(at)
        line_end = self._line_end
        if not self._at_line_end:
            return edit(self._view, at, at, text)
        return edit(self._view, at - len(line_end), at, line_end + text)

    def _place(self) -> int | None:
        """Behind the imports at the head of the file."""
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

    @property
    def _line_end(self) -> str:
        return "\r\n" if "\r\n" in self._view.source.text else "\n"

    def _text(self, at: int) -> str:
        line_end = self._line_end
        following = self._view.source.text[at:]
        apart = len(following) - len(following.lstrip("\r\n"))
        behind = line_end * max(0, 2 - following[:apart].count("\n"))
        lines = ["", "", *self._function.rstrip("\n").split("\n")]
        return line_end.join(lines) + line_end + behind
