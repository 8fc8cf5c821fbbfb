"""Answers that are kept in attributes of a class of the file: followed to every read, where all of them can be seen."""

import ast
from typing import TYPE_CHECKING

from bot.rules.answers.shapes import Type
from bot.scan.scopes import Assigned, Scope
from bot.scan.values import LocalObject

if TYPE_CHECKING:
    from bot.rules.answers.flow import Flow


def kept(flow: "Flow", target: ast.Attribute, held: Type) -> bool:
    """`self.answer = answer`: whether each use of the attribute is of this class; then its reads are followed."""
    cls = flow.view.resolver.class_of_self(target.value, flow.anatomy.scope_of[target])
    if cls is None or not _is_empty_in(flow, cls, target.attr):
        return False
    places = flow.anatomy.attributes.get(target.attr, ())
    if not all(_is_of(flow, cls, node, scope) for node, scope in places):
        return False
    flow.stays_within_file(f".{target.attr}")
    for node, _ in places:
        statement = flow.anatomy.parents[node]
        match node.ctx:
            case ast.Load():
                flow.use(node, held)
            case ast.Store() if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
                flow.promise(statement.value, held)
            case ast.Store():
                return False
    return True


def _is_empty_in(flow: "Flow", cls: ast.ClassDef, name: str) -> bool:
    """Whether the class itself gives the attribute nothing but None."""
    bindings = flow.anatomy.classes[cls].bindings.get(name, ())
    values = [one.value for one in bindings if isinstance(one, Assigned)]
    return all(isinstance(value, ast.Constant) and value.value is None for value in values)


def _is_of(flow: "Flow", cls: ast.ClassDef, node: ast.Attribute, scope: Scope) -> bool:
    resolver = flow.view.resolver
    if resolver.class_of_self(node.value, scope) is cls:
        return True
    return resolver.values(node.value, scope) == frozenset({LocalObject(cls)}) and not resolver.may_be_another(
        node.value, scope
    )
