"""Calls of which a name says whether they stream: `ask(stream=stream)`.

They can move where what they give is looped over only where the name is true, and read otherwise only where it is not:
each of the two methods is called then that the old library's one was.
"""

import ast
from collections.abc import Iterator

from bot.models.struct import Frozen
from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.engine.call_text import edit
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import Parameter, ScopeKind
from bot.vocabulary import Bail

_LEAVES = ast.Return | ast.Raise
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Choice(Frozen):
    """A name for one of two methods, and the line that binds it."""

    called: str
    line: Replacement


class StreamsByName:
    """Asked for one file."""

    def __init__(self, view: FileView, names: Names) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._names = names

    def chosen(self, call: ast.Call, name: str, method: str, streamed: str, plain: str) -> Choice | None:
        """One of two methods by the name, called like the old `method` or nearly so; None where that has no place."""
        text = self._view.source.text
        statement = self._anatomy.nearest(call, ast.stmt)
        start = self._view.start(statement) if statement is not None else 0
        at = text.rfind("\n", 0, start) + 1
        called = next((one for one in (method, f"chosen_{method}") if self._is_free(one)), None)
        if statement is None or text[at:start].strip() or called is None:
            return None
        line_end = "\r\n" if text[:at].endswith("\r\n") else "\n"
        line = f"{text[at:start]}{called} = {streamed} if {name} else {plain}{line_end}"
        return Choice(called, edit(self._view, at, at, line))

    def _is_free(self, name: str) -> bool:
        return name not in self._anatomy.names and not any(name in scope.bindings for scope in self._anatomy.scopes())

    def condition(self, call: ast.Call, value: ast.expr) -> str | Problem:
        """The name that decides."""
        unknown = Problem(Bail.STREAM_NOT_KNOWN, call)
        value_of = self._anatomy.parents[call]
        statement = self._anatomy.parents[value_of] if isinstance(value_of, ast.Await) else value_of
        if not isinstance(value, ast.Name) or not self._is_kept(value):
            return unknown
        match statement:
            case ast.Assign(targets=[ast.Name() as target]):
                home = self._names.home(target)
            case _:
                return unknown
        if home is None or home.kind is not ScopeKind.FUNCTION or len(home.bindings[target.id]) != 1:
            return unknown
        looped: list[ast.Name] = []
        for read in self._names.reads(target.id, home):
            says, loops = self._says(read.node, value.id), self._is_looped(read.node)
            if says is None or says is not loops or not (loops or self._is_member(read.node)):
                return Problem(Bail.STREAM_NOT_KNOWN, read.node)
            looped += [read.node] if loops else []
        reached = len(looped) == 1 and self._is_reached(statement, looped[0], value.id)
        return value.id if reached else Problem(Bail.STREAM_KEPT, call)

    def _is_kept(self, name: ast.Name) -> bool:
        """Whether the name is a parameter of the function around it, which nothing binds anew."""
        home = self._names.home(name)
        bindings = home.bindings[name.id] if home is not None else []
        return len(bindings) == 1 and isinstance(bindings[0], Parameter)

    # ---- what is read

    def _is_looped(self, read: ast.Name) -> bool:
        match self._anatomy.parents[read]:
            case ast.For(iter=looped) | ast.AsyncFor(iter=looped) | ast.comprehension(iter=looped):
                return looped is read
            case _:
                return False

    def _is_member(self, read: ast.Name) -> bool:
        parent = self._anatomy.parents[read]
        return isinstance(parent, ast.Attribute) and isinstance(parent.ctx, ast.Load)

    # ---- where it is read

    def _says(self, node: ast.AST, name: str) -> bool | None:
        """Whether the name is true where the node is reached; None where it may be either."""
        child, parent = node, self._anatomy.parents.get(node)
        while parent is not None:
            if isinstance(parent, ast.If | ast.IfExp) and (tested := _tested(parent.test, name)) is not None:
                inside = _is_in(child, parent.body)
                if inside or _is_in(child, parent.orelse):
                    return tested is inside
            for before in self._before(child, parent):
                tested = _tested(before.test, name) if isinstance(before, ast.If) else None
                if tested is not None and isinstance(before, ast.If) and isinstance(before.body[-1], _LEAVES):
                    return not tested
            if isinstance(parent, _FUNCTIONS):
                return None
            child, parent = parent, self._anatomy.parents.get(parent)
        return None

    def _before(self, child: ast.AST, parent: ast.AST) -> Iterator[ast.stmt]:
        for _, block in ast.iter_fields(parent):
            if isinstance(block, list) and child in block:
                yield from (one for one in block[: block.index(child)] if isinstance(one, ast.stmt))

    def _is_reached(self, statement: ast.stmt, loop: ast.AST, name: str) -> bool:
        """Whether the loop is run each time that the call is made and the name is true, and guarded as the call is."""
        node: ast.AST | None = self._anatomy.nearest(loop, ast.stmt)
        while node is not None:
            parent = self._anatomy.parents[node]
            before = list(self._before(node, parent))
            found = statement in before
            between = before[before.index(statement) + 1 :] if found else before
            left = (one for each in between for one in ast.walk(each) if not self._is_other_way(each, name))
            if any(isinstance(one, ast.Return | ast.Raise | ast.Break | ast.Continue) for one in left):
                return False
            if found:
                return True
            if not isinstance(parent, ast.If) or _tested(parent.test, name) is None:
                return False
            node = parent
        return False

    def _is_other_way(self, statement: ast.stmt, name: str) -> bool:
        """Whether a statement is gone through only where the name is not true."""
        return isinstance(statement, ast.If) and _tested(statement.test, name) is False and not statement.orelse


def _tested(test: ast.expr, name: str) -> bool | None:
    """True for a test of the name, False for one of its contrary."""
    match test:
        case ast.Name(id=tested):
            return True if tested == name else None
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=tested)):
            return False if tested == name else None
        case _:
            return None


def _is_in(child: ast.AST, body: object) -> bool:
    return child in body if isinstance(body, list) else child is body
