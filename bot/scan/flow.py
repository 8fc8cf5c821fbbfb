"""Which bindings of a name a read can see, where the order of statements alone tells.

A statement of a block runs only after those above it in the same block. So the nearest binding above a read, if it
always binds, hides every other one; but for loops, which lead from their end to their beginning, and for code that runs
later than where it stands. Where the order does not tell, the answer is every binding: none that a read can see is ever
left out.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from bot.scan.binder import Anatomy
from bot.scan.scopes import (
    Assigned,
    Binding,
    Declared,
    Defined,
    ModuleImported,
    NameImported,
    Parameter,
    Scope,
    ScopeKind,
)

_MANY = 200
"""With more bindings than these the order is not looked at."""

Block: TypeAlias = tuple[ast.AST, str]
"""A list of statements: the node that holds it, and the name of its field."""


class Place(NamedTuple):
    """A statement (or handler, or case) and where it is in its block."""

    statement: ast.AST
    block: Block
    position: int


class Flow:
    """Answers for one file; nothing is worked out before it is asked for."""

    def __init__(self, anatomy: Anatomy) -> None:
        self._anatomy = anatomy
        self._places: dict[ast.AST, dict[ast.AST, tuple[str, int]]] = {}
        self._known: dict[tuple[str, Scope], _Bindings | None] = {}

    def visible(self, read: ast.Name, scope: Scope, home: Scope) -> Sequence[Binding]:
        """The bindings in `home` of the name that `read`, in `scope`, may see."""
        every = home.bindings[read.id]
        if len(every) < 2 or not runs_where_it_stands(scope, home):
            return every
        known = self._bindings(read.id, home)
        seen = known.seen_from(list(self._way_up(read, home))) if known is not None else None
        return every if seen is None else seen

    def _bindings(self, name: str, home: Scope) -> "_Bindings | None":
        """The bindings of the name by where they stand; None where that does not tell when they are made."""
        if (name, home) not in self._known:
            every = home.bindings[name]
            ordered = home.kind in {ScopeKind.MODULE, ScopeKind.FUNCTION} and name not in self._anatomy.declared
            known = _Bindings() if ordered and len(every) <= _MANY else None
            placed = known is not None and all(self._place(binding, known, home) for binding in every)
            self._known[name, home] = known if placed else None
        return self._known[name, home]

    def _place(self, binding: Binding, known: "_Bindings", home: Scope) -> bool:
        if isinstance(binding, Parameter):
            known.at_start.append(binding)
            return True
        node = node_of(binding)
        if isinstance(binding, Declared) and isinstance(self._anatomy.parents.get(node), ast.AnnAssign):
            known.declared.append(binding)
            return True
        way = list(self._way_up(node, home))
        known.add(binding, way)
        return bool(way)

    def _way_up(self, node: ast.AST, home: Scope) -> Iterator[Place]:
        """From the innermost statement that the node is in to the outermost one of the scope."""
        while node is not home.node and (parent := self._anatomy.parents.get(node)) is not None:
            if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
                field, index = self._places_in(parent)[node]
                yield Place(node, (parent, field), index)
            node = parent

    def _places_in(self, holder: ast.AST) -> dict[ast.AST, tuple[str, int]]:
        places = self._places.get(holder)
        if places is None:
            places = self._places[holder] = {
                node: (field, index)
                for field in ("body", "orelse", "finalbody", "handlers", "cases")
                if isinstance(nodes := getattr(holder, field, None), list)
                for index, node in enumerate(nodes)
            }
        return places


class _Bindings:
    """All bindings of one name in one scope: parameters, declared types, and the rest by where they stand."""

    def __init__(self) -> None:
        self.at_start: list[Binding] = []
        self.declared: list[Binding] = []
        self._made_by: dict[ast.AST, list[Binding]] = defaultdict(list)
        self._holders: dict[Block, dict[int, ast.AST]] = defaultdict(dict)

    def add(self, binding: Binding, way: Sequence[Place]) -> None:
        """Note a binding and the way up from it."""
        for step in way[:1]:
            self._made_by[step.statement].append(binding)
        for step in way:
            self._holders[step.block][step.position] = step.statement

    def seen_from(self, way: Sequence[Place]) -> list[Binding] | None:
        """What a read sees; None where that is not known. A declared type holds wherever the name is read."""
        part: str | None = None  # of the statement, in which the read is; None in what the statement itself evaluates
        for step in way:
            holders = self._holders.get(step.block, {})
            if step.position in holders:
                if part == "body" and (made := self._made_on_entry(step.statement)):
                    return made + self.declared
                if not self._is_made_later(step.statement, part):
                    return None
            above = max((index for index in holders if index < step.position), default=None)
            if above is not None:
                made = self._made_by.get(holders[above], [])
                return made + self.declared if _always_made(made, holders[above]) else None
            part = step.block[1]
        return self.at_start + self.declared if self.at_start else None

    def _made_on_entry(self, statement: ast.AST) -> list[Binding]:
        """What a `for` or `with` statement binds just before its body runs, each time."""
        made = self._made_by.get(statement, [])
        if isinstance(statement, ast.For | ast.AsyncFor):
            return made if any(_is_target(one, statement) for one in made) else []
        if isinstance(statement, ast.With | ast.AsyncWith):
            return made if any(isinstance(one, Assigned) and isinstance(one.node, ast.withitem) for one in made) else []
        return []

    def _is_made_later(self, statement: ast.AST, part: str | None) -> bool:
        """Whether all that the statement, which holds the read as well, binds is bound after the read."""
        made = self._made_by.get(statement, [])
        match statement:
            case ast.Assign(targets=[ast.Name()]) | ast.AugAssign(target=ast.Name()):
                return all(_is_target(one, statement) for one in made)
            case ast.If() | ast.With() | ast.AsyncWith():
                return not made
            case ast.Try() | ast.TryStar():
                return part == "body"
            case ast.For(target=ast.Name()) | ast.AsyncFor(target=ast.Name()):
                return part is None and all(_is_target(one, statement) for one in made)
            case _:
                return False


def _always_made(made: Sequence[Binding], statement: ast.AST) -> bool:
    """Whether the statement, once it has run, has bound the name whatever happened in it."""
    if isinstance(statement, ast.Assign | ast.AnnAssign):  # not `+=`, after which the name holds what it held before
        return any(_is_target(one, statement) for one in made)
    return any(isinstance(one, ModuleImported | NameImported | Defined) for one in made)


def _is_target(binding: Binding, statement: ast.AST) -> bool:
    return isinstance(binding, Assigned) and binding.node is statement


def runs_where_it_stands(scope: Scope, home: Scope) -> bool:
    """Whether code of `scope` runs as a part of the statement of `home` in which it is written."""
    while scope is not home and scope.kind is ScopeKind.COMPREHENSION and scope.parent is not None:
        if isinstance(scope.node, ast.GeneratorExp):
            return False
        scope = scope.parent
    return scope is home


def node_of(binding: Binding) -> ast.AST:
    """What binds the name: a statement or a part of one."""
    match binding:
        case ModuleImported(statement=statement) | NameImported(statement=statement):
            return statement
        case Declared(annotation=annotation):
            return annotation
        case Parameter(argument=argument):
            return argument
        case _:
            return binding.node
