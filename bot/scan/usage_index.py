"""Look-ups over a whole file that the resolver needs: who is called, what is put into containers, what `self.x` is."""

import ast
from collections import defaultdict

from bot.scan.binder import Anatomy, AttributeStore, Filling
from bot.scan.places import Place, spelling
from bot.scan.scopes import Assigned, Declared, Parameter, Scope, ScopeKind


class UsageIndex:
    """Built once a file, in one pass over each list of its anatomy."""

    def __init__(self, anatomy: Anatomy) -> None:
        self._anatomy = anatomy
        self.calls: dict[str, list[tuple[ast.Call, Scope]]] = defaultdict(list)
        self.fillings: dict[str, list[Filling]] = defaultdict(list)
        self.attributes: dict[tuple[ast.ClassDef, str], list[Assigned | Declared]] = defaultdict(list)
        for filling in anatomy.fillings:
            self.fillings[last_name(filling.base)].append(filling)
        self.handed: dict[str, list[tuple[ast.Call, Scope, int | None]]] = defaultdict(list)
        self.foreign: dict[str, list[AttributeStore]] = defaultdict(list)
        self.fixtures: dict[str, ast.AST] = {}
        self._functions: dict[str, list[ast.AST]] = defaultdict(list)
        for node, facts in anatomy.functions.items():
            self._functions[facts.scope.name].append(node)
            if (fixture := fixture_name(node)) is not None:
                self.fixtures.setdefault(fixture, node)
        self.places: dict[Place, list[Assigned | Declared]] = defaultdict(list)
        self.narrowed: dict[str, list[tuple[ast.Name, ast.expr, Scope]]] = defaultdict(list)
        functions = self._functions
        for call, scope in anatomy.calls:
            self.calls[last_name(call)].append((call, scope))
            self._take_call(call, scope, functions)
        for store in anatomy.stores:
            owner = self.class_of_self(store.base, store.assigned.scope)
            if owner is not None:
                self.attributes[owner, store.attribute].append(store.assigned)
            else:
                self.foreign[store.attribute].append(store)
                self._put(store)
        for store in anatomy.item_stores:
            self._put(store)

    def _take_call(self, call: ast.Call, scope: Scope, functions: dict[str, list[ast.AST]]) -> None:
        """Note which functions of the file are handed to the call, and which name it tells the type of."""
        for place, argument in enumerate(call.args):
            kind = type(argument)
            if kind is ast.Name or kind is ast.Attribute:
                name = last_name(argument)
                if name in functions:
                    self.handed[name].append((call, scope, place))
        for keyword in call.keywords:
            if keyword.arg == "target" and last_name(keyword.value) in functions:
                self.handed[last_name(keyword.value)].append((call, scope, None))
        match call:
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name() as tested, kinds]):
                self.narrowed[tested.id].append((tested, kinds, scope))

    def _put(self, store: AttributeStore) -> None:
        place = self.place(store.base, store.assigned.scope, store.attribute)
        if place is not None:
            self.places[place].append(store.assigned)

    def place(self, base: ast.expr, scope: Scope, last: str) -> Place | None:
        """Where `base.last`, or `base["last"]`, is."""
        spelt = spelling(base)
        if spelt is None:
            return None
        first, parts = spelt
        return first.id, self.class_of_self(first, scope) or scope.home(first.id), (*parts, last)

    def class_of_self(self, base: ast.expr, scope: Scope) -> ast.ClassDef | None:
        """The class whose method's first parameter `base` is."""
        home = scope.home(base.id) if isinstance(base, ast.Name) else None
        if home is None or home.kind is not ScopeKind.FUNCTION:
            return None
        assert isinstance(base, ast.Name)
        for binding in home.bindings[base.id]:
            if isinstance(binding, Parameter) and binding.index == 0:
                return self._anatomy.functions[binding.function].owner
        return None


def last_name(node: ast.AST) -> str:
    """`c` of `a.b.c`, of `c` and of `c(...)`; empty for anything else."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def decorator_names(function: ast.AST) -> frozenset[str]:
    """The last names of a function's decorators."""
    decorators: list[ast.expr] = getattr(function, "decorator_list", [])
    return frozenset(map(last_name, decorators))


def fixture_name(function: ast.AST) -> str | None:
    """The name of the parameters to which pytest passes what the function gives; None where it is no fixture."""
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    for decorator in function.decorator_list:
        if last_name(decorator) == "fixture":
            keywords = decorator.keywords if isinstance(decorator, ast.Call) else ()
            given = (keyword.value for keyword in keywords if keyword.arg == "name")
            return next((str(one.value) for one in given if isinstance(one, ast.Constant)), function.name)
    return None
