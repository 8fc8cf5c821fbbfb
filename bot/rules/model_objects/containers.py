"""Lists and mappings that models are put into one after the other: each use of such a container is followed.

It holds nothing else where it begins empty, or with such models, and all that is put in is one of them.
"""

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.rules.answers.shapes import Many, Type
from bot.scan.scopes import Assigned, Binding, Declared
from bot.scan.usage_index import last_name

if TYPE_CHECKING:
    from bot.rules.model_objects.places import ModelFlow

_EMPTY = frozenset({"dict", "list", "OrderedDict"})
_LOOKED_AT = frozenset({"keys", "clear", "remove"})


def fill(flow: "ModelFlow", container: ast.expr, held: Type) -> bool:
    """Whether a container that something is put into is one of which every use can be followed; then it is."""
    begun = list(_begun(flow, container))
    if not begun or None in begun:
        return False
    for value in begun:
        if value is not None and not _is_empty(value):
            flow.promise(value, Many(held))
    flow.follow_container(container, Many(held))
    return True


def _begun(flow: "ModelFlow", container: ast.expr) -> Iterator[ast.expr | None]:
    """What the container is given as a whole; None where that is not seen."""
    match container:
        case ast.Name(id=name):
            home = flow.names.home(container)
            bindings = home.bindings[name] if home is not None else []
            yield from (_value(one) for one in bindings if not isinstance(one, Declared))
        case ast.Attribute(attr=name):
            for node, _ in flow.anatomy.attributes[name]:
                if not isinstance(node.ctx, ast.Load):
                    yield getattr(flow.anatomy.parents[node], "value", None)


def _value(binding: Binding) -> ast.expr | None:
    return binding.value if isinstance(binding, Assigned) and not binding.steps else None


def _is_empty(value: ast.expr) -> bool:
    match value:
        case ast.Dict(keys=[]) | ast.List(elts=[]):
            return True
        case ast.Call(args=[], keywords=[]):
            return last_name(value) in _EMPTY
        case _:
            return False


def changed(flow: "ModelFlow", node: ast.expr, parent: ast.AST, held: Many) -> bool:
    """Whether a container is changed, or looked at, in a way that leaves it a container of the same."""
    match parent, flow.anatomy.parents[parent]:
        case ast.Subscript(ctx=ast.Store()), ast.Assign(targets=[target], value=value) if target is parent:
            flow.promise(value, held.of)
            return parent.value is node
        case ast.Subscript(ctx=ast.Del()), ast.Delete():
            return parent.value is node
        case ast.Attribute(attr="append"), ast.Call(func=function, args=[one], keywords=[]) if function is parent:
            flow.promise(one, held.of)
            return True
        case ast.Attribute(attr="pop"), ast.Call(func=function, args=[_]) as call if function is parent:
            flow.use(call, held.of)
            return True
        case ast.Attribute(attr=name), ast.Call(func=function) if function is parent:
            return name in _LOOKED_AT
        case _:
            return False


def is_mapping(flow: "ModelFlow", node: ast.expr) -> bool:
    """Whether a mapping is iterated over, which gives its keys."""
    begun = list(_begun(flow, node))
    return bool(begun) and all(
        isinstance(one, ast.Dict | ast.DictComp) or (one is not None and last_name(one) in {"dict", "OrderedDict"})
        for one in begun
    )
