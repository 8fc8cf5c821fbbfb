"""What a parameter may stand for: its annotation is the resolver's affair, what calls pass for it is worked out here.

Calls are this file's own: direct ones, `submit(function, argument)` and its like, `map(lambda page: …, pages)`; and
what other files are known to pass.
"""

import ast
from collections.abc import Iterator
from typing import Protocol

from bot.scan.binder import Anatomy
from bot.scan.reach import Reach
from bot.scan.scopes import Declared, FunctionNode, Parameter, Scope
from bot.scan.usage_index import UsageIndex, last_name
from bot.scan.values import NOTHING, LocalClass, LocalFunction, Values, joined

MAPPERS = frozenset({"map", "filter", "starmap", "imap", "imap_unordered", "flat_map"})
"""Callables whose first argument is called with the elements of the others."""

SORTERS = frozenset({"sorted", "sort", "min", "max", "groupby", "nlargest", "nsmallest"})
"""Callables whose `key` is called with the elements of what they sort."""


class Questions(Protocol):
    """What the resolver answers."""

    def values(self, expression: ast.AST, scope: Scope) -> Values:
        """What an expression may stand for."""

    def elements(self, values: Values) -> Values:
        """What iterating over any of the values gives."""


class Arguments:
    """Answers for one file."""

    def __init__(self, resolver: Questions, anatomy: Anatomy, usage: UsageIndex, reach: Reach) -> None:
        self._resolver = resolver
        self._anatomy = anatomy
        self._usage = usage
        self._reach = reach

    def passed(self, parameter: Parameter) -> Values:
        """Everything that calls are seen to pass for the parameter."""
        function = parameter.function
        if isinstance(function, ast.Lambda):
            return self._of_lambda(function, parameter)
        direct = joined(
            self._resolver.values(argument, scope)
            for call, scope, shift in self._call_sites(function)
            if (argument := argument_of(call, parameter.index, parameter.argument.arg, shift)) is not None
        )
        return direct | self._handed(function, parameter) | self.given(parameter)

    def given(self, parameter: Parameter) -> Values:
        """What calls in other files pass for the parameter."""
        if not self._reach.gives:
            return NOTHING
        facts = self._anatomy.functions[parameter.function]
        callee, index, name = facts.scope.qualified_name, parameter.index, parameter.argument.arg
        found = self._reach.given(callee, index, name)
        if facts.owner is None or not callee.endswith(".__init__"):
            return found
        return found | self._reach.given(callee.removesuffix(".__init__"), None if index is None else index - 1, name)

    def field(self, cls: ast.ClassDef, name: str) -> Values:
        """What calls of a class without a constructor of its own pass for a field that it declares: a dataclass, a
        named tuple, a model.
        """
        bindings = self._anatomy.classes[cls].bindings
        if "__init__" in bindings or name not in bindings:
            return NOTHING
        fields = [field for field, found in bindings.items() if any(isinstance(one, Declared) for one in found)]
        if name not in fields:
            return NOTHING
        return joined(
            self._resolver.values(argument, scope)
            for call, scope in self._usage.calls.get(cls.name, ())
            if (argument := argument_of(call, fields.index(name), name, 0)) is not None
            and LocalClass(cls) in self._resolver.values(call.func, scope)
        )

    def gathered(self, function: ast.AST, *, mapping: bool) -> Values:
        """What calls pass for `*arguments`, or for `**keywords`."""
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            return NOTHING
        positional = len(function.args.posonlyargs) + len(function.args.args)
        named = set(names_given(function))
        found = NOTHING
        for call, scope, shift in self._call_sites(function):
            if mapping:
                rest = [word.value for word in call.keywords if word.arg is not None and word.arg not in named]
            else:
                rest = call.args[max(0, positional - shift) :]
            found |= joined(self._resolver.values(argument, scope) for argument in rest)
        return found

    def _call_sites(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[ast.Call, Scope, int]]:
        """This file's calls of a function, each with how many parameters are filled by the object before the dot."""
        owner = self._anatomy.functions[function].owner
        if owner is not None and function.name == "__init__":
            for call, scope in self._usage.calls.get(owner.name, ()):
                if LocalClass(owner) in self._resolver.values(call.func, scope):
                    yield call, scope, 1
        for call, scope in self._usage.calls.get(function.name, ()):
            if LocalFunction(function) in self._resolver.values(call.func, scope):
                yield call, scope, 1 if owner is not None and isinstance(call.func, ast.Attribute) else 0

    def _handed(self, function: ast.FunctionDef | ast.AsyncFunctionDef, parameter: Parameter) -> Values:
        """What is passed beside the function itself, to something that calls it: `submit(function, argument)`."""
        owner = self._anatomy.functions[function].owner
        found = NOTHING
        for call, scope, place in self._usage.handed.get(function.name, ()):
            handed = call.args[place] if place is not None else _target(call)
            if handed is None or LocalFunction(function) not in self._resolver.values(handed, scope):
                continue
            shift = 1 if owner is not None and isinstance(handed, ast.Attribute) else 0
            found |= self._beside(call, scope, place, parameter, shift)
        return found

    def _beside(self, call: ast.Call, scope: Scope, place: int | None, parameter: Parameter, shift: int) -> Values:
        index = None if parameter.index is None else parameter.index - shift
        if place is None:
            return joined(self._resolver.values(one, scope) for one in _thread_arguments(call, index, parameter))
        argument = argument_of(call, index, parameter.argument.arg, -(place + 1))
        found = self._resolver.values(argument, scope) if argument is not None else NOTHING
        return self._resolver.elements(found) if last_name(call) in MAPPERS else found

    def _of_lambda(self, function: ast.Lambda, parameter: Parameter) -> Values:
        parent = self._anatomy.parents.get(function)
        if isinstance(parent, ast.keyword) and parent.arg == "key":
            call = self._anatomy.parents.get(parent)
            if isinstance(call, ast.Call) and last_name(call) in SORTERS:
                return self._elements(_sorted(call), self._anatomy.functions[function].scope.parent)
        if isinstance(parent, ast.Call) and last_name(parent) in MAPPERS and parent.args[:1] == [function]:
            argument = argument_of(parent, parameter.index, "", -1)
            return self._elements(argument, self._anatomy.functions[function].scope.parent)
        return NOTHING

    def _elements(self, argument: ast.expr | None, scope: Scope | None) -> Values:
        if argument is None or scope is None:
            return NOTHING
        return self._resolver.elements(self._resolver.values(argument, scope))


def argument_of(call: ast.Call, index: int | None, name: str, shift: int) -> ast.expr | None:
    """What a call passes for a parameter; `shift` is how many parameters come before the call's first argument."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    place = index - shift if index is not None else -1
    if 0 <= place < len(call.args) and not any(isinstance(a, ast.Starred) for a in call.args[: place + 1]):
        return call.args[place]
    return None


def _sorted(call: ast.Call) -> ast.expr | None:
    """What a call sorts: its last argument without a name (`nlargest(n, things)`), or what stands before `.sort`."""
    if call.args:
        return call.args[-1]
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def _target(call: ast.Call) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == "target"), None)


def _thread_arguments(call: ast.Call, index: int | None, parameter: Parameter) -> Iterator[ast.expr]:
    """Of `Thread(target=function, args=(…), kwargs={…})`."""
    for keyword in call.keywords:
        match keyword:
            case ast.keyword(arg="args", value=ast.Tuple(elts=items) | ast.List(elts=items)):
                if index is not None and 0 <= index < len(items):
                    yield items[index]
            case ast.keyword(arg="kwargs", value=ast.Dict(keys=keys, values=values)):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and key.value == parameter.argument.arg:
                        yield value


def default_of(parameter: Parameter) -> ast.expr | None:
    """The value that a parameter has where a call passes none."""
    arguments = parameter.function.args
    if parameter.index is None:
        names = [argument.arg for argument in arguments.kwonlyargs]
        return arguments.kw_defaults[names.index(parameter.argument.arg)] if parameter.argument.arg in names else None
    from_end = parameter.index - len(arguments.posonlyargs) - len(arguments.args)
    return arguments.defaults[from_end] if -from_end <= len(arguments.defaults) else None


def names_given(function: FunctionNode) -> list[str]:
    """The names of the parameters that a call can fill by itself."""
    arguments = function.args
    return [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def names_filled(function: FunctionNode) -> list[str]:
    """The names of all parameters, those that gather the rest too."""
    gathering = (function.args.vararg, function.args.kwarg)
    return [*names_given(function), *(argument.arg for argument in gathering if argument is not None)]
