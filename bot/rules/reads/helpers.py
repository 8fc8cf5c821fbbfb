"""The functions of a pack that are put into a file, behind the imports at its head, where something in it calls them.

All of them go in at one place, and so in one edit, which every read that calls one brings along: who calls what has to
be known before the first of these edits is asked for.
"""

import ast

from bot.rules.engine.call_text import edit
from bot.rules.engine.once import once_in_a_row
from bot.scan.facts import Replacement
from bot.scan.rows import FileView


class Helpers:
    """Those of one file."""

    def __init__(self, view: FileView) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._wanted: dict[str, str] = {}
        self._at = self._place()

    def want(self, name: str, function: str) -> bool:
        """Have a function put in; False where its name is taken, or there is no place for it."""
        taken = name in self._anatomy.names or any(name in scope.bindings for scope in self._anatomy.scopes())
        if taken or self._at is None:
            return False
        self._wanted[name] = function
        return True

    def keep(self, name: str, function: str) -> None:
        """Have a function put in under a name that an import at the head of the file (`are_behind`) bound to it."""
        self._wanted[name] = function

    def are_behind(self, statement: ast.stmt) -> bool:
        """Whether what is put in stands behind a statement."""
        return self._at is not None and self._view.end(statement) < self._at

    @property
    def definitions(self) -> tuple[Replacement, ...]:
        """The edit that puts in what is wanted."""
        if self._at is None or not self._wanted:
            return ()
        return (edit(self._view, self._at, self._at, self._text(self._at)),)

    def _place(self) -> int | None:
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

    def _text(self, at: int) -> str:
        text = self._view.source.text
        line_end = "\r\n" if "\r\n" in text else "\n"
        following = text[at:]
        apart = len(following) - len(following.lstrip("\r\n"))
        behind = line_end * max(0, 2 - following[:apart].count("\n"))
        lines = [
            line for name in sorted(self._wanted) for line in ("", "", *self._wanted[name].rstrip("\n").split("\n"))
        ]
        return line_end.join(lines) + line_end + behind


@once_in_a_row
def helpers_of(view: FileView) -> Helpers:
    """The helpers of a file, the same for all rules that are asked about it one after the other."""
    return Helpers(view)
