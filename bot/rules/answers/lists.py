"""Parts of an answer that are put among dicts of the program's own, and lists that are put in order."""

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.packs.builtin_members import BUILTIN_MEMBERS
from bot.rules.answers.shapes import Many, Stream, Type
from bot.scan.scopes import Assigned, Binding, Declared
from bot.scan.usage_index import last_name

if TYPE_CHECKING:
    from bot.rules.answers.flow import Flow

_SHOWN_BY = frozenset({"print", "pprint", "str", "repr", "format", "dumps", "dump"})
_MESSAGES = "messages"


def kept_as_dict(flow: "Flow", node: ast.expr, parent: ast.AST) -> bool:
    """A message that joins others, all dicts: it becomes one."""
    understood = joins_dicts(flow, node, parent)
    if understood:
        end = flow.view.end(node)
        flow.edit(end, end, ".to_dict()")
    return understood


def joins_dicts(flow: "Flow", node: ast.expr, parent: ast.AST) -> bool:
    """Whether a message joins others that are dicts: `messages.append(answer)`, `[*messages, answer]`."""
    match parent:
        case ast.Call(func=ast.Attribute(attr="append", value=container), args=[one]) if one is node:
            return _holds_dicts(flow, container)
        case ast.List(elts=elements) if isinstance(parent.ctx, ast.Load):
            return any(isinstance(element, ast.Dict) for element in elements) or _is_sent(flow, parent)
        case _:
            return False


def gathered(flow: "Flow", container: ast.Name, held: Type) -> bool:
    """`answers.append(answer)`: whether the list holds nothing else, and each use of it is seen."""
    home = flow.names.home(container)
    if home is None or not all(_is_empty_list(binding) for binding in home.bindings[container.id]):
        return False
    for read in flow.names.reads(container.id, home):
        parent = flow.anatomy.parents[read.node]
        call = flow.anatomy.parents[parent] if isinstance(parent, ast.Attribute) else None
        match call:
            case ast.Call(func=ast.Attribute(attr="append" | "extend" as method), args=[one]) if call.func is parent:
                flow.promise(one, held if method == "append" else Many(held))
            case _:
                flow.use(read.node, Many(held))
    return True


def _is_empty_list(binding: Binding) -> bool:
    match binding:
        case Assigned(value=ast.List(elts=[]), steps=()) | Assigned(node=ast.AugAssign()):
            return True
        case Assigned(value=ast.Call(func=ast.Name(id="list"), args=[], keywords=[]), steps=()):
            return True
        case _:
            return isinstance(binding, Declared)


def orders_by_part(flow: "Flow", call: ast.Call, held: Many) -> bool:
    """`sorted(answers, key=lambda answer: …)`: what the key reads is followed."""
    for keyword in call.keywords:
        match keyword:
            case ast.keyword(arg="key", value=ast.Lambda(args=ast.arguments(args=[argument])) as key):
                flow.bind(argument, argument.arg, flow.anatomy.functions[key].scope, held.of)
            case ast.keyword(arg="reverse"):
                pass
            case _:
                return False
    return len(call.args) == 1


def mapped(flow: "Flow", call: ast.Call, function: ast.Lambda, held: Many) -> bool:
    """`map(lambda answer: …, answers)` and `filter`: what the function reads is followed."""
    match function.args:
        case ast.arguments(args=[argument], vararg=None, kwarg=None, kwonlyargs=[], posonlyargs=[]):
            flow.bind(argument, argument.arg, flow.anatomy.functions[function].scope, held.of)
        case _:
            return False
    if isinstance(call.func, ast.Name) and call.func.id == "filter":
        flow.use(call, Stream(held.of))
    return True


def _is_sent(flow: "Flow", display: ast.AST) -> bool:
    parent = flow.anatomy.parents.get(display)
    return isinstance(parent, ast.keyword) and parent.arg == _MESSAGES


def _holds_dicts(flow: "Flow", container: ast.expr) -> bool:
    """Whether the list holds dicts besides, and nothing reads its elements in another way or shows it as a whole."""
    places = list(_places(flow, container))
    if not places or any(_is_shown(flow, place) or _is_read_by_attribute(flow, place) for place in places):
        return False
    return any(_is_sent(flow, place) or _is_given_dict(flow, place) for place in places) or _starts_with_dicts(
        flow, container
    )


def _places(flow: "Flow", container: ast.expr) -> Iterator[ast.expr]:
    """Where the same list is used, by its spelling."""
    match container:
        case ast.Name(id=name):
            home = flow.names.home(container)
            yield from (read.node for read in (flow.names.reads(name, home) if home is not None else ()))
        case ast.Attribute(attr=name):
            spelt = ast.dump(container)
            yield from (one for one, _ in flow.anatomy.attributes.get(name, ()) if ast.dump(one) == spelt)


def _is_shown(flow: "Flow", place: ast.expr) -> bool:
    parent = flow.anatomy.parents.get(place)
    shown = isinstance(parent, ast.Call) and place in parent.args and last_name(parent) in _SHOWN_BY
    return shown or isinstance(parent, ast.FormattedValue)


def _is_read_by_attribute(flow: "Flow", place: ast.expr) -> bool:
    """Whether an element of the list is read like an object: `messages[-1].content`, `for m in messages: m.content`."""
    parent = flow.anatomy.parents.get(place)
    elements: list[ast.AST] = []
    match parent:
        case ast.Subscript(value=value) if value is place and not isinstance(parent.slice, ast.Slice):
            elements = [parent]
        case ast.For(iter=iterable, target=ast.Name() as target) if iterable is place:
            elements = _reads_of(flow, target)
        case ast.comprehension(iter=iterable, target=ast.Name() as target) if iterable is place:
            elements = _reads_of(flow, target)
    above = (flow.anatomy.parents.get(element) for element in elements)
    return any(isinstance(one, ast.Attribute) and one.attr not in BUILTIN_MEMBERS["dict"] for one in above)


def _reads_of(flow: "Flow", target: ast.Name) -> list[ast.AST]:
    home = flow.names.home(target)
    return [read.node for read in (flow.names.reads(target.id, home) if home is not None else ())]


def _is_given_dict(flow: "Flow", place: ast.expr) -> bool:
    parent = flow.anatomy.parents.get(place)
    call = flow.anatomy.parents.get(parent) if isinstance(parent, ast.Attribute) else None
    match call:
        case ast.Call(func=ast.Attribute(attr="append" | "insert"), args=[*_, ast.Dict()]):
            return True
        case _:
            return False


def _starts_with_dicts(flow: "Flow", container: ast.expr) -> bool:
    values: list[ast.expr] = []
    if isinstance(container, ast.Name):
        home = flow.names.home(container)
        bindings = home.bindings.get(container.id, ()) if home is not None else ()
        values = [one.value for one in bindings if isinstance(one, Assigned) and not one.steps]
    elif isinstance(container, ast.Attribute):
        stored = (one.assigned for one in flow.anatomy.stores if one.attribute == container.attr)
        values = [one.value for one in stored if isinstance(one, Assigned) and not one.steps]
    return any(isinstance(value, ast.List) and any(isinstance(e, ast.Dict) for e in value.elts) for value in values)
