"""Answers that functions of the same file give back or take: followed to every call, where all of them can be seen."""

import ast
import builtins
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.rules.answers.decorators import hands_on
from bot.rules.answers.shapes import Later, Type, is_read_as_before, spelt
from bot.scan.facts import HandedOn
from bot.scan.passes import dotted_names
from bot.scan.scopes import Defined, Scope
from bot.scan.usage_index import last_name
from bot.scan.values import LocalFunction, LocalObject
from bot.vocabulary import Bail

if TYPE_CHECKING:
    from bot.rules.answers.flow import Flow

_MAKES = "__init__"


def returned_to(flow: "Flow", node: ast.expr) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, list[ast.Call]] | None:
    """The function that returns an expression, and all of its calls; None where one may be unseen."""
    found = _returned_to(flow, node)
    return found if found is not None and found[1] else None


def _returned_to(flow: "Flow", node: ast.expr) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, list[ast.Call]] | None:
    """The same, where no call may be in the file."""
    function = _around(flow, node)
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) or flow.anatomy.functions[function].yields:
        return None
    calls = _calls(flow, function)
    return (function, calls) if calls is not None else None


def returned(flow: "Flow", node: ast.expr, held: Type) -> bool:
    """`return answer`: whether each call of the function in this file is seen; then they are followed. Those of other
    files are looked at when all files are known.
    """
    found = _returned_to(flow, node)
    if found is None:
        return False
    function, calls = found
    for other in flow.anatomy.functions[function].returns:
        if other is not node:
            flow.promise(other, held)
    given = Later(held) if isinstance(function, ast.AsyncFunctionDef) else held
    as_dict = flow.made_dict(node, held) if not calls else None
    name = named_elsewhere(flow, function)
    handed = HandedOn(name=name, position=None, keyword=None, holds=spelt(given), as_dict=as_dict, called=bool(calls))
    for call in calls:
        flow.use(call, given)
    return flow.hand_on(handed)


def passed(flow: "Flow", node: ast.expr, parent: ast.AST, held: Type) -> bool:
    """An argument of a function: whether every call of one of this file passes such an answer, or it is read as before;
    then its reads are followed. One of another file is looked at when all files are known.
    """
    keyword = parent.arg if isinstance(parent, ast.keyword) else None
    call = flow.anatomy.parents[parent] if isinstance(parent, ast.keyword) else parent
    if not isinstance(call, ast.Call) or node is call.func:
        return False
    function = called(flow, call)
    if function is None:
        return _passed_elsewhere(flow, call, node, parent, held)
    parameter = _parameter(flow, function, call, node, keyword)
    calls = _calls(flow, function)
    if parameter is None:
        return False
    if is_read_as_before(held):
        if not hands_on(flow.anatomy, flow.names, function):
            return False
    elif not calls:
        return False
    else:
        _promised(flow, function, parameter, node, held, calls)
    flow.bind(parameter, parameter.arg, flow.anatomy.functions[function].scope, held)
    return True


def _promised(
    flow: "Flow",
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    parameter: ast.arg,
    node: ast.expr,
    held: Type,
    calls: list[ast.Call],
) -> None:
    """That every call passes such an answer."""
    flow.stays_within_file(named_elsewhere(flow, function))
    for other in calls:
        argument = _argument(flow, function, other, parameter)
        if argument is None:
            flow.problem(Bail.ANSWER_MIXED, other)
        elif argument is not node:
            flow.promise(argument, held)


def _passed_elsewhere(flow: "Flow", call: ast.Call, node: ast.expr, parent: ast.AST, held: Type) -> bool:
    """An argument of a function that is imported."""
    names = _dotted(flow, call)
    starred = any(isinstance(one, ast.Starred) for one in call.args)
    keyword = parent.arg if isinstance(parent, ast.keyword) else None
    if (
        flow.is_shown(node, parent)
        or len(names) != 1
        or "." not in names[0]
        or (keyword is None and (starred or node not in call.args))
    ):
        return False
    position = call.args.index(node) if keyword is None else None
    as_dict = flow.made_dict(node, held)
    return flow.hand_on(
        HandedOn(name=names[0], position=position, keyword=keyword, holds=spelt(held), as_dict=as_dict, called=True)
    )


def _dotted(flow: "Flow", call: ast.Call) -> list[str]:
    """What is called, with its module before; a name that nothing binds comes from the one module that is imported with
    a star.
    """
    first: ast.expr = call.func
    while isinstance(first, ast.Attribute):
        first = first.value
    if not isinstance(first, ast.Name):
        return []
    starred = list(flow.view.resolver.imports.starred_modules())
    home = flow.names.home(first)
    if first is call.func and home is None and len(starred) == 1 and not hasattr(builtins, first.id):
        return [f"{starred[0]}.{first.id}"]
    names = list(dotted_names(flow.view, call.func, flow.names.scope_of(first)))
    bindings = home.bindings[first.id] if home is not None else []
    return names if len(names) == len(bindings) else []


def named_elsewhere(flow: "Flow", function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """How another file would spell the use of a function; what it is read from comes before a method's name."""
    return function.name if flow.anatomy.functions[function].owner is None else f".{function.name}"


def _around(flow: "Flow", node: ast.AST) -> ast.AST | None:
    found: ast.AST | None = node
    while found is not None and found not in flow.anatomy.functions:
        found = flow.anatomy.parents.get(found)
    return found


def called(flow: "Flow", call: ast.Call) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The one function of the module that a name is bound to, or what makes objects of the one class."""
    if isinstance(call.func, ast.Attribute):
        return _method_called(flow, call.func)
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


def _method_called(flow: "Flow", read: ast.Attribute) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The one method of a class of the file that an attribute certainly is."""
    scopes = dict(flow.anatomy.attributes.get(read.attr, ()))
    scope = scopes.get(read)
    values = flow.view.resolver.values(read, scope) if scope is not None else frozenset()
    match tuple(values):
        case (LocalFunction(node=ast.FunctionDef() | ast.AsyncFunctionDef() as node),) if scope is not None:
            return node if _is_of(flow, node, read, scope) else None
        case _:
            return None


def _calls(flow: "Flow", function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.Call] | None:
    """Every call of a function in the file; None where it is used in another way, or may be called unseen."""
    facts = flow.anatomy.functions[function]
    home = facts.scope.parent
    if home is None or not hands_on(flow.anatomy, flow.names, function):
        return None
    if facts.owner is not None and function.name == _MAKES:
        return _called_by_name(flow, facts.owner.name, home.parent)
    return _method_calls(flow, function) if facts.owner is not None else _called_by_name(flow, function.name, home)


def _called_by_name(flow: "Flow", name: str, home: Scope | None) -> list[ast.Call] | None:
    """Every call of what one name of a scope stands for; None where that is used in another way, as a base class is."""
    if home is None or not _is_bound_once(name, home):
        return None
    reads = [read.node for read in flow.names.reads(name, home)]
    calls = [
        parent for read in reads if isinstance(parent := flow.anatomy.parents[read], ast.Call) and parent.func is read
    ]
    return calls if len(calls) == len(reads) else None


def _method_calls(flow: "Flow", function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.Call] | None:
    """Of a method that nothing in the file overrides, called on what is certainly of its class."""
    same = [one for one in flow.anatomy.functions if getattr(one, "name", None) == function.name]
    if function.name.endswith("__") or len(same) != 1:
        return None
    calls = []
    for read, scope in flow.anatomy.attributes.get(function.name, ()):
        call = flow.anatomy.parents[read]
        if not isinstance(call, ast.Call) or call.func is not read or not _is_of(flow, function, read, scope):
            return None
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


def _offset(flow: "Flow", function: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call) -> int | None:
    """How many parameters come before the first argument: `self` has none. None where that is not known."""
    if not isinstance(call.func, ast.Attribute):
        return 1 if function.name == _MAKES else 0
    decorators = {last_name(decorator) for decorator in function.decorator_list}
    if decorators & {"staticmethod", "classmethod"}:
        return 0 if "staticmethod" in decorators else 1
    scope = dict(flow.anatomy.attributes[call.func.attr])[call.func]
    resolver, receiver = flow.view.resolver, call.func.value
    if resolver.class_of_self(receiver, scope) is not None:
        return 1
    values = resolver.values(receiver, scope)
    return 1 if values and all(isinstance(value, LocalObject) for value in values) else None


def _parameter(
    flow: "Flow",
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    call: ast.Call,
    node: ast.expr,
    keyword: str | None,
) -> ast.arg | None:
    offset = _offset(flow, function, call)
    if offset is None or any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    if keyword is not None:
        every = (*_names(function), *function.args.kwonlyargs)
        return next((one for one in every if one.arg == keyword), None)
    positional = list(_names(function))
    index = next((i for i, one in enumerate(call.args) if one is node), len(positional)) + offset
    return positional[index] if index < len(positional) else None


def _argument(
    flow: "Flow", function: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call, parameter: ast.arg
) -> ast.expr | None:
    """What a call passes for a parameter; None where that cannot be seen or a default stands in for it."""
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        return None
    for keyword in call.keywords:
        if keyword.arg == parameter.arg:
            return keyword.value
    positional, offset = list(_names(function)), _offset(flow, function, call)
    index = positional.index(parameter) - offset if parameter in positional and offset is not None else -1
    return call.args[index] if 0 <= index < len(call.args) else None
