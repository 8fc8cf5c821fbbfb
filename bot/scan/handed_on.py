"""Builtins and library functions that hand on what they are given: what their result stands for.

Only callables whose result is the argument, its elements, or a container of them. Everything else is unknown.
"""

import ast
from collections.abc import Callable
from typing import TypeAlias

from bot.scan.values import NOTHING, Many, Several, Value, Values

Evaluate: TypeAlias = Callable[[ast.expr], Values]
Elements: TypeAlias = Callable[[Values], Values]
Handing: TypeAlias = Callable[[list[ast.expr], Evaluate, Elements], Values]


def container(of: Values, *, keyed: bool = False) -> Values:
    """A container of these values."""
    return frozenset({Many(of, keyed)})


def _itself(arguments: list[ast.expr], values: Evaluate, elements: Elements) -> Values:
    del elements
    return values(arguments[0])


def _same_elements(arguments: list[ast.expr], values: Evaluate, elements: Elements) -> Values:
    return container(elements(values(arguments[0])))


def _enumerated(arguments: list[ast.expr], values: Evaluate, elements: Elements) -> Values:
    return container(frozenset({Several((NOTHING, elements(values(arguments[0]))))}))


def _zipped(arguments: list[ast.expr], values: Evaluate, elements: Elements) -> Values:
    return container(frozenset({Several(tuple(elements(values(argument)) for argument in arguments))}))


def _next(arguments: list[ast.expr], values: Evaluate, elements: Elements) -> Values:
    return elements(values(arguments[0]))


def _filtered(arguments: list[ast.expr], values: Evaluate, elements: Elements) -> Values:
    return container(elements(values(arguments[-1])))


BUILTINS: dict[str, Handing] = {
    **dict.fromkeys(("list", "tuple", "set", "frozenset", "sorted", "reversed", "iter"), _same_elements),
    "enumerate": _enumerated,
    "zip": _zipped,
    "next": _next,
    "filter": _filtered,
}
"""By the builtin's own name, where nothing in the file binds it."""

IMPORTED: dict[str, Handing] = {
    **dict.fromkeys(("copy", "deepcopy", "closing", "aclosing", "enter_context", "enter_async_context"), _itself),
    **dict.fromkeys(("deque", "cycle"), _same_elements),
}
"""By the last name of the callable, however it was imported."""


def container_method(of: Values, name: str, whole: Many) -> Values | None:
    """What a method of a list or dict gives; None for a method that gives nothing that matters."""
    match name:
        case "values":
            return container(of)
        case "items":
            return container(frozenset[Value]({Several((NOTHING, of))}))
        case "copy":
            return frozenset({whole})
        case "pop" | "popleft" | "get" | "setdefault":
            return of
        case _:
            return None
