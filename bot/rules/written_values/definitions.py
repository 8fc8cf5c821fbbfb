"""What an expression may stand for, followed through names, attributes of the program's own objects, and choices."""

import ast
from collections.abc import Iterator

from bot.models.struct import Frozen
from bot.rules.answers.names import Names
from bot.scan.binder import Anatomy, FunctionFacts
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
    ScopeKind,
)
from bot.scan.usage_index import last_name
from bot.scan.values import LocalFunction

_MANY = 40


class Leaf(Frozen):
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

    def leaves(self, node: ast.expr, scope: Scope, *, through_calls: bool = False) -> list[Leaf] | None:
        """Everything that the expression may stand for; None where there is no end to it. `through_calls`: into the
        functions of this file that give it, and to the calls that pass it.
        """
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
            further = list(self._further(leaf)) or (list(self._through(leaf)) if through_calls else [])
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

    # ---- through calls

    def _through(self, leaf: Leaf) -> Iterator[Leaf]:
        match leaf.node:
            case ast.Call(func=ast.Name() as function):
                for facts in self._functions(function, leaf.scope):
                    yield from (Leaf(one, facts.scope, (*leaf.path, function)) for one in facts.returns)
            case ast.Subscript(value=value, slice=ast.Constant(value=int(index))):
                for one in self.leaves(value, leaf.scope, through_calls=True) or ():
                    if isinstance(one.node, ast.List) and index < len(one.node.elts):
                        yield Leaf(one.node.elts[index], one.scope, (*leaf.path, *one.path))
            case ast.arg():
                yield from self._passed(leaf.node, leaf)

    def _functions(self, name: ast.Name, scope: Scope) -> list[FunctionFacts]:
        """The function of this file that a name is, where it is nothing else and runs when it is called."""
        values = self._view.resolver.values(name, scope)
        nodes = [one.node for one in values if isinstance(one, LocalFunction)]
        facts = [self._view.anatomy.functions[one] for one in nodes if isinstance(one, ast.FunctionDef)]
        plain = len(values) == len(facts) == 1 and not facts[0].yields and not facts[0].node.decorator_list  # type: ignore[union-attr]
        return facts if plain else []

    def _passed(self, argument: ast.arg, leaf: Leaf) -> Iterator[Leaf]:
        """What the calls of a function pass for a parameter; nothing where they are not all seen."""
        function = self._view.anatomy.parents[self._view.anatomy.parents[argument]]
        home = leaf.scope.home(argument.arg)
        outer = home.parent if home is not None else None
        if (
            not isinstance(function, ast.FunctionDef)
            or outer is None
            or len(outer.bindings.get(function.name, ())) != 1
        ):
            return
        index = function.args.args.index(argument) if argument in function.args.args else None
        found: list[Leaf] = []
        for read in self._names.reads(function.name, outer):
            call = self._view.anatomy.parents[read.node]
            if not isinstance(call, ast.Call) or call.func is not read.node or outer.kind is ScopeKind.CLASS:
                return
            given = [one.value for one in call.keywords if one.arg == argument.arg]
            given += call.args[index : index + 1] if index is not None else []
            found += [Leaf(one, scope_at(self._view.anatomy, call), (*leaf.path, read.node)) for one in given]
        yield from found

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
