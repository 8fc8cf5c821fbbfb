"""What containers hold: worked out from where they are made, each time something is taken out of one."""

import ast
from collections.abc import Callable
from typing import Protocol

from bot.scan.binder import Filling
from bot.scan.handed_on import BUILTINS, IMPORTED, TAKES_OUT, Handing
from bot.scan.scopes import Item, Scope, Step
from bot.scan.usage_index import UsageIndex, last_name
from bot.scan.values import (
    NOTHING,
    Container,
    Filled,
    Fixed,
    Gathered,
    LibraryObject,
    Listed,
    LocalObject,
    Made,
    RepositoryName,
    Rest,
    Site,
    Value,
    Values,
    View,
    as_object,
    joined,
)


class Questions(Protocol):
    """What a container's contents are worked out with: the resolver."""

    def values(self, expression: ast.AST, scope: Scope) -> Values:
        """What an expression may stand for."""

    def contents(self, site: Site) -> Values:
        """What a container holds; asked through the resolver, which knows about circles."""

    def gathered(self, function: ast.AST, *, mapping: bool) -> Values:
        """What calls pass for `*arguments`, or for `**keywords`, of a function."""

    def inside(self, comprehension: ast.AST, element: ast.expr) -> Values:
        """What the element of a comprehension may stand for."""

    def yielded(self, function: ast.AST) -> Values:
        """What iterating over the call of a generator gives."""

    def outcomes(self, values: Values) -> Values:
        """What awaiting any of the values gives."""

    def called(self, function: Value) -> Values:
        """What calling a value gives."""

    def is_plain(self, indexed: LibraryObject, key: ast.expr) -> bool:
        """Whether what stands under a key of an object of the library is of no library."""

    def position(self, module: str, path: str, index: int) -> Values:
        """What stands at a position of a tuple in another module of the repository."""

    def items_of(self, indexed: LibraryObject) -> Values:
        """What iterating over, or indexing, an object of the library gives."""


class Containers:
    """Answers for one file; `resolver` is asked for everything that is no container."""

    def __init__(self, resolver: Questions, usage: UsageIndex) -> None:
        self._resolver = resolver
        self._usage = usage
        self._displays: dict[type[ast.AST], Callable[..., Values]] = {
            ast.Tuple: self._display,
            ast.List: self._display,
            ast.Set: self._display,
            ast.Dict: self._dict,
            ast.ListComp: lambda node, _: resolver.inside(node, node.elt),
            ast.SetComp: lambda node, _: resolver.inside(node, node.elt),
            ast.GeneratorExp: lambda node, _: resolver.inside(node, node.elt),
            ast.DictComp: lambda node, _: resolver.inside(node, node.value),
            ast.Call: self._call,
        }

    # ---- what is held

    def contents(self, site: Site) -> Values:
        """What iterating over the container gives, or for a mapping indexing it; not remembered here."""
        match site:
            case Made(node, scope):
                display = self._displays.get(type(node))
                return display(node, scope) if display is not None else self._resolver.yielded(node)
            case Rest(value, scope, steps):
                return self.elements(self.after_steps(value, scope, steps))
            case Filled(name, owner):
                fillings = self._usage.fillings.get(name, ())
                return joined(self._put(filling) for filling in fillings if self._fills(filling, owner))
            case Listed(of):
                return frozenset({of})
            case Gathered(function, mapping):
                return self._resolver.gathered(function, mapping=mapping)

    def _display(self, node: ast.Tuple | ast.List | ast.Set, scope: Scope) -> Values:
        return joined(self._listed(element, scope) for element in node.elts)

    def _listed(self, element: ast.expr, scope: Scope) -> Values:
        if isinstance(element, ast.Starred):
            return self.elements(self._resolver.values(element.value, scope))
        return self._resolver.values(element, scope)

    def _dict(self, node: ast.Dict, scope: Scope) -> Values:
        pairs = zip(node.keys, node.values, strict=True)
        return joined(self._keyed(value, scope, expanded=key is None) for key, value in pairs)

    def _keyed(self, value: ast.expr, scope: Scope, *, expanded: bool) -> Values:
        """What stands behind one key, or behind all keys of a mapping that is expanded by `**`."""
        found = self._resolver.values(value, scope)
        return self._mapped(found) if expanded else found

    def _call(self, node: ast.Call, scope: Scope) -> Values:
        match handing_of(node):
            case Handing.SAME_ELEMENTS:
                return self._elements_of(node.args[0], scope) if node.args else NOTHING
            case Handing.CHAINED:
                return joined(self._elements_of(argument, scope) for argument in node.args)
            case Handing.MAPPING:
                return self._mapping(node, scope)
            case Handing.GATHERED:
                return self._resolver.outcomes(joined(self._listed(argument, scope) for argument in node.args))
            case Handing.MAPPED:
                return joined(map(self._resolver.called, self._resolver.values(node.args[0], scope)))
            case Handing.FILTERED:
                return self._elements_of(node.args[-1], scope)
            case _:
                return frozenset({Fixed(Made(node, scope))})

    def _mapping(self, node: ast.Call, scope: Scope) -> Values:
        given = [self._resolver.values(argument, scope) for argument in node.args]
        pairs = joined(map(self.elements, given))
        named = joined(self._keyed(word.value, scope, expanded=word.arg is None) for word in node.keywords)
        return joined(map(self._mapped, given)) | joined(self._unpacked(pair, 1) for pair in pairs) | named

    def _elements_of(self, argument: ast.expr, scope: Scope) -> Values:
        return self.elements(self._resolver.values(argument, scope))

    def _put(self, filling: Filling) -> Values:
        given = self._resolver.values(filling.value, filling.scope)
        return self.elements(given) | self._mapped(given) if filling.many else given

    def _fills(self, filling: Filling, owner: Scope | ast.ClassDef) -> bool:
        if isinstance(owner, Scope):
            return isinstance(filling.base, ast.Name) and filling.scope.home(filling.base.id) is owner
        if not isinstance(filling.base, ast.Attribute):
            return False
        return LocalObject(owner) in self._resolver.values(filling.base.value, filling.scope)

    # ---- what is taken out

    def elements(self, values: Values) -> Values:
        """What iterating over any of the values gives."""
        return joined(self._iterated(as_object(value)) for value in values)

    def _iterated(self, value: Value) -> Values:
        match value:
            case Container(site, View.ELEMENTS):
                return self._resolver.contents(site)
            case Container(site, View.ITEMS):
                return frozenset({Fixed(site)})
            case Container(site, View.MAPPING):
                return self._keys(site)
            case Fixed(site):
                return joined(self.positions(site))
            case LibraryObject() as one:
                return self._resolver.items_of(one)
            case _:
                return NOTHING

    def _keys(self, site: Site) -> Values:
        """What the keys of a mapping that is written out may be."""
        match site:
            case Made(ast.Dict(keys=keys), scope):
                return joined(self._resolver.values(key, scope) for key in keys if key is not None)
            case Made(ast.DictComp(key=key) as node, _):
                return self._resolver.inside(node, key)
            case _:
                return NOTHING

    def _mapped(self, values: Values) -> Values:
        """What the keys of any of the values lead to."""
        sites = (value.site for value in values if isinstance(value, Container) and value.view is View.MAPPING)
        return joined(map(self._resolver.contents, sites))

    def positions(self, site: Site) -> tuple[Values, ...]:
        """What stands at each position of a tuple of known length."""
        if isinstance(site, Made) and isinstance(site.node, ast.Tuple):
            return tuple(self._resolver.values(element, site.scope) for element in site.node.elts)
        if isinstance(site, Made) and isinstance(site.node, ast.Call):
            match handing_of(site.node):
                case Handing.TOGETHER:
                    return tuple(self._elements_of(argument, site.scope) for argument in site.node.args)
                case Handing.NUMBERED:
                    return NOTHING, self._elements_of(site.node.args[0], site.scope)
                case Handing.GATHERED:
                    given = (self._resolver.values(argument, site.scope) for argument in site.node.args)
                    return tuple(map(self._resolver.outcomes, given))
                case Handing.WAITED:
                    return (self._resolver.values(site.node.args[0], site.scope),) * 2
        return NOTHING, self._resolver.contents(site)

    def indexed(self, base: Value, index: ast.expr) -> Values:
        """What `base[index]` gives."""
        match as_object(base):
            case Container(site, View.ELEMENTS) | Fixed(site) if isinstance(index, ast.Slice):
                return frozenset({Container(site)})
            case _ if isinstance(index, ast.Slice):
                return NOTHING
            case Container(site, View.ELEMENTS | View.MAPPING):
                return self._resolver.contents(site)
            case Fixed(site):
                items = self.positions(site)
                known = _whole_number(index)
                return items[known] if known is not None and -len(items) <= known < len(items) else joined(items)
            case LibraryObject() as one:
                return NOTHING if self._resolver.is_plain(one, index) else self._resolver.items_of(one)
            case RepositoryName(module, path) if (known := _whole_number(index)) is not None:
                return self._resolver.position(module, path, known)
            case _:
                return NOTHING

    def method(self, base: Value, name: str) -> Values:
        """What calling `base.name` gives, where the base is a container."""
        match base:
            case Container(site, View.ELEMENTS | View.MAPPING) if name in TAKES_OUT:
                return self._resolver.contents(site)
            case Container(site, View.ELEMENTS | View.MAPPING) if name == "values":
                return frozenset({Container(site)})
            case Container(site, View.ELEMENTS | View.MAPPING) if name == "items":
                return frozenset({Container(site, View.ITEMS)})
            case Container(site, View.ELEMENTS | View.MAPPING) if name == "popitem":
                return frozenset({Fixed(site)})
            case Container() if name == "copy":
                return frozenset({base})
            case _:
                return NOTHING

    def after_steps(self, value: ast.expr, scope: Scope, steps: tuple[Step | Item, ...]) -> Values:
        """What a target gets of the value that is assigned to it."""
        found = self._resolver.values(value, scope)
        for number, step in enumerate(steps):
            match step:
                case Step.ITERATE:
                    found = self.elements(found)
                case Step.REST:
                    found = frozenset({Container(Rest(value, scope, steps[:number]))})
                case Item(index):
                    found = joined(self._unpacked(as_object(one), index) for one in found)
                case Step.ENTER:
                    found = frozenset(one for one in map(as_object, found) if not isinstance(one, Container))
        return found

    def _unpacked(self, value: Value, index: int) -> Values:
        if isinstance(value, RepositoryName):
            return self._resolver.position(value.module, value.path, index)
        if not isinstance(value, Fixed):
            return self._iterated(value)
        items = self.positions(value.site)
        return items[index] if -len(items) <= index < len(items) else NOTHING


def handing_of(call: ast.Call) -> Handing | None:
    """How the call hands on its arguments, if its name is what it seems to be."""
    name = last_name(call)
    return BUILTINS.get(name) or IMPORTED.get(name)


def _whole_number(index: ast.expr) -> int | None:
    if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub):
        positive = _whole_number(index.operand)
        return None if positive is None else -positive
    return index.value if isinstance(index, ast.Constant) and isinstance(index.value, int) else None
