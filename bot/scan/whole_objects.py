"""Objects of classes that the new library has none of, as they come out of other modules of the repository.

Who asks such an object for a member has a row there. Who looks at it as a whole, hands it on, or puts another into its
place finds something else there afterwards: those places are found here.
"""

import ast
from collections.abc import Iterator

from bot.packs.surface import SurfaceIndex
from bot.scan.binder import Anatomy
from bot.scan.resolver import Resolver
from bot.scan.scopes import NameImported, Scope
from bot.scan.usage_index import last_name
from bot.scan.values import (
    NOTHING,
    Container,
    LibraryObject,
    Listed,
    LocalClass,
    LocalObject,
    RepositoryModule,
    RepositoryName,
    Value,
    Values,
    as_object,
)

_COUNTED_BY = frozenset({"bool", "len"})
_READS = (ast.Attribute, ast.Await, ast.Call, ast.Subscript)
_TESTS = (ast.Assert, ast.If, ast.IfExp, ast.While)


class WholeObjects:
    """Those of one file."""

    def __init__(self, anatomy: Anatomy, resolver: Resolver, surface: SurfaceIndex) -> None:
        self._anatomy = anatomy
        self._parents = anatomy.parents
        self._resolver = resolver
        self._replaced = surface.replaced_classes

    def found(self) -> Iterator[tuple[ast.expr, Scope, str]]:
        """Each place, with its scope and the class of the object, in no particular order."""
        interest = self._resolver.interest
        names = interest.names() if self._replaced else ()
        places = [(node, scope) for name in names for node, scope in self._anatomy.names.get(name, ())]
        attributes = interest.attributes() if self._replaced else ()
        calls = ((call, scope) for call, scope in self._anatomy.calls if self._replaced and interest.matters(call))
        for node, scope in (*places, *((one, self._anatomy.scope_of[one]) for one in attributes), *calls):
            held = self._of_others(node, scope)
            cls = self._class_in(held)
            if cls is not None and not self._is_only_asked(node, scope):
                yield node, scope, cls
            maker = self._class_in(self._made_by(node, scope)) if cls is None else None
            if maker is not None:
                yield node, scope, maker

    def _made_by(self, node: ast.expr, scope: Scope) -> Values:
        """What a function of another module gives that is handed on here, and not called."""
        parent = self._parents[node]
        called = isinstance(parent, ast.Call) and parent.func is node
        if isinstance(node, ast.Call) or called or isinstance(parent, ast.Attribute):
            return NOTHING
        functions = filter(_is_of_another, self._resolver.values(node, scope))
        return frozenset().union(*map(self._resolver.called, functions))

    def _of_others(self, node: ast.expr, scope: Scope) -> Values:
        """What another module holds under the name or attribute; an object that is imported by name has a row there."""
        match node:
            case ast.Name(id=name):
                home = scope.home(name)
                bound = home.bindings[name] if home is not None else []
                if not all(isinstance(one, NameImported) for one in bound):
                    return NOTHING
                values = self._resolver.values(node, scope)
                return frozenset(one for one in values if home is None or isinstance(one, Container))
            case ast.Attribute(value=base, attr=name):
                owners = self._resolver.values(base, scope)
                inherits = LocalClass | LocalObject
                others = (
                    one
                    for one in owners
                    if _is_of_another(one) or (isinstance(one, inherits) and not self._resolver.is_own(one.node, name))
                )
                return frozenset().union(*(self._resolver.member(one, name) for one in others))
            case ast.Call(func=function):
                called = self._resolver.values(function, scope)
                return self._resolver.values(node, scope) if any(map(_is_of_another, called)) else NOTHING
            case _:
                return NOTHING

    def _class_in(self, values: Values) -> str | None:
        """The class of such an object, or of one in a container."""
        for value in map(as_object, values):
            match value:
                case LibraryObject(cls, False) | Container(Listed(LibraryObject(cls, False))) if cls in self._replaced:
                    return cls
        return None

    def _is_only_asked(self, node: ast.expr, scope: Scope) -> bool:
        """Whether nothing is done with it but what has a row of its own, or comes to the same with anything else."""
        parent = self._parents[node]
        if not isinstance(getattr(node, "ctx", None), ast.Load | None):
            return self._is_put_there(parent, scope)
        if isinstance(parent, _READS) and getattr(parent, "value", getattr(parent, "func", None)) is node:
            return self._leads_only_on(node, parent, scope)
        return self._is_tested(node)

    def _leads_only_on(self, node: ast.expr, parent: ast.expr, scope: Scope) -> bool:
        """Of a member that is read, a call, and what is taken out of a container."""
        if isinstance(parent, ast.Attribute):
            is_container = any(isinstance(one, Container) for one in self._resolver.values(node, scope))
            call = self._parents[parent]
            if not (is_container and isinstance(call, ast.Call) and call.func is parent):
                return True
            return self._leads_only_on(parent, call, scope)
        given = self._resolver.values(parent, scope)
        return self._class_in(given) is None or self._is_only_asked(parent, scope)

    def _is_put_there(self, parent: ast.AST, scope: Scope) -> bool:
        """Whether nothing is put there, or something that is the library's itself and so has a row."""
        value = getattr(parent, "value", None) if isinstance(parent, ast.Assign | ast.AnnAssign) else None
        if value is None or (isinstance(value, ast.Constant) and value.value is None):
            return value is not None or isinstance(parent, ast.AnnAssign)
        return self._class_in(self._resolver.values(value, scope)) is not None

    def _is_tested(self, node: ast.expr) -> bool:
        child: ast.AST = node
        while isinstance(self._parents[child], ast.BoolOp):
            child = self._parents[child]
        match self._parents[child]:
            case ast.UnaryOp(op=ast.Not()):
                return True
            case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
                return left is child
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[held]):
                return held is child
            case ast.Call() as call:
                return last_name(call) in _COUNTED_BY
            case ast.Expr():
                return True
            case parent:
                return isinstance(parent, _TESTS) and parent.test is child


def _is_of_another(value: Value) -> bool:
    return isinstance(value, RepositoryModule | RepositoryName)
