"""Answers that were made dicts when they came, and the dicts and tuples of the program that hold a part of an answer.

Such a dict holds what the service said, as the old answer did, and is read in the same way; it has no attributes, shows
another text, and another order of its keys.
"""

import ast
from typing import TYPE_CHECKING

from bot.rules.answers import lists, shown
from bot.rules.answers.shapes import AsDict, Many, Plain, Record, Tupled, Type, as_dicts, is_read_as_before
from bot.vocabulary import Bail

if TYPE_CHECKING:
    from bot.rules.answers.flow import Flow

_MAPPINGS = frozenset({"dict", "str", "bytes", "list", "tuple", "set", "int", "float"})


def read(flow: "Flow", node: ast.expr, held: AsDict, parent: ast.AST) -> bool:
    """A place where an answer that is a dict stands: whether it does the same with the old answer."""
    match parent:
        case ast.Subscript(value=value, slice=ast.Constant(value=str(key)), ctx=ast.Load()) if value is node:
            return _part(flow, parent, held, key)
        case ast.Attribute(value=value, attr="get") if value is node:
            return _got(flow, parent, held)
        case ast.Compare(left=ast.Constant(value=str()), ops=[ast.In() | ast.NotIn()], comparators=[right]):
            return right is node
        case ast.Compare(ops=[ast.Eq() | ast.NotEq()], left=left, comparators=[right]):
            return isinstance(left if right is node else right, ast.Constant)
        case ast.Call(func=ast.Name(id="len"), args=[_], keywords=[]):
            return True
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.Name(id=name)]) if name in _MAPPINGS:
            return True
        case ast.Call(func=ast.Name(id="dict"), args=[_], keywords=[]):
            flow.use(parent, held)
            return True
        case _ if flow.is_tested(node) or lists.joins_dicts(flow, node, parent):
            return True
        case _:
            return held.in_order and shown.read_in_order(flow, node, held, parent)


def _got(flow: "Flow", method: ast.Attribute, held: AsDict) -> bool:
    """`.get(key)`; a default may stand for the part, whatever it is."""
    call = flow.anatomy.parents[method]
    match call:
        case ast.Call(func=func, args=[ast.Constant(value=str(key)), *rest], keywords=[]) if func is method:
            if len(rest) > 1 or not _part(flow, call, held, key):
                return False
            flow.members |= {call, method}
            return True
        case _:
            return False


def _part(flow: "Flow", part_read: ast.expr, held: AsDict, key: str) -> bool:
    """A part that is read by its key. One of another kind of answer is there for a name that may hold either; where it
    is not, both sides raise the same error.
    """
    part = flow.shapes.part(held.shape, key)
    found = part.type if part is not None else flow.shapes.type_of_any(key)
    if found is None:
        flow.problem(Bail.ANSWER_PART_UNKNOWN, part_read, key)
    else:
        flow.use(part_read, as_dicts(found, in_order=held.in_order))
    return True


def put_in(flow: "Flow", node: ast.expr, held: Type, parent: ast.AST) -> bool:
    """A part of an answer that is put into a dict or a tuple of the program's own, or added to a list of it."""
    match parent:
        case ast.Dict(keys=keys, values=values) if node in values:
            key = keys[values.index(node)]
            named = [one.value if isinstance(one, ast.Constant) else None for one in keys]
            if not isinstance(key, ast.Constant) or not isinstance(key.value, str) or named.count(key.value) > 1:
                return False
            flow.use(parent, Record(((key.value, held),)))
            return is_read_as_before(held) or None not in keys
        case ast.IfExp(body=body, orelse=orelse) if node in (body, orelse) and is_read_as_before(held):
            flow.use(parent, held)
            return True
        case ast.BoolOp(values=operands) if node in operands and is_read_as_before(held):
            flow.use(parent, held)
            return True
        case ast.Tuple(elts=elements, ctx=ast.Load()) if not any(isinstance(one, ast.Starred) for one in elements):
            flow.use(parent, Tupled(held, elements.index(node)))
            return True
        case ast.AugAssign(op=ast.Add(), target=ast.Name() as container, value=value) if value is node:
            return isinstance(held, Many) and is_read_as_before(held) and lists.gathered(flow, container, held.of)
        case ast.Call(func=ast.Attribute(attr="extend", value=ast.Name() as container), args=[one], keywords=[]) if (
            one is node
        ):
            return isinstance(held, Many) and is_read_as_before(held) and lists.gathered(flow, container, held.of)
        case _:
            return False


def read_record(flow: "Flow", node: ast.expr, held: Record, parent: ast.AST) -> bool:
    """A place where a dict of the program's own stands."""
    parts = dict(held.parts)
    match parent:
        case ast.Subscript(value=value, slice=ast.Constant(value=str(key))) if value is node:
            if isinstance(parent.ctx, ast.Load):
                flow.use(parent, parts.get(key, Plain()))
            return not isinstance(parent.ctx, ast.Store) or key not in parts or is_read_as_before(held)
        case ast.Compare(left=ast.Constant(value=str()), ops=[ast.In() | ast.NotIn()], comparators=[right]):
            return right is node
        case ast.Attribute(value=value, attr="get") if value is node:
            call = flow.anatomy.parents[parent]
            match call:
                case ast.Call(func=func, args=[ast.Constant(value=str(key)), *_], keywords=[]) if func is parent:
                    flow.use(call, parts.get(key, Plain()))
                    return True
            return False
        case _:
            return flow.is_tested(node)


def read_tuple(flow: "Flow", node: ast.expr, held: Tupled, parent: ast.AST) -> bool:
    """A place where a tuple stands of which one part is of an answer."""
    match parent:
        case ast.Subscript(value=value, slice=ast.Constant(value=int(index)), ctx=ast.Load()) if value is node:
            if index < 0:
                return False
            flow.use(parent, held.of if index == held.at else Plain())
            return True
        case _:
            return flow.is_tested(node)
