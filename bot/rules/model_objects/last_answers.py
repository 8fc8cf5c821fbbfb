"""Reads of a chat's last answer: a chat of the new library keeps none, so the answer is given a name where it comes."""

import ast
from collections.abc import Iterable, Sequence

from bot.rules.model_objects.asking import Asking
from bot.scan.binder import Anatomy
from bot.scan.rows import FileView

_BLOCKS = ("body", "orelse", "finalbody")


class LastAnswers:
    """Which send of a file each read of a last answer is about, and what its answer is called.

    Only a send of a whole answer that is a statement of its own, or has a name already, and surely was the last one
    before.
    """

    def __init__(self, view: FileView, sends: Sequence[Asking], names: Iterable[str]) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._sends = sends
        self._names = tuple(names)
        self.named: dict[ast.stmt, str] = {}

    def name_for(self, read: ast.Attribute) -> str | None:
        """What the answer is called that a read of `chat.last` gives; None where that cannot be told."""
        spelt, function = ast.dump(read.value), _function(self._anatomy, read)
        before = [
            one
            for one in self._sends
            if ast.dump(one.receiver) == spelt
            and _function(self._anatomy, one.call) is function
            and _is_before(one, read)
        ]
        if not before:
            return None
        send = max(before, key=lambda one: (one.call.lineno, one.call.col_offset))
        statement = self._anatomy.parents[send.call]
        if isinstance(statement, ast.Await):
            statement = self._anatomy.parents[statement]
        if not isinstance(statement, ast.stmt) or not self._is_above(statement, read) or _may_stream(send.call):
            return None
        match statement:
            case ast.Expr():
                return self._given(statement)
            case ast.Assign(targets=[ast.Name(id=name)]):
                return name if self._is_bound_once(name) else None
            case _:
                return None

    def _given(self, statement: ast.stmt) -> str | None:
        if statement not in self.named:
            name = next((name for name in self._names if self._is_free(name)), None)
            if name is None:
                return None
            self.named[statement] = name
        return self.named[statement]

    def _is_free(self, name: str) -> bool:
        bound = any(name in scope.bindings for scope in self._anatomy.scopes())
        return not bound and name not in self._anatomy.names

    def _is_bound_once(self, name: str) -> bool:
        return sum(len(scope.bindings.get(name, ())) for scope in self._anatomy.scopes()) == 1

    def _is_above(self, statement: ast.stmt, read: ast.AST) -> bool:
        """Whether the statement stands above the read in a block around it."""
        node: ast.AST | None = read
        while node is not None and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            parent = self._anatomy.parents.get(node)
            blocks = [getattr(parent, name, None) for name in _BLOCKS]
            for block in blocks:
                if isinstance(block, list) and node in block and statement in block[: block.index(node)]:
                    return True
            node = parent
        return False


def _may_stream(call: ast.Call) -> bool:
    """Whether what the call gives may be pieces, and no answer."""
    given = (one.value for one in call.keywords if one.arg == "stream")
    return any(not isinstance(one, ast.Constant) or bool(one.value) for one in given)


def _function(anatomy: Anatomy, node: ast.AST) -> ast.AST | None:
    return anatomy.nearest(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def _is_before(send: Asking, read: ast.Attribute) -> bool:
    return (send.call.lineno, send.call.col_offset) < (read.lineno, read.col_offset)
