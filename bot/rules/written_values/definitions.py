"""What an expression may stand for, followed through names, attributes of the program's own objects, and choices."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from bot.rules.answers.names import Names
from bot.scan.binder import Anatomy
from bot.scan.rows import FileView
from bot.scan.scopes import (
    Assigned,
    Binding,
    Declared,
    Defined,
    ModuleImported,
    NameImported,
    Opaque,
    Parameter,
    Scope,
)
from bot.scan.usage_index import last_name

_MANY = 40


@dataclass(frozen=True, slots=True)
class Leaf:
    """An expression, or the parameter or import, at which the following ends. `path`: the names it came through."""

    node: ast.AST
    scope: Scope
    path: tuple[ast.expr, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether it is None."""
        return isinstance(self.node, ast.Constant) and self.node.value is None


class Definitions:
    """Asked for one file."""

    def __init__(self, view: FileView, names: Names) -> None:
        self._view = view
        self._names = names

    def leaves(self, node: ast.expr, scope: Scope) -> list[Leaf] | None:
        """Everything that the expression may stand for; None where there is no end to it."""
        found: list[Leaf] = []
        seen: set[ast.AST] = set()
        open_ones = [Leaf(node, scope)]
        while open_ones:
            leaf = open_ones.pop()
            if leaf.node in seen:
                continue
            seen.add(leaf.node)
            if len(seen) > _MANY:
                return None
            further = list(self._further(leaf))
            found += [] if further else [leaf]
            open_ones += further
        return found

    def _further(self, leaf: Leaf) -> Iterator[Leaf]:
        node, scope, path = leaf.node, leaf.scope, leaf.path
        match node:
            case ast.Name():
                path = (*path, node)
                for binding in self._view.resolver.visible(node, scope):
                    yield from self._bound(binding, node, path)
            case ast.IfExp(body=body, orelse=other):
                yield from (Leaf(body, scope, path), Leaf(other, scope, path))
            case ast.BoolOp(op=ast.Or(), values=values):
                yield from (Leaf(value, scope, path) for value in values)
            case ast.NamedExpr(value=value):
                yield Leaf(value, scope, path)
            case ast.Attribute(value=ast.Name() as owner, attr=attribute):
                cls = self._view.resolver.class_of_self(owner, scope)
                for binding in self._view.resolver.stored(cls, attribute) if cls is not None else ():
                    yield from self._bound(binding, node, (*path, node))

    def _bound(self, binding: Binding, read: ast.expr, path: tuple[ast.expr, ...]) -> Iterator[Leaf]:
        match binding:
            case Assigned(value=value, scope=scope, steps=()):
                augmented = isinstance(binding.node, ast.AugAssign)
                yield Leaf(binding.node if augmented else value, scope, path)
            case Parameter(argument=argument):
                yield Leaf(argument, self._scope(read), path)
            case Declared():
                return
            case ModuleImported(statement=statement) | NameImported(statement=statement):
                yield Leaf(statement, self._scope(read), path)
            case Defined(node=node) | Opaque(node=node) | Assigned(node=node):
                yield Leaf(node, self._scope(read), path)

    def _scope(self, read: ast.expr) -> Scope:
        if isinstance(read, ast.Name):
            return self._names.scope_of(read)
        return self._view.anatomy.scope_of[read]


def scope_at(anatomy: Anatomy, node: ast.AST) -> Scope:
    """The scope in which an expression stands."""
    inner = anatomy.parents.get(node)
    while inner is not None:
        if inner in anatomy.functions:
            return anatomy.functions[inner].scope
        if inner in anatomy.comprehensions:
            return anatomy.comprehensions[inner]
        if isinstance(inner, ast.ClassDef):
            return anatomy.classes[inner]
        inner = anatomy.parents.get(inner)
    return anatomy.root


def is_text(node: ast.AST) -> bool:
    """Whether an expression is certainly text."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return is_text(left) or is_text(right)
        case ast.BinOp(left=left, op=ast.Mod()):
            return is_text(left)
        case ast.Call(func=ast.Name(id="str" | "input" | "repr")):
            return True
        case ast.Call(func=ast.Attribute(attr=method)) as call:
            return method in _GIVE_TEXT and last_name(call) == method
        case ast.Attribute(attr="text"):
            return True
        case ast.arg(annotation=ast.Name(id="str")):
            return True
        case _:
            return False


_GIVE_TEXT = frozenset(
    {"strip", "lstrip", "rstrip", "format", "join", "replace", "lower", "upper", "decode", "read_text", "title"}
)
