"""Whether two expressions of a file may be the same object, and whether one place may be run after another.

Coarse on purpose: an object is known by the binding of the name that holds it, and by the expression that fetched it.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bot.models.struct import Frozen
from bot.scan.rows import FileView
from bot.scan.scopes import Assigned, Binding, Scope

Key: TypeAlias = tuple[object, ...]
_MANY = 100
"""With more uses in loops, or in other functions, than these their order is not looked at."""

_LOOPS = ast.For | ast.AsyncFor | ast.While | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_BLOCKS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef | ast.Module


class Use(Frozen):
    """A place that does something with the object that `what` stands for."""

    place: ast.expr
    what: ast.expr
    scope: Scope
    in_loop: bool
    block: ast.AST | None


class Identity:
    """Answers for one file. `fetched_by` are members that give one object each time; other calls make a new one."""

    def __init__(self, view: FileView, fetched_by: frozenset[str]) -> None:
        self._anatomy = view.anatomy
        self._visible = view.resolver.visible
        self._fetched_by = fetched_by

    def keys(self, node: ast.expr, scope: Scope) -> frozenset[Key]:
        """What tells an object from another one: two expressions without a key in common are taken for different."""
        return frozenset(self._keys(node, scope))

    def _keys(self, node: ast.expr, scope: Scope) -> Iterator[Key]:
        if not isinstance(node, ast.Name):
            yield self._spelt(node, scope)
            return
        bindings = self._visible(node, scope)
        if len(bindings) > _MANY:
            yield ("named", node.id)
            return
        for binding in bindings:
            yield ("bound", id(binding))
            if isinstance(binding, Assigned) and not binding.steps:
                yield self._spelt(binding.value, binding.scope)

    def _spelt(self, node: ast.expr, scope: Scope) -> Key:
        """An expression as it is written, with what its names are bound to there."""
        names = sorted({one.id: one for one in ast.walk(node) if isinstance(one, ast.Name)}.items())
        bound = ((name, *sorted(id(one) for one in self._visible(each, scope))) for name, each in names)
        return ("spelt", ast.dump(node), *bound)

    def names_behind(self, node: ast.expr, scope: Scope) -> Iterator[Key]:
        """What the object was fetched from: the bindings of the name that begins the expressions that fetch it."""
        if isinstance(node, ast.Name):
            for binding in self._visible(node, scope)[:_MANY]:
                if isinstance(binding, Assigned):
                    yield from self._root(binding.value, binding.scope)
        else:
            yield from self._root(node, scope)

    def _root(self, node: ast.expr, scope: Scope) -> Iterator[Key]:
        for one in ast.walk(node):
            if isinstance(one, ast.Name):
                yield from (("bound", id(binding)) for binding in self._visible(one, scope))

    def may_follow(self, first: ast.expr, second: ast.expr, what: ast.expr, scope: Scope) -> bool:
        """Whether `second` may be run after `first` on the same object, which `what` (in `second`) stands for.

        What stands in `first`, as an argument, is run before it; the very same place is run again in a loop.
        """
        if self._block(first) is not self._block(second):
            return True
        if second is not first and (second.lineno, second.col_offset) >= (
            first.end_lineno or 0,
            first.end_col_offset or 0,
        ):
            return True
        return any(not self._is_fresh(what, scope, loop) for loop in self._loops(second) if loop in self._loops(first))

    def may_any_follow(self, first: ast.expr, others: Sequence[Use]) -> bool:
        """Whether any of the uses of one object may be run after `first`; of very many this is not ruled out."""
        if not others:
            return False
        last = max(others, key=lambda use: (use.place.lineno, use.place.col_offset))
        looped = [use for use in others if use.in_loop or use.block is not last.block]
        if len(looped) > _MANY:
            return True
        return any(self.may_follow(first, use.place, use.what, use.scope) for use in (last, *looped))

    def use(self, place: ast.expr, what: ast.expr, scope: Scope) -> Use:
        """A place where something is done with the object that `what` stands for."""
        return Use(place, what, scope, in_loop=bool(self._loops(place)), block=self._block(place))

    def _is_fresh(self, what: ast.expr, scope: Scope, loop: ast.AST) -> bool:
        """Whether each round of a loop has another object."""
        if isinstance(what, ast.Name):
            return all(self._is_bound_in(one, loop) for one in self._visible(what, scope))
        return self._varies(what, scope, loop)

    def _is_bound_in(self, binding: Binding, loop: ast.AST) -> bool:
        if not isinstance(binding, Assigned):
            return False
        if binding.steps:
            return binding.node is loop or (self._is_inside(binding.node, loop) and not isinstance(loop, ast.While))
        return self._is_inside(binding.node, loop) and self._varies(binding.value, binding.scope, loop)

    def _varies(self, node: ast.expr, scope: Scope, loop: ast.AST) -> bool:
        """Whether the expression gives another object in each round: it makes one, or reads what the loop binds."""
        if not any(isinstance(one, ast.Attribute) and one.attr in self._fetched_by for one in ast.walk(node)):
            return True
        names = (one for one in ast.walk(node) if isinstance(one, ast.Name))
        return any(self._is_bound_by(one, scope, loop) for one in names)

    def _is_bound_by(self, name: ast.Name, scope: Scope, loop: ast.AST) -> bool:
        bindings = self._visible(name, scope)
        inside = (
            isinstance(one, Assigned) and (one.node is loop or self._is_inside(one.node, loop)) for one in bindings
        )
        return any(inside)

    def _is_inside(self, node: ast.AST, loop: ast.AST) -> bool:
        parent = self._anatomy.parents.get(node)
        while parent is not None and parent is not loop and not isinstance(parent, _BLOCKS):
            parent = self._anatomy.parents.get(parent)
        return parent is loop

    def _loops(self, node: ast.AST) -> list[ast.AST]:
        found: list[ast.AST] = []
        parent = self._anatomy.parents.get(node)
        while parent is not None and not isinstance(parent, _BLOCKS):
            if isinstance(parent, _LOOPS):
                found.append(parent)
            parent = self._anatomy.parents.get(parent)
        return found

    def _block(self, node: ast.AST) -> ast.AST | None:
        return self._anatomy.nearest(self._anatomy.parents.get(node), _BLOCKS)
