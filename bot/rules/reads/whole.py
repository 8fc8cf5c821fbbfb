"""Objects of the library that are used as wholes: shown, or handed to code that nobody sees.

Every read of a member is a row of its own and is judged as one. What shows a whole object shows another text in the new
library, and what another library does with one is not known.
"""

import ast
from collections.abc import Collection, Iterator

from bot.models.struct import Frozen
from bot.scan.rows import FileView
from bot.scan.scopes import Scope
from bot.scan.values import (
    Container,
    LibraryMember,
    LibraryObject,
    Listed,
    LocalClass,
    LocalFunction,
    LocalObject,
    RepositoryName,
    Value,
    as_object,
)
from bot.vocabulary import Bail

_SHOWN_BY = frozenset({"ascii", "format", "print", "repr", "str"})
_LOGGED_BY = frozenset({"critical", "debug", "error", "exception", "info", "log", "warn", "warning"})
_GIVEN_BACK_BY = frozenset({"enumerate", "filter", "list", "map", "reversed", "set", "sorted", "tuple", "zip"})
_HARMLESS = frozenset(
    {"all", "any", "bool", "callable", "getattr", "hasattr", "hash", "id", "isinstance", "iter", "len", "next", "type"}
)
_PUT_BY = frozenset({"append", "extend", "insert"})
_AWAITING = "asyncio"
_PASSED_THROUGH = (
    ast.Await | ast.BoolOp | ast.DictComp | ast.Dict | ast.GeneratorExp | ast.IfExp | ast.List | ast.ListComp
    | ast.NamedExpr | ast.Set | ast.SetComp | ast.Starred | ast.Tuple
)  # fmt: skip
_LONGER = (ast.Attribute, ast.Await, ast.Call, ast.Subscript)


class WholeUse(Frozen):
    """A use that tells another text, or that cannot be followed: the classes of the object, the word, and the line."""

    classes: frozenset[str]
    bail: Bail
    line: int


def whole_uses(view: FileView, classes: Collection[str], known: Collection[ast.AST]) -> Iterator[WholeUse]:
    """Every one in the file, of objects of the classes; `known` are the calls of the library itself."""
    finder = _Finder(view, frozenset(classes), frozenset(known))
    for node, scope in _leading(view):
        yield from finder.uses_from(node, scope)


def _leading(view: FileView) -> Iterator[tuple[ast.expr, Scope]]:
    """The names and attributes that may lead to the library."""
    anatomy, interest = view.anatomy, view.resolver.interest
    for found in (anatomy.names, anatomy.attributes):
        for name, places in found.items():
            if interest.is_name(name):
                yield from ((node, scope) for node, scope in places if isinstance(node.ctx, ast.Load))


def held_classes(view: FileView, value: Value) -> Iterator[str]:
    """The class of an object that is certainly the library's, or those of what a container holds."""
    match value:
        case LibraryObject(cls, False):
            yield cls
        case Container(Listed(inner)):
            yield from held_classes(view, as_object(inner))
        case Container(site):
            found = map(as_object, view.resolver.contents(site))
            yield from (one.cls for one in found if isinstance(one, LibraryObject))


class _Finder:
    def __init__(self, view: FileView, classes: frozenset[str], known: frozenset[ast.AST]) -> None:
        self._view = view
        self._classes = classes
        self._known = known
        self._parents = view.anatomy.parents

    def uses_from(self, node: ast.expr, scope: Scope) -> Iterator[WholeUse]:
        """The uses of what the expression stands for, and of what is read, called or taken out of it."""
        while True:
            parent = self._parents[node]
            if not (isinstance(parent, _LONGER) and getattr(parent, "value", getattr(parent, "func", None)) is node):
                found = self._classes_of(node, scope)
                bail = self._bail(node, scope) if found and not self._is_never_run(node, scope) else None
                if bail is not None:
                    yield WholeUse(found, bail, node.lineno)
                return
            node = parent

    def _classes_of(self, node: ast.expr, scope: Scope) -> frozenset[str]:
        values = self._view.resolver.values(node, scope)
        found = {cls for value in values if self._is_had(value) for cls in held_classes(self._view, as_object(value))}
        return self._classes & found

    def _is_had(self, value: Value) -> bool:
        """Whether the value is there: of a method that is not called, what it would give is not."""
        return not isinstance(value, LibraryMember) or value.cls in self._classes

    def _is_never_run(self, node: ast.AST, scope: Scope) -> bool:
        """Whether the use stands where `hasattr` of such an object is false, for a member that both libraries have."""
        inner = node
        while not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.Module):
            outer = self._parents[inner]
            match outer:
                case ast.IfExp(test=test, orelse=other) if other is inner and self._asks_for_a_member(test, scope):
                    return True
                case ast.If(test=test, orelse=[*others]) if inner in others and self._asks_for_a_member(test, scope):
                    return True
            inner = outer
        return False

    def _asks_for_a_member(self, test: ast.expr, scope: Scope) -> bool:
        match test:
            case ast.Call(func=ast.Name(id="hasattr"), args=[ast.Name() as asked, ast.Constant(value=str(member))]):
                classes = self._classes_of(asked, scope)
                named = (self._view.surface.pack.surface.objects.get(cls) for cls in classes)
                return bool(classes) and all(one is not None and member in one.same for one in named)
        return False

    def _bail(self, node: ast.expr, scope: Scope) -> Bail | None:
        parent = self._parents[node]
        match parent:
            case ast.IfExp(test=test) if test is node:
                return None
            case ast.FormattedValue():
                return Bail.ANSWER_SHOWN
            case ast.BinOp(op=ast.Mod(), right=right) if right is node:
                return Bail.ANSWER_SHOWN
            case ast.Call(args=arguments) if any(one is node for one in arguments):
                return self._handed(parent, scope)
            case ast.keyword():
                call = self._parents[parent]
                return self._handed(call, scope) if isinstance(call, ast.Call) else None
            case _ if isinstance(parent, _PASSED_THROUGH) and isinstance(parent, ast.expr):
                return self._bail(parent, scope)
        return None

    def _handed(self, call: ast.Call, scope: Scope) -> Bail | None:
        """What a call does with an object among its arguments."""
        if call in self._known or call.func in self._known:
            return None
        match call.func:
            case ast.Name(id=name) if name in _SHOWN_BY:
                return Bail.ANSWER_SHOWN
            case ast.Name(id=name) if name in _HARMLESS:
                return None
            case ast.Name(id=name) if name in _GIVEN_BACK_BY:
                return self._bail(call, scope)
            case ast.Attribute(attr=name) if name in _LOGGED_BY:
                return Bail.ANSWER_SHOWN
            case ast.Attribute(value=base, attr=name) if name in _PUT_BY:
                return None if self._is_followed_list(base, scope) else Bail.ANSWER_LEAVES
            case ast.Attribute(value=ast.Name(id=name)) if name == _AWAITING:
                return None
        called = self._view.resolver.values(call.func, scope)
        ours = LocalFunction | LocalClass | LocalObject | RepositoryName
        return None if any(isinstance(one, ours) for one in called) else Bail.ANSWER_LEAVES

    def _is_followed_list(self, base: ast.expr, scope: Scope) -> bool:
        values = self._view.resolver.values(base, scope)
        return any(isinstance(one, Container) for one in values)
