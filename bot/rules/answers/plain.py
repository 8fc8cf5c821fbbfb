"""Members of dicts that both libraries give alike: the scores of tokens, for one.

The scan takes whatever comes out of an answer for an object of the old library; where the shapes say that it is a plain
value, its methods are those of `dict` on both sides.
"""

import ast
from typing import TYPE_CHECKING

from bot.rules.answers.shapes import Answer, AsDict, Plain

if TYPE_CHECKING:
    from bot.rules.answers.flow import Flow

_READS = frozenset({"get", "items", "keys", "values"})
_DEEPEST = 20


def is_plain_read(flow: "Flow", node: ast.AST) -> bool:
    """Whether a node is such a method, or its call, of what is certainly a plain value."""
    method = node.func if isinstance(node, ast.Call) else node
    return isinstance(method, ast.Attribute) and method.attr in _READS and _is_plain(flow, method.value, 0)


def _is_plain(flow: "Flow", node: ast.expr, depth: int) -> bool:
    if depth > _DEEPEST:
        return False
    match node:
        case ast.Subscript(value=value, slice=ast.Constant(value=str(key))):
            return _is_part(flow, value, key) or _is_plain(flow, value, depth + 1)
        case ast.Subscript(value=value):
            return _is_plain(flow, value, depth + 1)
        case ast.Attribute(value=value, attr=key):
            return _is_part(flow, value, key)
        case ast.Name():
            binder = flow.names.binder_of_read(node)
            return binder is not None and _binds_plain(flow, binder, node.id, depth)
        case _:
            return False


def _binds_plain(flow: "Flow", binder: ast.AST, name: str, depth: int) -> bool:
    match binder:
        case ast.Assign(targets=[ast.Name(id=target)], value=value):
            return target == name and _is_plain(flow, value, depth + 1)
        case ast.For(target=ast.Name(), iter=iterable) | ast.comprehension(target=ast.Name(), iter=iterable):
            return _is_plain(flow, iterable, depth + 1)
        case _:
            return False


def _is_part(flow: "Flow", owner: ast.expr, key: str) -> bool:
    """Whether a part of an answer that was followed is a plain value."""
    held = flow.held_by(owner)
    part = flow.shapes.part(held.shape, key) if isinstance(held, Answer | AsDict) else None
    return part is not None and isinstance(part.type, Plain)
