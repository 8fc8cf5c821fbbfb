"""Lists that names hold: what a file puts into them, and whether it uses them for nothing but requests."""

import ast
from collections.abc import Iterator

from bot.rules.answers.names import Names
from bot.rules.written_values.definitions import scope_at
from bot.scan.binder import Filling
from bot.scan.rows import FileView
from bot.scan.scopes import ScopeKind
from bot.scan.values import LibraryMember, LibraryModule, LibraryName

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

    def used_for_requests_alone(self, path: tuple[ast.expr, ...]) -> set[str] | None:
        """The names that other files must not use; None where a use in this file does something else with the list."""
        within: set[str] = set()
        known = {one.id for one in path if isinstance(one, ast.Name)}
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
                return self._is_of_library(parents[parent])
            case ast.Call(func=ast.Name(id="len")):
                return True
            case ast.Call(args=arguments) if use in arguments:
                return self._is_of_library(parent) or self._is_put_in(parent, known)
            case ast.Attribute(attr=method):
                called = parents.get(parent)
                return method in _CHANGES and isinstance(called, ast.Call) and called.func is parent
            case ast.Subscript(slice=ast.Slice()):
                return self._is_for_requests(parent, known)
            case ast.BinOp(op=ast.Add()):
                return self._is_for_requests(parent, known)
            case ast.Assign(targets=[ast.Name(id=target)]):
                return target in known
            case ast.List() | ast.Dict():
                return self._is_for_requests(parent, known)
            case ast.If() | ast.IfExp() | ast.UnaryOp(op=ast.Not()) | ast.Compare(ops=[ast.Is() | ast.IsNot()]):
                return True
            case _:
                return False

    def _is_put_in(self, call: ast.Call, known: set[str]) -> bool:
        """Whether the use is put into one of the lists that are followed."""
        match call.func:
            case ast.Attribute(value=ast.Name(id=name), attr=method):
                return method in _CHANGES and name in known
            case _:
                return False

    def _is_of_library(self, call: ast.AST) -> bool:
        if not isinstance(call, ast.Call):
            return False
        values = self._view.resolver.values(call.func, scope_at(self._view.anatomy, call))
        return any(isinstance(one, LibraryMember | LibraryName | LibraryModule) for one in values)
