"""Which bindings of a local name a read can see, along every way that the statements of its block may be run in.

More exact than `bot.scan.flow`, which looks at the order of statements alone: branches that exclude one another, loops
and handlers are walked through. No binding that a read can see is left out; where a way is not understood, a read sees
every binding.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from bot.models.struct import Mutable
from bot.scan.binder import Anatomy
from bot.scan.flow import node_of, runs_where_it_stands
from bot.scan.scopes import Binding, Declared, Parameter, Scope, ScopeKind

State: TypeAlias = frozenset[Binding]
"""What a name may be bound to."""

_MANY = 200
_LONGEST = 20_000
"""Statements that are gone through for one name."""


class Reaching:
    """Asked for one file."""

    def __init__(self, anatomy: Anatomy) -> None:
        self._anatomy = anatomy
        self._known: dict[tuple[str, Scope], dict[ast.Name, set[Binding]]] = {}

    def visible(self, read: ast.Name, scope: Scope, home: Scope) -> Sequence[Binding]:
        """The bindings in `home` of the name that `read`, in `scope`, may see."""
        every = home.bindings[read.id]
        if len(every) < 2 or not runs_where_it_stands(scope, home):
            return every
        if (read.id, home) not in self._known:
            self._known[read.id, home] = self._walked(read.id, home)
        seen = self._known[read.id, home].get(read)
        return every if seen is None else [one for one in every if one in seen or _is_declared(self._anatomy, one)]

    def _walked(self, name: str, home: Scope) -> dict[ast.Name, set[Binding]]:
        """What each read sees; empty where that is not known."""
        every = home.bindings[name]
        ordered = home.kind in {ScopeKind.MODULE, ScopeKind.FUNCTION} and not isinstance(home.node, ast.Lambda)
        if not ordered or name in self._anatomy.declared or len(every) > _MANY:
            return {}
        assert isinstance(home.node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef)
        walk = _Walk(self._anatomy, name, every)
        try:
            walk.block(home.node.body, frozenset(one for one in every if isinstance(one, Parameter)))
        except (_TooLongError, RecursionError):
            return {}
        return walk.seen


class _Loop(Mutable):
    """The states in which a loop is left, and gone on with, before its body ends."""

    broken: State | None = None
    continued: State = frozenset()


class _TooLongError(Exception):
    """Caught by `Reaching` alone."""


def _is_declared(anatomy: Anatomy, binding: Binding) -> bool:
    """Whether it is `name: type`, which binds nothing and holds everywhere."""
    return isinstance(binding, Declared) and isinstance(anatomy.parents.get(binding.annotation), ast.AnnAssign)


class _Walk:
    """Through the statements of one block, for one name. A state of None tells that no way leads on."""

    def __init__(self, anatomy: Anatomy, name: str, every: Sequence[Binding]) -> None:
        self.seen: dict[ast.Name, set[Binding]] = defaultdict(set)
        self._name = name
        self._left = _LONGEST
        self._collected: list[set[Binding]] = []
        self._loops: list[_Loop] = []
        self._made: dict[ast.AST, set[Binding]] = defaultdict(set)
        for binding in every:
            if isinstance(binding, Parameter) or _is_declared(anatomy, binding):
                continue
            node = node_of(binding)
            holder = anatomy.parents.get(node) if isinstance(binding, Declared) else node
            holder = anatomy.nearest(holder, _MAKERS)
            if holder is not None:
                self._made[holder].add(binding)

    # ---- statements

    def block(self, statements: Iterable[ast.stmt], state: State | None) -> State | None:
        """The state behind the statements."""
        for statement in statements:
            if state is None:
                return None
            state = self._statement(statement, state)
        return state

    def _statement(self, node: ast.stmt, state: State) -> State | None:
        self._left -= 1
        if self._left < 0:
            raise _TooLongError
        match node:
            case ast.If() | ast.Match():
                return self._branches(node, state)
            case ast.For() | ast.AsyncFor() | ast.While():
                return self._loop(node, state)
            case ast.Try() | ast.TryStar():
                return self._try(node, state)
            case ast.With() | ast.AsyncWith():
                return self._with(node, state)
            case ast.Return() | ast.Raise() | ast.Break() | ast.Continue():
                self._leave(node, self._evaluate([node], state))
                return None
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return self._bound(node, state)
            case _:
                return self._simple(node, state)

    def _leave(self, node: ast.Return | ast.Raise | ast.Break | ast.Continue, state: State) -> None:
        """What ends the way through a block."""
        if isinstance(node, ast.Break):
            self._loops[-1].broken = _joined(self._loops[-1].broken, state)
        elif isinstance(node, ast.Continue):
            self._loops[-1].continued |= state

    def _branches(self, node: ast.If | ast.Match, state: State) -> State | None:
        if isinstance(node, ast.Match):
            return self._match(node, self._evaluate([node.subject], state))
        state = self._evaluate([node.test], state)
        return _joined(self.block(node.body, state), self.block(node.orelse, state))

    def _simple(self, node: ast.stmt, state: State) -> State:
        state = self._evaluate([node], state)
        made = self._made.get(node)
        if not made:
            return state
        if isinstance(node, ast.AugAssign):  # the name may hold what it held
            return self._now(state | made)
        return self._bound(node, state)

    def _bound(self, node: ast.AST, state: State) -> State:
        made = self._made.get(node)
        return self._now(frozenset(made)) if made else state

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, state: State) -> State | None:
        if not isinstance(node, ast.While):
            state = self._evaluate([node.iter], state)
        while True:
            before = state
            inside = self._evaluate([node.test], state) if isinstance(node, ast.While) else self._bound(node, state)
            self._loops.append(_Loop())
            end = self.block(node.body, inside)
            loop = self._loops.pop()
            state = self._now(state | loop.continued | (end or frozenset()))
            if isinstance(node, ast.While):
                state |= inside
            if state == before:
                return _joined(self.block(node.orelse, state), loop.broken)

    def _try(self, node: ast.Try | ast.TryStar, state: State) -> State | None:
        with self._collecting(state) as whole:
            with self._collecting(state) as anywhere:
                end = self.block(node.body, state)
            end = self.block(node.orelse, end)
            for handler in node.handlers:
                entered = self._evaluate([handler.type] if handler.type else [], frozenset(anywhere))
                end = _joined(end, self.block(handler.body, self._bound(handler, entered)))
        if not node.finalbody:
            return end
        self.block(node.finalbody, frozenset(whole))
        return self.block(node.finalbody, end)

    def _with(self, node: ast.With | ast.AsyncWith, state: State) -> State | None:
        for item in node.items:
            state = self._bound(item, self._evaluate([item.context_expr], state))
        state = self._bound(node, state)
        with self._collecting(state) as anywhere:
            end = self.block(node.body, state)
        return _joined(end, frozenset(anywhere)) if end is not None else self._now(frozenset(anywhere))

    def _match(self, node: ast.Match, state: State) -> State | None:
        end: State | None = state
        for case in node.cases:
            made = [one for part in ast.walk(case.pattern) for one in self._made.get(part, ())]
            inside = self._now(state | frozenset(made) | frozenset(self._made.get(case, ())))
            inside = self._evaluate([case.guard] if case.guard else [], inside)
            end = _joined(end, self.block(case.body, inside))
        return end

    # ---- expressions

    def _evaluate(self, nodes: Iterable[ast.AST], state: State) -> State:
        """Note what the reads in expressions see."""
        inside = [part for node in nodes for part in ast.walk(node)]
        walrus = [one for part in inside if isinstance(part, ast.NamedExpr) for one in self._made.get(part, ())]
        if walrus:
            state = self._now(state | frozenset(walrus))
        for part in inside:
            if isinstance(part, ast.Name) and part.id == self._name and not isinstance(part.ctx, ast.Store):
                self.seen[part] |= state
        return state

    def _now(self, state: State) -> State:
        for collected in self._collected:
            collected.update(state)
        return state

    @contextmanager
    def _collecting(self, state: State) -> Iterator[set[Binding]]:
        """Every state that the name is in meanwhile: an exception may leave at any of them."""
        collected = set(state)
        self._collected.append(collected)
        yield collected
        self._collected.pop()


_MAKERS = (ast.stmt, ast.ExceptHandler, ast.withitem, ast.NamedExpr, ast.pattern, ast.match_case)
"""The nodes that bind names."""


def _joined(one: State | None, other: State | None) -> State | None:
    if one is None or other is None:
        return one if other is None else other
    return one | other
