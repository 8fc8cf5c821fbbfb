"""Which expressions of a file can lead to the library at all, by the names in them: the rest is never evaluated.

Coarser than the resolver and much cheaper: identifiers stand for everything that is called so anywhere in the file. A
name that is given a value in which an interesting identifier stands is interesting too, until nothing is added. What
the resolver finds is therefore always in an expression that matters; the other way round it need not be.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from copy import copy

from bot.scan.arguments import names_filled, names_given
from bot.scan.binder import Anatomy, FunctionFacts
from bot.scan.scopes import Assigned, Binding, Declared, Parameter, Scope
from bot.scan.usage_index import UsageIndex, fixture_name, last_name

_IDENTIFIER = re.compile(r"[^\W\d]\w*")


class Interest:
    """One file's interesting identifiers and the expressions in which one stands."""

    def __init__(self, anatomy: Anatomy, usage: UsageIndex, names: Iterable[str], nodes: Iterable[ast.AST]) -> None:
        """`names` and `nodes` are what leads to the library by itself: imported names, imports by string."""
        self._anatomy = anatomy
        self._annotations = _quoted_annotations(anatomy)
        self._given_to = _consequences(anatomy, usage)
        self._marked = set[ast.AST]()
        self._names = set[str]()
        self._pending: list[str] = []
        for node in nodes:
            self._mark(node)
        self._add(names)

    def with_holders(self) -> "Interest":
        """Also what stands for an instance, or a class, through whose attributes and methods the library is reached."""
        holders = {
            cls.name
            for cls, scope in self._anatomy.classes.items()
            if any(name in self._names for name in scope.bindings)
        }
        holders |= {
            facts.owner.name
            for store in self._anatomy.stores
            if store.attribute in self._names
            for facts in self._methods_around(store.assigned.scope)
            if facts.owner is not None
        }
        if holders <= self._names:
            return self
        wider = copy(self)
        wider._marked, wider._names = set(self._marked), set(self._names)
        wider._add(holders)
        return wider if wider._names == self._names | holders else wider.with_holders()

    def _methods_around(self, scope: Scope) -> Iterator[FunctionFacts]:
        around: Scope | None = scope
        while around is not None:
            if around.node in self._anatomy.functions:
                yield self._anatomy.functions[around.node]
            around = around.parent

    def _add(self, names: Iterable[str]) -> None:
        self._pending += names
        while self._pending:
            name = self._pending.pop()
            if name not in self._names:
                self._names.add(name)
                for place, _ in self._anatomy.names.get(name, ()):
                    self._mark(place)
                for attribute, _ in self._anatomy.attributes.get(name, ()):
                    self._mark(attribute)
                for annotation in self._annotations.get(name, ()):
                    self._mark(annotation)

    def matters(self, expression: ast.AST) -> bool:
        """Whether the expression may be, or hold, something that leads to the library."""
        return expression in self._marked

    def attributes(self) -> Iterator[ast.Attribute]:
        """The attributes among the expressions that matter, in no particular order."""
        return (node for node in self._marked if isinstance(node, ast.Attribute))

    def names(self) -> frozenset[str]:
        """What may lead to the library."""
        return frozenset(self._names)

    def is_name(self, name: str) -> bool:
        """Whether anything called so may lead to the library."""
        return name in self._names

    def _mark(self, node: ast.AST | None) -> None:
        """Mark the expression and all that it is a part of, up to its statement."""
        while node is not None and node not in self._marked and not isinstance(node, ast.stmt | ast.mod):
            self._marked.add(node)
            self._pending += self._given_to.get(node, ())
            node = self._anatomy.parents.get(node)


def _quoted_annotations(anatomy: Anatomy) -> dict[str, list[ast.AST]]:
    """Strings that are annotations, by each identifier that stands in them."""
    found: dict[str, list[ast.AST]] = defaultdict(list)
    for string, _ in anatomy.strings:
        text = str(string.value)
        if len(text) < _LONGEST_ANNOTATION and may_be_annotation(string, anatomy):
            for identifier in _IDENTIFIER.findall(text):
                found[identifier].append(string)
    return found


_LONGEST_ANNOTATION = 400


def may_be_annotation(string: ast.Constant, anatomy: Anatomy) -> bool:
    """Whether the string is an annotation, a part of one, or the type of a cast."""
    node: ast.AST = string
    while True:
        parent = anatomy.parents.get(node)
        match parent:
            case ast.Subscript() | ast.Tuple() | ast.BinOp() | ast.List():
                node = parent
            case ast.arg() | ast.AnnAssign():
                return True
            case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
                return returns is node
            case ast.Call():
                return last_name(parent) == "cast"
            case _:
                return False


def _consequences(anatomy: Anatomy, usage: UsageIndex) -> dict[ast.AST, list[str]]:
    """Expression to the identifiers that stand for it, or for something that holds it."""
    given_to: dict[ast.AST, list[str]] = defaultdict(list)
    for scope in anatomy.scopes():
        for name, bindings in scope.bindings.items():
            for binding in bindings:
                _bind(given_to, name, binding)
    for store in anatomy.stores:
        _bind(given_to, store.attribute, store.assigned)
    for store in (*anatomy.stores, *anatomy.item_stores):
        if usage.class_of_self(store.base, store.assigned.scope) is None:
            # The same place may be spelt as an item.
            _bind(given_to, last_name(store.base), store.assigned)
    for filling in anatomy.fillings:
        given_to[filling.value].append(last_name(filling.base))
    _pass_arguments(given_to, anatomy, usage)
    _give_results(given_to, anatomy)
    return given_to


def _give_results(given_to: dict[ast.AST, list[str]], anatomy: Anatomy) -> None:
    """What a function returns is called like the function; what a class inherits is read from it and from `self`."""
    selves: dict[ast.ClassDef, list[str]] = defaultdict(list)
    for function, facts in anatomy.functions.items():
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            names = {function.name, fixture_name(function) or function.name}
            for expression in (*facts.returns, *facts.yields, *facts.yields_from):
                given_to[expression] += names
            if function.returns is not None:
                given_to[function.returns].append(function.name)
            for name, default in _dependencies(function):
                given_to[default].append(name)
        if facts.owner is not None:
            selves[facts.owner] += names_given(facts.node)[:1]
    for cls in anatomy.classes:
        for base in cls.bases:
            given_to[base] += [cls.name, *selves[cls]]


def _pass_arguments(given_to: dict[ast.AST, list[str]], anatomy: Anatomy, usage: UsageIndex) -> None:
    """What a call passes is called like any parameter of any function that may be called by that name."""
    parameters: dict[str, list[str]] = defaultdict(list)
    for function, facts in anatomy.functions.items():
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            is_constructor = facts.owner is not None and function.name == "__init__"
            called = facts.owner.name if facts.owner is not None and is_constructor else function.name
            parameters[called] += names_filled(function)
        else:
            call = _call_around(function, anatomy)
            if call is not None:
                _give(given_to, call, names_filled(facts.node))
    for cls, scope in anatomy.classes.items():
        parameters[cls.name] += [name for name, found in scope.bindings.items() if _is_field(found)]
    for called, names in parameters.items():
        for call in (*usage.calls.get(called, ()), *usage.handed.get(called, ())):
            _give(given_to, call[0], names)
    for name, narrowings in usage.narrowed.items():
        for _, kinds, _ in narrowings:
            given_to[kinds].append(name)


def _give(given_to: dict[ast.AST, list[str]], call: ast.Call, names: list[str]) -> None:
    before = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    for argument in (*before, *call.args, *(keyword.value for keyword in call.keywords)):
        given_to[argument] += names


def _bind(given_to: dict[ast.AST, list[str]], name: str, binding: Binding) -> None:
    match binding:
        case Assigned(value=value):
            given_to[value].append(name)
        case Declared(annotation=annotation):
            given_to[annotation].append(name)
        case Parameter(argument=argument) if argument.annotation is not None:
            given_to[argument.annotation].append(name)


def _dependencies(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """Parameters whose default is a call, such as `Depends(function)`."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(reversed(positional), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    return ((argument.arg, default) for argument, default in pairs if isinstance(default, ast.Call))


def _is_field(bindings: Iterable[Binding]) -> bool:
    return any(isinstance(binding, Declared) for binding in bindings)


def _call_around(function: ast.AST, anatomy: Anatomy) -> ast.Call | None:
    """The call that a lambda is an argument of."""
    parent = anatomy.parents.get(function)
    if isinstance(parent, ast.keyword):
        parent = anatomy.parents.get(parent)
    return parent if isinstance(parent, ast.Call) else None
