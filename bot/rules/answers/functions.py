"""Answers that functions of the same file give back or take: followed to every call, where all of them can be seen."""

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.rules.answers.decorators import hands_on
from bot.rules.answers.shapes import Later, Type
from bot.scan.scopes import Defined, Scope
from bot.scan.values import LocalFunction
from bot.vocabulary import Bail

if TYPE_CHECKING:
    from bot.rules.answers.flow import Flow

_MAKES = "__init__"


def returned_to(flow: "Flow", node: ast.expr) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, list[ast.Call]] | None:
    """The function that returns an expression, and all of its calls; None where one may be unseen."""
    function = _around(flow, node)
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) or flow.anatomy.functions[function].yields:
        return None
    calls = _calls(flow, function)
    return (function, calls) if calls else None


def returned(flow: "Flow", node: ast.expr, held: Type) -> bool:
    """`return answer`: whether each call of the function is seen; then they are followed."""
    found = returned_to(flow, node)
    if found is None:
        return False
    function, calls = found
    flow.stays_within_file(_spelt(flow, function))
    for other in flow.anatomy.functions[function].returns:
        if other is not node:
            flow.promise(other, held)
    for call in calls:
        flow.use(call, Later(held) if isinstance(function, ast.AsyncFunctionDef) else held)
    return True


def passed(flow: "Flow", node: ast.expr, parent: ast.AST, held: Type) -> bool:
    """An argument of a function of this file: whether every call passes such an answer; then its reads are followed."""
    keyword = parent.arg if isinstance(parent, ast.keyword) else None
    call = flow.anatomy.parents[parent] if isinstance(parent, ast.keyword) else parent
    if not isinstance(call, ast.Call) or node is call.func:
        return False
    function = _called(flow, call)
    if function is None:
        return False
    parameter = _parameter(function, call, node, keyword)
    calls = _calls(flow, function)
    if parameter is None or not calls:
        return False
    flow.stays_within_file(_spelt(flow, function))
    for other in calls:
        argument = _argument(function, other, parameter)
        if argument is None:
            flow.problem(Bail.ANSWER_MIXED, other)
        elif argument is not node:
            flow.promise(argument, held)
    flow.bind(parameter, parameter.arg, flow.anatomy.functions[function].scope, held)
    return True


def _spelt(flow: "Flow", function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """How another file would spell the use of a function; what it is read from comes before a method's name."""
    return function.name if flow.anatomy.functions[function].owner is None else f".{function.name}"


def _around(flow: "Flow", node: ast.AST) -> ast.AST | None:
    found: ast.AST | None = node
    while found is not None and found not in flow.anatomy.functions:
        found = flow.anatomy.parents.get(found)
    return found


def _called(flow: "Flow", call: ast.Call) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The one function of the module that a name is bound to, or what makes objects of the one class."""
    if not isinstance(call.func, ast.Name):
        return None
    home = flow.names.home(call.func)
    bindings = home.bindings[call.func.id] if home is not None else []
    match bindings:
        case [Defined(node=ast.FunctionDef() | ast.AsyncFunctionDef() as node)]:
            return node
        case [Defined(node=ast.ClassDef(decorator_list=[]) as cls)]:
            return next((one for one in cls.body if isinstance(one, ast.FunctionDef) and one.name == _MAKES), None)
        case _:
            return None


def _calls(flow: "Flow", function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.Call]:
    """Every call of a function; none where it is used in another way, or may be called unseen."""
    facts = flow.anatomy.functions[function]
    home = facts.scope.parent
    if home is None or not hands_on(flow.anatomy, flow.names, function):
        return []
    if facts.owner is not None and function.name == _MAKES:
        return _called_by_name(flow, facts.owner.name, home.parent)
    return _method_calls(flow, function) if facts.owner is not None else _called_by_name(flow, function.name, home)


def _called_by_name(flow: "Flow", name: str, home: Scope | None) -> list[ast.Call]:
    """Every call of what one name of a scope stands for; none where that is used in another way, as a base class is."""
    if home is None or not _is_bound_once(name, home):
        return []
    reads = [read.node for read in flow.names.reads(name, home)]
    calls = [
        parent for read in reads if isinstance(parent := flow.anatomy.parents[read], ast.Call) and parent.func is read
    ]
    return calls if len(calls) == len(reads) else []


def _method_calls(flow: "Flow", function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.Call]:
    """Of a method that nothing in the file overrides, called on what is certainly of its class."""
    same = [one for one in flow.anatomy.functions if getattr(one, "name", None) == function.name]
    if function.name.endswith("__") or len(same) != 1:
        return []
    calls = []
    for read, scope in flow.anatomy.attributes.get(function.name, ()):
        call = flow.anatomy.parents[read]
        if not isinstance(call, ast.Call) or call.func is not read or not _is_of(flow, function, read, scope):
            return []
        calls.append(call)
    return calls


def _is_of(flow: "Flow", function: ast.FunctionDef | ast.AsyncFunctionDef, read: ast.Attribute, scope: Scope) -> bool:
    """Whether the attribute is the method, and nothing else."""
    values = flow.view.resolver.values(read, scope)
    return values == frozenset({LocalFunction(function)}) and not flow.view.resolver.may_be_another(read.value, scope)


def _is_bound_once(name: str, home: Scope) -> bool:
    return len(home.bindings.get(name, ())) == 1


def _names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.arg]:
    yield from (*function.args.posonlyargs, *function.args.args)


def _offset(function: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call) -> int:
    """How many parameters come before the first argument: `self` has none."""
    return 1 if isinstance(call.func, ast.Attribute) or function.name == _MAKES else 0


def _parameter(
    function: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call, node: ast.expr, keyword: str | None
) -> ast.arg | None:
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    if keyword is not None:
        every = (*_names(function), *function.args.kwonlyargs)
        return next((one for one in every if one.arg == keyword), None)
    positional = list(_names(function))
    index = next((i for i, one in enumerate(call.args) if one is node), len(positional)) + _offset(function, call)
    return positional[index] if index < len(positional) else None


def _argument(function: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call, parameter: ast.arg) -> ast.expr | None:
    """What a call passes for a parameter; None where that cannot be seen or a default stands in for it."""
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        return None
    for keyword in call.keywords:
        if keyword.arg == parameter.arg:
            return keyword.value
    positional = list(_names(function))
    index = positional.index(parameter) - _offset(function, call) if parameter in positional else -1
    return call.args[index] if 0 <= index < len(call.args) else None
