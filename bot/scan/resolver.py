"""What an expression of a file stands for: evaluated over the file's bindings, never executed.

Flow is not followed: a name stands for everything that is bound to it in its scope. That errs towards finding more,
which is the safe side, since an object that *may* be the library's decides what may be rewritten.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from bot.packs.surface import Gone, Same, SurfaceIndex
from bot.scan.annotations import annotated_types
from bot.scan.binder import Anatomy, Filling
from bot.scan.handed_on import BUILTINS, IMPORTED, container, container_method
from bot.scan.scopes import (
    Assigned,
    Binding,
    Declared,
    Defined,
    FunctionNode,
    Item,
    ModuleImported,
    NameImported,
    Parameter,
    Scope,
    Step,
)
from bot.scan.usage_index import UsageIndex, decorator_names, last_name
from bot.scan.values import (
    NOTHING,
    LibraryMember,
    LibraryModule,
    LibraryName,
    LibraryObject,
    LocalClass,
    LocalFunction,
    LocalObject,
    Many,
    RepositoryModule,
    Returns,
    Several,
    Value,
    Values,
)

MAXIMUM_DEPTH = 100
"""How many steps may lie behind one another in an answer; past it an expression is unknown."""

MAXIMUM_ROUNDS = 8
"""How often a question whose answer depends on itself is asked again before its last answer is taken."""

Key: TypeAlias = tuple[ast.AST, Scope]

Reach: TypeAlias = Mapping[str, Mapping[str, Values]]
"""Repository module as imported, to the names in it that stand for something of the library."""


class Resolver:
    """Answers `values(expression, scope)` for one file and one pack."""

    def __init__(self, anatomy: Anatomy, surface: SurfaceIndex, reach: Reach, package: str = "") -> None:
        self._anatomy = anatomy
        self._surface = surface
        self._reach = reach
        self._package = package
        self._usage = UsageIndex(anatomy)
        self._memo: dict[Key, Values] = {}
        self._open: set[Key] = set()
        self._round: dict[Key, Values] = {}
        self._known: dict[Key, Values] = {}
        self._assumed: set[Key] = set()
        self._too_deep = False
        self._evaluators: dict[type[ast.AST], Callable[[Any, Scope], Values]] = {
            ast.Name: lambda node, scope: self.bound_values(node.id, scope),
            ast.Attribute: self._attribute,
            ast.Call: self._call,
            ast.Subscript: self._subscript,
            ast.IfExp: lambda node, scope: self._union((node.body, node.orelse), scope),
            ast.BoolOp: lambda node, scope: self._union(node.values, scope),
            ast.BinOp: lambda node, scope: self._union((node.left, node.right), scope),
            ast.NamedExpr: lambda node, scope: self.values(node.value, scope),
            ast.Await: lambda node, scope: self.values(node.value, scope),
            ast.Starred: lambda node, scope: self.values(node.value, scope),
            ast.Tuple: lambda node, scope: frozenset({Several(tuple(self.values(e, scope) for e in node.elts))}),
            ast.List: lambda node, scope: container(self._union(node.elts, scope)),
            ast.Set: lambda node, scope: container(self._union(node.elts, scope)),
            ast.Dict: lambda node, scope: container(self._union(node.values, scope), keyed=True),
            ast.ListComp: self._comprehension,
            ast.SetComp: self._comprehension,
            ast.GeneratorExp: self._comprehension,
            ast.DictComp: lambda node, _: container(self._inside(node, node.value), keyed=True),
            ast.Lambda: lambda node, _: frozenset({LocalFunction(node)}),
        }

    # ---- the questions

    def values(self, expression: ast.AST, scope: Scope) -> Values:
        """Everything of the library (or leading to it) that the expression may stand for; empty when unknown."""
        evaluator = self._evaluators.get(type(expression))
        if evaluator is None:
            return NOTHING
        key = (expression, scope)
        if key in self._memo:
            return self._memo[key]
        if not self._open:
            return self._settled(key, evaluator)
        if key in self._round:
            return self._round[key]
        if key in self._open:  # the answer depends on itself: go on with what the round before this one gave
            self._assumed.add(key)
            return self._known.get(key, NOTHING)
        if len(self._open) > MAXIMUM_DEPTH:
            self._too_deep = True
            return NOTHING
        return self._asked(key, evaluator)

    def _asked(self, key: Key, evaluator: Callable[[Any, Scope], Values]) -> Values:
        self._open.add(key)
        self._round[key] = evaluator(*key)
        self._open.discard(key)
        return self._round[key]

    def _settled(self, key: Key, evaluator: Callable[[Any, Scope], Values]) -> Values:
        """Ask in rounds until what was assumed about expressions that depend on themselves has come out true.

        Within a round every expression is evaluated once, so that the cost grows with the file and not with the number
        of ways through it.
        """
        self._known, self._too_deep = {}, False
        for _ in range(MAXIMUM_ROUNDS):
            self._round, self._assumed = {}, set()
            self._asked(key, evaluator)
            if all(self._round[assumed] == self._known.get(assumed, NOTHING) for assumed in self._assumed):
                break
            self._known = self._round
        # An answer that the depth cut short holds for this question only.
        self._memo.update({key: self._round[key]} if self._too_deep else self._round)
        return self._memo[key]

    def bound_values(self, name: str, scope: Scope) -> Values:
        """Everything that a name may stand for where it is read in `scope`."""
        home = scope.home(name)
        if home is None:
            return NOTHING
        found = _joined(self._of_binding(binding, home) for binding in home.bindings[name])
        return self._filled(found, name, home)

    def classes_of(self, expression: ast.expr, scope: Scope) -> frozenset[str]:
        """The library's classes of which the expression may be an instance."""
        found = map(as_object, self.values(expression, scope))
        return frozenset(value.cls for value in found if isinstance(value, LibraryObject))

    def imported_values(self, binding: NameImported) -> Values:
        """What a name taken by `from … import` stands for."""
        return self._imported_name(binding.module, binding.name, binding.level)

    def module_values(self, module: str) -> Values:
        """What an imported module stands for: the library's, or one of the repository that holds something of it."""
        return frozenset({LibraryModule(module)}) if self._surface.is_old(module) else self._reached_module(module)

    def _reached_module(self, module: str) -> Values:
        known = any(reached == module or reached.startswith(f"{module}.") for reached in self._reach)
        return frozenset({RepositoryModule(module)}) if known else NOTHING

    def absolute_module(self, module: str, level: int) -> str:
        """The dotted name behind a relative import in this file's package; unchanged when it is absolute."""
        if level == 0:
            return module
        parts = self._package.split(".") if self._package else []
        kept = parts[: len(parts) - (level - 1)]
        return ".".join([*kept, module] if module else kept)

    # ---- expressions

    def _union(self, nodes: Sequence[ast.expr], scope: Scope) -> Values:
        return _joined(self.values(node, scope) for node in nodes)

    def _inside(self, comprehension: ast.AST, element: ast.expr) -> Values:
        return self.values(element, self._anatomy.comprehensions[comprehension])

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, scope: Scope) -> Values:
        del scope
        return container(self._inside(node, node.elt))

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Values:
        return self._members(self.values(node.value, scope), node.attr)

    def _members(self, bases: Values, name: str) -> Values:
        return _joined(self.member(base, name) for base in bases)

    def member(self, base: Value, name: str) -> Values:
        """What `base.name` may stand for."""
        match base:
            case LibraryModule(module):
                return self._module_attribute(module, name)
            case LibraryName(symbol):
                if self._surface.has_class(symbol):
                    return self._class_member(symbol, name)
                return self._members(self._given_by(symbol), name)
            case LibraryObject(cls):
                return self._class_member(cls, name)
            case LibraryMember(gives=given):
                return self.member(given, name) if given is not None else NOTHING
            case LocalObject(cls) | LocalClass(cls):
                return self._local_member(cls, name, set())
            case RepositoryModule(module):
                return self._imported_name(module, name, 0)
            case Many(of):
                given_by_method = container_method(of, name, base)
                return frozenset({Returns(given_by_method)}) if given_by_method is not None else NOTHING
            case _:
                return NOTHING

    def _module_attribute(self, module: str, name: str) -> Values:
        full = f"{module}.{name}"
        return frozenset({LibraryModule(full) if self._surface.is_module(full) else LibraryName(full)})

    def _class_member(self, cls: str, name: str) -> Values:
        known = self._surface.class_member(cls, name)
        given = known.gives if isinstance(known, Same | Gone) else None
        return frozenset({LibraryMember(cls, name, type_value(given) if given else None)})

    def _local_member(self, cls: ast.ClassDef, name: str, seen: set[ast.ClassDef]) -> Values:
        if cls in seen:
            return NOTHING
        seen.add(cls)
        scope = self._anatomy.classes[cls]
        bindings = [*scope.bindings.get(name, ()), *self._usage.attributes.get((cls, name), ())]
        if bindings or scope.parent is None:
            return self._filled(_joined(self._of_binding(binding, scope) for binding in bindings), name, cls)
        return self._inherited_member(cls, scope.parent, name, seen)

    def _inherited_member(self, cls: ast.ClassDef, outer: Scope, name: str, seen: set[ast.ClassDef]) -> Values:
        found = frozenset[Value]()
        for value in self._union(cls.bases, outer):
            match value:
                case LocalClass(parent):
                    found |= self._local_member(parent, name, seen)
                case LibraryName(symbol):
                    found |= self._class_member(symbol, name)
        return found

    def _call(self, node: ast.Call, scope: Scope) -> Values:
        handed_on = self._handed_on(node, scope)
        if handed_on is not None:
            return handed_on
        return _joined(self.called(function) for function in self.values(node.func, scope))

    def _handed_on(self, node: ast.Call, scope: Scope) -> Values | None:
        """What a builtin or library function that hands on its arguments gives; None when the call is none of them."""
        if not node.args or any(isinstance(argument, ast.Starred) for argument in node.args):
            return None
        name = last_name(node)
        builtin = isinstance(node.func, ast.Name) and scope.home(name) is None
        handing = BUILTINS.get(name) if builtin else None
        if handing is None and not self.values(node.func, scope):
            handing = IMPORTED.get(name)
        if handing is not None:
            return handing(node.args, lambda argument: self.values(argument, scope), self.elements)
        if len(node.args) > 1 and name == "cast":
            return self._annotated(node.args[0], scope) | self.values(node.args[1], scope)
        if len(node.args) > 1 and builtin and name == "getattr" and isinstance(node.args[1], ast.Constant):
            return self._members(self.values(node.args[0], scope), str(node.args[1].value))
        return None

    def called(self, function: Value) -> Values:
        """What calling a value gives."""
        match function:
            case LibraryName(symbol):
                return frozenset({LibraryObject(symbol)}) if self._surface.has_class(symbol) else self._given_by(symbol)
            case LibraryMember(gives=given):
                return frozenset({given}) if given is not None else NOTHING
            case LocalClass(cls):
                return frozenset({LocalObject(cls)})
            case LocalFunction(node):
                return self._returned(node)
            case Returns(values):
                return values
            case _:
                return NOTHING

    def _given_by(self, symbol: str) -> Values:
        """What a function of the library returns, or a constant of it is."""
        module, _, name = symbol.rpartition(".")
        known = self._surface.module_name(module, name)
        given = known.gives if isinstance(known, Same | Gone) else None
        return frozenset({type_value(given)}) if given else NOTHING

    def _returned(self, node: ast.AST) -> Values:
        facts = self._anatomy.functions[node]
        yielded = self._union(facts.yields, facts.scope)
        yielded |= _joined(self.elements(self.values(expression, facts.scope)) for expression in facts.yields_from)
        found = self._union(facts.returns, facts.scope)
        if yielded:
            found |= container(yielded)
            if decorator_names(node) & {"contextmanager", "asynccontextmanager"}:
                found |= yielded
        return found

    def _subscript(self, node: ast.Subscript, scope: Scope) -> Values:
        bases = map(as_object, self.values(node.value, scope))
        if isinstance(node.slice, ast.Slice):
            return frozenset(value for value in bases if isinstance(value, Many | Several))
        return _joined(self._indexed(base, node.slice) for base in bases)

    def _indexed(self, base: Value, index: ast.expr) -> Values:
        match base:
            case Many(of):
                return of
            case Several(items):
                known = index.value if isinstance(index, ast.Constant) and isinstance(index.value, int) else None
                in_range = known is not None and -len(items) <= known < len(items)
                return items[known] if known is not None and in_range else _joined(items)
            case LibraryObject(cls):
                return self._items(cls)
            case _:
                return NOTHING

    def _items(self, cls: str) -> Values:
        named = self._surface.items(cls)
        return frozenset({type_value(named)}) if named else NOTHING

    def elements(self, values: Values) -> Values:
        """What iterating over any of the values gives."""
        found = frozenset[Value]()
        for value in map(as_object, values):
            match value:
                case Many(of, keyed):
                    found |= NOTHING if keyed else of
                case Several(items):
                    found |= _joined(items)
                case LibraryObject(cls):
                    found |= self._items(cls)
        return found

    # ---- bindings

    def _of_binding(self, binding: Binding, home: Scope) -> Values:
        match binding:
            case ModuleImported(module):
                return self.module_values(module)
            case NameImported(module, name, level):
                return self._imported_name(module, name, level)
            case Assigned(value, scope, steps):
                return self._through_steps(self.values(value, scope), steps)
            case Declared(annotation, scope):
                return self._annotated(annotation, scope)
            case Parameter():
                return self._parameter(binding, home)
            case Defined(node):
                return self._defined(node)
            case _:
                return NOTHING

    def _defined(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Values:
        if isinstance(node, ast.ClassDef):
            return frozenset({LocalClass(node)})
        if decorator_names(node) & {"property", "cached_property"}:
            return self._returned(node)
        return frozenset({LocalFunction(node)})

    def _imported_name(self, module: str, name: str, level: int) -> Values:
        if level == 0 and self._surface.is_old(module):
            return self._module_attribute(module, name)
        absolute = self.absolute_module(module, level)
        direct = self._reach.get(absolute, {}).get(name, NOTHING)
        submodule = f"{absolute}.{name}" if absolute else name
        return direct | self._reached_module(submodule)

    def _through_steps(self, values: Values, steps: tuple[Step | Item, ...]) -> Values:
        for step in steps:
            match step:
                case Step.ITERATE:
                    values = self.elements(values)
                case Step.REST:
                    values = container(self.elements(values))
                case Item(index):
                    values = _joined(self._element(as_object(value), index) for value in values)
                case Step.ENTER:
                    values = frozenset(value for value in map(as_object, values) if not isinstance(value, Many))
        return values

    def _element(self, value: Value, index: int) -> Values:
        if isinstance(value, Several):
            return value.items[index] if index < len(value.items) else NOTHING
        return self.elements(frozenset({value}))

    def _parameter(self, parameter: Parameter, home: Scope) -> Values:
        facts = self._anatomy.functions[parameter.function]
        found = NOTHING
        if parameter.argument.annotation is not None and not parameter.starred:
            found = self._annotated(parameter.argument.annotation, home.parent or home)
        if facts.owner is not None and parameter.index == 0 and "staticmethod" not in decorator_names(facts.node):
            return found | frozenset({LocalObject(facts.owner)})
        return found if parameter.starred else found | self._passed(parameter)

    def _annotated(self, annotation: ast.expr, scope: Scope) -> Values:
        found = frozenset[Value]()
        for expression, is_element in annotated_types(annotation):
            instances = _joined(self._instance(value) for value in self.values(expression, scope))
            found |= container(instances) if is_element and instances else instances
        return found

    def _instance(self, value: Value) -> Values:
        match value:
            case LibraryName(symbol) if self._surface.has_class(symbol):
                return frozenset({LibraryObject(symbol)})
            case LocalClass(cls):
                return frozenset({LocalObject(cls)})
            case _:
                return NOTHING

    def _passed(self, parameter: Parameter) -> Values:
        """The union of what this file's own calls of the function pass for the parameter."""
        found = frozenset[Value]()
        for call, scope, shift in self._call_sites(parameter.function):
            argument = _argument(call, parameter, shift)
            if argument is not None:
                found |= self.values(argument, scope)
        return found

    def _call_sites(self, function: FunctionNode) -> Iterator[tuple[ast.Call, Scope, int]]:
        """This file's calls of a function, each with how many parameters are filled by the object before the dot."""
        if isinstance(function, ast.Lambda):
            return
        owner = self._anatomy.functions[function].owner
        if owner is not None and function.name == "__init__":
            for call, scope in self._usage.calls.get(owner.name, ()):
                if LocalClass(owner) in self.values(call.func, scope):
                    yield call, scope, 1
        for call, scope in self._usage.calls.get(function.name, ()):
            if LocalFunction(function) in self.values(call.func, scope):
                yield call, scope, 1 if owner is not None and isinstance(call.func, ast.Attribute) else 0

    # ---- containers

    def _filled(self, found: Values, name: str, owner: Scope | ast.ClassDef) -> Values:
        """`found`, and where it is a container also what the file puts into it under this name."""
        fillings = self._usage.fillings.get(name, ())
        if not fillings or not any(isinstance(value, Many) for value in found):
            return found
        extra = _joined(self._put(filling) for filling in fillings if self._fills(filling, owner))
        return frozenset(Many(v.of | extra, v.keyed) if isinstance(v, Many) else v for v in found)

    def _put(self, filling: Filling) -> Values:
        given = self.values(filling.value, filling.scope)
        return self.elements(given) if filling.many else given

    def _fills(self, filling: Filling, owner: Scope | ast.ClassDef) -> bool:
        if isinstance(owner, Scope):
            return isinstance(filling.base, ast.Name) and filling.scope.home(filling.base.id) is owner
        if not isinstance(filling.base, ast.Attribute):
            return False
        return LocalObject(owner) in self.values(filling.base.value, filling.scope)


def type_value(named: str) -> Value:
    """The value that a pack's type name describes: `[X]` is a container of X."""
    if named.startswith("["):
        return Many(frozenset({type_value(named[1:-1])}))
    return LibraryObject(named)


def as_object(value: Value) -> Value:
    """A member that is used as an object is what it gives."""
    if isinstance(value, LibraryMember) and value.gives is not None:
        return value.gives
    return value


def _joined(sets: Iterable[Values]) -> Values:
    return frozenset[Value]().union(*sets)


def _argument(call: ast.Call, parameter: Parameter, shift: int) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == parameter.argument.arg:
            return keyword.value
    if parameter.index is None:
        return None
    index = parameter.index - shift
    if 0 <= index < len(call.args) and not any(isinstance(a, ast.Starred) for a in call.args[: index + 1]):
        return call.args[index]
    return None
