"""Lists that names hold: what a file puts into them, and whether it uses them for nothing but requests."""

import ast
from collections.abc import Iterator

from bot.rules.answers.names import Names
from bot.rules.written_values.definitions import scope_at
from bot.scan.binder import Filling, FunctionFacts
from bot.scan.rows import FileView
from bot.scan.scopes import ScopeKind
from bot.scan.values import LibraryMember, LibraryModule, LibraryName, LocalFunction

_CHANGES = frozenset({"append", "extend", "insert", "pop", "clear", "copy"})


class HeldLists:
    """Asked for one file."""

    def __init__(self, view: FileView, names: Names) -> None:
        self._view = view
        self._names = names

    def put_in(self, name: ast.expr) -> Iterator[ast.expr]:
        """What is put into the list that a name, or an attribute of the program's own object, holds."""
        for filling in self._view.anatomy.fillings:
            if self._is_same(filling, name):
                match filling.value:
                    case ast.List(elts=elements) if filling.many:
                        yield from elements
                    case value if not filling.many:
                        yield value

    def _is_same(self, filling: Filling, name: ast.expr) -> bool:
        match filling.base, name:
            case ast.Name(id=one), ast.Name(id=other):
                return one == other and filling.scope.home(one) is self._names.home(name)
            case ast.Attribute(attr=one) as base, ast.Attribute(attr=other):
                return one == other and ast.dump(base.value) == ast.dump(name.value)
            case _:
                return False

    def used_for_requests_alone(self, path: tuple[ast.expr, ...], around: tuple[ast.expr, ...] = ()) -> set[str] | None:
        """The names that other files must not use; None where a use in this file does something else with the list than
        to put it into one that the names `around` hold.
        """
        within: set[str] = set()
        known = {one.id for one in (*path, *around) if isinstance(one, ast.Name)}
        for one in path:
            if isinstance(one, ast.Name):
                home = self._names.home(one)
                if home is None:
                    return None
                uses: list[ast.expr] = [read.node for read in self._names.reads(one.id, home)]
                within |= {one.id} if home.kind is ScopeKind.MODULE else set()
            else:
                assert isinstance(one, ast.Attribute)
                uses = [use for use, _ in self._view.anatomy.attributes.get(one.attr, ())]
                uses = [use for use in uses if isinstance(getattr(use, "ctx", None), ast.Load)]
                within.add(f".{one.attr}")
            if not all(self._is_for_requests(use, known) for use in uses):
                return None
        return within

    def _is_for_requests(self, use: ast.expr, known: set[str]) -> bool:
        parents = self._view.anatomy.parents
        parent = parents.get(use)
        match parent:
            case ast.keyword():
                return self._goes_on(parents[parent], known)
            case ast.Call():
                return self._is_called(parent, use, known)
            case ast.Attribute(attr=method):
                called = parents.get(parent)
                return method in _CHANGES and isinstance(called, ast.Call) and called.func is parent
            case ast.Subscript(slice=ast.Slice() | ast.Constant(), ctx=ast.Load()) | ast.BinOp(op=ast.Add()):
                return self._is_for_requests(parent, known)
            case ast.List() | ast.Dict():
                return self._is_for_requests(parent, known)
            case ast.Assign(targets=[ast.Name(id=target)]):
                return target in known
            case ast.Return():
                return any(getattr(facts.node, "name", None) in known for facts in self._around(parent))
            case _:
                return _is_tested(parent)

    def _is_called(self, call: ast.Call, use: ast.expr, known: set[str]) -> bool:
        """A use as the function, or as an argument, of a call."""
        if call.func is use:
            return self._is_passed_on(call, known) or self._is_for_requests(call, known)
        is_counted = isinstance(call.func, ast.Name) and call.func.id == "len"
        return is_counted or self._goes_on(call, known) or self._is_put_in(call, known)

    def _goes_on(self, call: ast.AST, known: set[str]) -> bool:
        return self._is_of_library(call) or self._is_passed_on(call, known)

    def _is_put_in(self, call: ast.Call, known: set[str]) -> bool:
        """Whether the use is put into one of the lists that are followed."""
        match call.func:
            case ast.Attribute(value=ast.Name(id=name), attr=method):
                return method in _CHANGES and name in known
            case _:
                return False

    def _is_passed_on(self, call: ast.AST, known: set[str]) -> bool:
        """Whether a call is of a function of this file of which a parameter is followed."""
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in known:
            return False
        values = self._view.resolver.values(call.func, scope_at(self._view.anatomy, call))
        functions = [one.node for one in values if isinstance(one, LocalFunction)]
        names = {one.arg for node in functions for one in getattr(node, "args", ast.arguments()).args}
        return bool(names & known)

    def _around(self, node: ast.AST) -> Iterator[FunctionFacts]:
        """The function that a statement is in."""
        inner = self._view.anatomy.nearest(node, ast.FunctionDef)
        if inner is not None:
            yield self._view.anatomy.functions[inner]

    def _is_of_library(self, call: ast.AST) -> bool:
        if not isinstance(call, ast.Call):
            return False
        values = self._view.resolver.values(call.func, scope_at(self._view.anatomy, call))
        return any(isinstance(one, LibraryMember | LibraryName | LibraryModule) for one in values)


def _is_tested(parent: ast.AST | None) -> bool:
    """Whether no more is asked than whether there is something."""
    match parent:
        case ast.If() | ast.IfExp() | ast.UnaryOp(op=ast.Not()) | ast.Compare(ops=[ast.Is() | ast.IsNot()]):
            return True
        case _:
            return False
