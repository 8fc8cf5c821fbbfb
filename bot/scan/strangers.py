"""Receivers that certainly come out of another module: what that one makes is not the library's.

Told by imported names, and by what their calls give as long as nothing that may lead to the library is passed to them.
Whether such a module is of the repository itself, so that nothing is certain after all, is for the survey to say.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from bot.packs.schema import is_within
from bot.packs.surface import SurfaceIndex
from bot.scan.annotations import annotated_types
from bot.scan.binder import Anatomy
from bot.scan.imports import Imports
from bot.scan.interest import Interest
from bot.scan.scopes import Assigned, Binding, Declared, ModuleImported, NameImported, Parameter, Scope, Step
from bot.scan.usage_index import UsageIndex
from bot.scan.values import Container, Fixed, LocalObject, RepositoryName, Value, Values

_MAXIMUM_LOOKS = 50

_HAND_ON = frozenset(
    {
        "asyncio", "collections", "concurrent", "contextlib", "contextvars", "copy", "dataclasses", "dill", "flask",
        "functools", "importlib", "itertools", "joblib", "mock", "multiprocessing", "operator", "pickle", "pytest",
        "pytest_mock", "queue", "shelve", "streamlit", "threading", "types", "typing", "unittest", "weakref",
    }
)  # fmt: skip
"""Modules whose objects hold, hand on or stand in for anything."""

_TAKE_OUT = frozenset({"get", "get_nowait", "pop", "popleft", "popitem", "result", "resolve", "load", "loads", "value"})
"""Methods that may give what somebody put in before."""


class Questions(Protocol):
    """What the resolver answers."""

    imports: Imports

    @property
    def interest(self) -> Interest:
        """Which expressions may lead to the library."""

    def values(self, expression: ast.AST, scope: Scope) -> Values:
        """What an expression may stand for."""

    def visible(self, name: ast.Name, scope: Scope) -> Sequence[Binding]:
        """The bindings that a name may stand for where it is read."""

    def of_binding(self, binding: Binding, home: Scope) -> Values:
        """What a binding stands for."""

    def held(self, value: Value) -> Values:
        """What is directly inside a value."""


class Trail(NamedTuple):
    """An expression that the receiver comes out of. `kept` tells that an attribute of what it stands for was read, in
    which anybody may keep anything; `named` that it only leads to a class, as modules do; `whole` that the receiver is
    an instance of it, not what a method or an item gave.
    """

    node: ast.AST
    scope: Scope
    kept: bool = False
    named: bool = False
    whole: bool = True


class Strangers:
    """Answers for one file."""

    def __init__(self, resolver: Questions, anatomy: Anatomy, usage: UsageIndex, surface: SurfaceIndex) -> None:
        self._resolver = resolver
        self._anatomy = anatomy
        self._usage = usage
        self._new = surface.pack.new.modules

    def origins(self, expression: ast.expr, scope: Scope) -> tuple[str, ...]:
        """The modules out of which the expression certainly comes, sorted; empty where that is not known. Where it is
        what a name of one gives when called, or an instance of it, the name is told as well: `module:Name`; a dot in
        front marks what was imported relatively, and so is of the repository.
        """
        modules, seen, open_ones = set[str](), set[Trail](), [Trail(expression, scope)]
        while open_ones:
            trail = open_ones.pop()
            if trail not in seen:
                seen.add(trail)
                further = self._further(trail, modules)
                if further is None or len(seen) > _MAXIMUM_LOOKS:
                    return ()
                open_ones += further
        return tuple(sorted(modules))

    def _further(self, trail: Trail, modules: set[str]) -> list[Trail] | None:
        """What an expression comes out of in its turn; None where that is not known. Modules are added to the set."""
        match trail.node:
            case ast.Constant():
                return []
            case ast.Name() as name:
                return self._of_bindings(self._resolver.visible(name, trail.scope), trail, modules)
            case ast.IfExp(body=body, orelse=orelse):
                return [trail._replace(node=body), trail._replace(node=orelse)]
            case ast.BoolOp(values=operands):
                return [trail._replace(node=operand) for operand in operands]
            case ast.Await(value=value) | ast.NamedExpr(value=value):
                return [trail._replace(node=value)]
            case ast.Subscript(value=value):
                return [trail._replace(node=value, whole=False)]
            case ast.Call() as call:
                return self._of_call(call, trail)
            case ast.Attribute() as attribute:
                return self._of_attribute(attribute, trail, modules)
            case _:
                return None

    def _of_call(self, call: ast.Call, trail: Trail) -> list[Trail] | None:
        given = (*call.args, *(keyword.value for keyword in call.keywords))
        if any(self._may_be_handed_on(argument, trail.scope) for argument in given):
            return None
        match call.func:
            case ast.Attribute(value=value, attr=name) if name not in _TAKE_OUT:
                return [trail._replace(node=value, named=trail.named or name[:1].isupper(), whole=False)]
            case ast.Name():
                return [trail._replace(node=call.func)]
            case _:
                return None

    def _may_be_handed_on(self, argument: ast.expr, scope: Scope) -> bool:
        """Whether something of the library may be, or come out of, what is passed."""
        if not self._resolver.interest.matters(argument) or isinstance(argument, ast.JoinedStr):
            return False
        if not isinstance(argument, ast.Name | ast.Attribute):
            return True
        open_ones, seen = list(self._resolver.values(argument, scope)), set[Value]()
        while open_ones:
            value = open_ones.pop()
            if not isinstance(value, Container | Fixed) or len(seen) > _MAXIMUM_LOOKS:
                return True
            if value not in seen:
                seen.add(value)
                open_ones += self._resolver.held(value)
        return False

    def _of_attribute(self, node: ast.Attribute, trail: Trail, modules: set[str]) -> list[Trail] | None:
        owners = [one.node for one in self._resolver.values(node.value, trail.scope) if isinstance(one, LocalObject)]
        if owners:
            kept = [one for owner in owners for one in self._usage.attributes.get((owner, node.attr), ())]
            return self._of_bindings(kept, trail, modules)
        named = trail.named or node.attr[:1].isupper()
        return [trail._replace(node=node.value, named=named, kept=trail.kept or not named, whole=False)]

    def _of_bindings(self, bindings: Iterable[Binding], trail: Trail, modules: set[str]) -> list[Trail] | None:
        further, bindings = list[Trail](), list(bindings)
        for binding in bindings:
            match binding:
                case ModuleImported() | NameImported():
                    origin = self._origin(binding, trail)
                    if origin is None:
                        return None
                    modules.add(origin)
                case Assigned(value, scope, steps):
                    whole = trail.whole and all(step is Step.ENTER for step in steps)
                    further.append(trail._replace(node=value, scope=scope, whole=whole))
                case Declared(annotation, scope):
                    further += _types(annotation, scope)
                case Parameter(function=function, argument=ast.arg(annotation=ast.expr() as annotation)):
                    scope = self._anatomy.functions[function].scope
                    further += _types(annotation, scope.parent or scope)
                case _:
                    return None
        return further if bindings else None

    def _origin(self, binding: ModuleImported | NameImported, trail: Trail) -> str | None:
        """Where an imported name comes from; None where that is the library, or where it may hold anything."""
        values = self._resolver.of_binding(binding, trail.scope)
        if isinstance(binding, ModuleImported):
            return binding.module if not values and self._may_tell(binding.module, trail) else None
        full = f"{binding.module}.{binding.name}"
        if full in self._new:
            return full
        # What leads to the library through an attribute is not the library's itself.
        if not all(isinstance(value, RepositoryName) and trail.whole for value in values):
            return None
        module = self._resolver.imports.absolute(binding.module, binding.level)
        if not self._may_tell(module, trail):
            return None
        return f"{'.' * bool(binding.level)}{module}" + (f":{binding.name}" if trail.whole else "")

    def _may_tell(self, module: str, trail: Trail) -> bool:
        is_new = any(is_within(module, new) for new in self._new)
        return is_new or not (trail.kept or module.split(".", maxsplit=1)[0] in _HAND_ON)


def _types(annotation: ast.expr, scope: Scope) -> Iterator[Trail]:
    return (Trail(expression, scope) for expression, _ in annotated_types(annotation))
