"""Decorators after which a call of a function gives what the function gave, and gets what the call passes."""

import ast
from collections.abc import Iterator
from typing import TypeAlias

from bot.rules.answers.names import Names
from bot.scan.binder import Anatomy
from bot.scan.scopes import Defined
from bot.scan.usage_index import last_name

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_HANDS_ON = frozenset(
    {
        *("retry", "on_exception", "on_predicate"),
        *("staticmethod", "classmethod", "cache", "lru_cache"),
        *("cache_resource", "cache_data"),
    }
)
"""Of retrying libraries, of Python itself, and of streamlit."""


def hands_on(anatomy: Anatomy, names: Names, function: Function) -> bool:
    """Whether all decorators of a function do; one of this file does where its inner function calls on alike."""
    return all(
        last_name(decorator) in _HANDS_ON or _is_own(anatomy, names, decorator) for decorator in function.decorator_list
    )


def _is_own(anatomy: Anatomy, names: Names, decorator: ast.expr) -> bool:
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    function = _function(names, made)
    if function is not None and isinstance(decorator, ast.Call):
        function = _given_back(anatomy, function)
    if function is None or len(function.args.args) < 1:
        return False
    inner = _given_back(anatomy, function)
    return inner is not None and _calls_on(anatomy, inner, function.args.args[0].arg)


def _function(names: Names, name: ast.expr) -> Function | None:
    home = names.home(name) if isinstance(name, ast.Name) else None
    bindings = home.bindings[name.id] if home is not None and isinstance(name, ast.Name) else []
    match bindings:
        case [Defined(node=ast.FunctionDef() as node)]:
            return node
        case _:
            return None


def _given_back(anatomy: Anatomy, function: Function) -> Function | None:
    """The inner function that a function returns, and nothing else."""
    match anatomy.functions[function].returns:
        case [ast.Name(id=name)]:
            found = [one for one in function.body if isinstance(one, Function)]
            return next((one for one in found if one.name == name), None)
        case _:
            return None


def _calls_on(anatomy: Anatomy, inner: Function, called: str) -> bool:
    """Whether the function returns only what the decorated one gives for the same arguments, or nothing."""
    facts = anatomy.functions[inner]
    arguments = inner.args
    if facts.yields or facts.yields_from or arguments.vararg is None or arguments.kwarg is None or arguments.args:
        return False
    stored = {one.id for one in _stored(inner)}
    gathered = {arguments.vararg.arg, arguments.kwarg.arg}
    if stored & {called, *gathered} or not _is_passed_alone(anatomy, inner, called, arguments.kwarg.arg):
        return False
    given = [one for one in facts.returns if not (isinstance(one, ast.Constant) and one.value is None)]
    return bool(given) and all(_is_same_call(one, called, arguments.vararg.arg, arguments.kwarg.arg) for one in given)


def _is_passed_alone(anatomy: Anatomy, inner: Function, called: str, named: str) -> bool:
    """Whether the named arguments are only passed on: nothing puts one in, or looks for one that may be renamed."""
    for node in ast.walk(inner):
        if isinstance(node, ast.Name) and node.id == named:
            call = anatomy.parents.get(anatomy.parents[node])
            function = call.func if isinstance(call, ast.Call) else None
            if not isinstance(function, ast.Name) or function.id != called:
                return False
    return True


def _stored(inner: Function) -> Iterator[ast.Name]:
    return (one for one in ast.walk(inner) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))


def _is_same_call(expression: ast.expr, called: str, positional: str, named: str) -> bool:
    if isinstance(expression, ast.Await):
        expression = expression.value
    match expression:
        case ast.Call(
            func=ast.Name(id=function),
            args=[ast.Starred(value=ast.Name(id=first))],
            keywords=[ast.keyword(arg=None, value=ast.Name(id=second))],
        ):
            return (function, first, second) == (called, positional, named)
        case _:
            return False
