"""Whether an expression may be something else than what it is known to be of the library.

Asked for few expressions, so nothing is remembered; how far is looked is bounded.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeGuard

from bot.scan.binder import Anatomy
from bot.scan.scopes import Assigned, Binding, Scope, Step
from bot.scan.usage_index import UsageIndex
from bot.scan.values import Container, Filled, LocalFunction, LocalObject, Made, Site, Values

_MAXIMUM_LOOKS = 200
"""How many expressions are looked at; where these do not tell, there is no doubt."""


class Questions(Protocol):
    """What the resolver answers."""

    def values(self, expression: ast.AST, scope: Scope) -> Values:
        """What an expression may stand for."""

    def visible(self, name: ast.Name, scope: Scope) -> Sequence[Binding]:
        """The bindings that a name may stand for where it is read."""

    def caught(self, name: ast.Name) -> ast.expr | None:
        """What the handler around a name catches under that name."""

    def of_binding(self, binding: Binding, home: Scope) -> Values:
        """What a binding stands for."""


class Doubts:
    """Answers for one file."""

    def __init__(self, resolver: Questions, anatomy: Anatomy, usage: UsageIndex) -> None:
        self._resolver = resolver
        self._anatomy = anatomy
        self._usage = usage

    def about(self, expression: ast.expr, scope: Scope) -> bool:
        """Whether the expression may be something that nothing of the library is in, None aside."""
        looked_at = set[ast.expr]()
        open_ones = [(expression, scope)]
        while open_ones and len(looked_at) < _MAXIMUM_LOOKS:
            one, around = open_ones.pop()
            if one in looked_at or (isinstance(one, ast.Constant) and one.value is None):
                continue
            looked_at.add(one)
            bindings = self._bindings(one, around)
            if not self._resolver.values(one, around) or any(map(self._is_another, bindings)):
                return True
            open_ones += [(binding.value, binding.scope) for binding, _ in bindings if _is_whole(binding)]
            open_ones += self._parts(one, around)
        return False

    def _is_another(self, bound: tuple[Binding, Scope]) -> bool:
        binding, home = bound
        return not _is_whole(binding) and not self._resolver.of_binding(binding, home)

    def _bindings(self, expression: ast.expr, scope: Scope) -> list[tuple[Binding, Scope]]:
        """What a name, or an attribute of an object of the file's own, is bound to."""
        match expression:
            case ast.Name(id=name):
                caught = self._resolver.caught(expression) if name in self._anatomy.caught else None
                home = scope.home(name) if caught is None else None
                bound = self._resolver.visible(expression, scope) if home is not None else ()
                return [(one, home) for one in bound[:_MAXIMUM_LOOKS]] if home is not None else []
            case ast.Attribute(value=value, attr=name):
                owners = [one.node for one in self._resolver.values(value, scope) if isinstance(one, LocalObject)]
                return [(one, scope) for owner in owners for one in self._usage.attributes.get((owner, name), ())]
            case _:
                return []

    def _parts(self, expression: ast.expr, scope: Scope) -> Iterator[tuple[ast.expr, Scope]]:
        """The expressions that another one is one of."""
        match expression:
            case ast.IfExp(body=body, orelse=orelse):
                yield from ((body, scope), (orelse, scope))
            case ast.BoolOp(values=operands):
                yield from ((operand, scope) for operand in operands)
            case ast.Await(value=value) | ast.NamedExpr(value=value):
                yield value, scope
            case ast.Call(func=function):
                for called in self._resolver.values(function, scope):
                    if isinstance(called, LocalFunction):
                        facts = self._anatomy.functions[called.node]
                        yield from ((one, facts.scope) for one in (*facts.returns, *facts.yields))
            case ast.Subscript(value=value):
                for held in self._resolver.values(value, scope):
                    if isinstance(held, Container):
                        yield from self._held(held.site)

    def _held(self, site: Site) -> Iterator[tuple[ast.expr, Scope]]:
        match site:
            case Made(
                ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items) | ast.Dict(values=items), scope
            ):
                yield from ((item, scope) for item in items)
            case Filled(name):
                yield from ((one.value, one.scope) for one in self._usage.fillings.get(name, ()) if not one.many)


def _is_whole(binding: Binding) -> TypeGuard[Assigned]:
    """Whether the name stands for the value as it is assigned, not for something inside it."""
    return isinstance(binding, Assigned) and all(step is Step.ENTER for step in binding.steps)
