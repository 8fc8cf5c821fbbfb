"""Withholds calls that in the new library copy what they are given, where the given object is changed afterwards.

In the old library the object itself went in, so a change made later went in with it; in the new one it is lost. What
is changed before the call is carried over by the copy and is left to the other rules.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.packs.schema import DottedName, Identifier, Pack
from bot.rules.engine.verdict import Verdict, Withhold
from bot.scan.arguments import argument_of
from bot.scan.identity import Identity, Key, Use
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Parameter, Scope
from bot.scan.values import LocalFunction, LocalObject
from bot.vocabulary import Bail


class Taking(LightRecord):
    """A call that takes an object: as its argument number `position`, or under one of the names."""

    call: DottedName
    position: Annotated[int, Bounds(ge=0, le=9)] = 0
    keywords: tuple[Identifier, ...] = ()


class Parameters(LightRecord):
    """`copies`: calls that copy the object they are given. `copies_all`: calls that copy the objects which the given
    one holds. `rereads`: calls for which the old library read the given object's source again, so that they saw no
    change at all.

    `changes`: members that change the object; `parts`: properties whose value is a part of it. `fetched_by`: members
    that give the same object whenever they are asked for it; others make a new one.

    `shown_by`: names whose use shows that the program was written for the releases that did not copy yet; a file with
    none of them is left alone.
    """

    copies: tuple[Taking, ...]
    copies_all: tuple[Taking, ...] = ()
    rereads: tuple[Taking, ...] = ()
    changes: frozenset[Identifier]
    fetched_by: frozenset[Identifier]
    shown_by: frozenset[Identifier]
    parts: frozenset[Identifier] = frozenset()


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the calls after which a change may follow."""
    del pack
    if not any((sighting.row.symbol or "").rpartition(".")[2] in parameters.shown_by for sighting in sightings):
        return
    rule = _CopyRule(view, parameters)
    for index, sighting in enumerate(sightings):
        if isinstance(sighting.node, ast.Call) and sighting.row.symbol is not None and not sighting.row.searched:
            symbol = view.surface.canonical(sighting.row.symbol)
            if rule.loses_a_change(sighting.node, sighting.scope, symbol):
                yield index, Withhold(Bail.CHANGED_AFTER_COPY)


class _CopyRule:
    def __init__(self, view: FileView, parameters: Parameters) -> None:
        self._view = view
        self._identity = Identity(view, parameters.fetched_by)
        self._parameters = parameters

    def loses_a_change(self, call: ast.Call, scope: Scope, symbol: str) -> bool:
        """Whether what the call takes may be changed after it, or for a call that reads it again at any time."""
        for taking in self._parameters.copies:
            if taking.call == symbol and (given := _given(call, taking)) is not None:
                keys = self._identity.keys(self._itself(given), scope)
                return any(self._identity.may_any_follow(call, self._by_key.get(key, ())) for key in keys)
        for taking in (*self._parameters.copies_all, *self._parameters.rereads):
            if taking.call == symbol and isinstance(given := _given(call, taking), ast.Name):
                always = taking in self._parameters.rereads
                bound = self._view.resolver.visible(given, scope)
                found = [self._by_holder.get(("bound", id(one)), ()) for one in bound]
                return any(always or self._identity.may_any_follow(call, changes) for changes in found if changes)
        return False

    def _itself(self, node: ast.expr) -> ast.expr:
        """The object behind `page.rotate(90)`, which gives the page back."""
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and self._is_change(node.func):
            node = node.func.value
        return node

    def _is_change(self, node: ast.Attribute) -> bool:
        return node.attr in self._parameters.changes

    # ---- where objects are changed

    @cached_property
    def _changes(self) -> list[Use]:
        found = list(self._written())
        return [*found, *(called for change in found for called in self._callers(change))]

    @cached_property
    def _by_key(self) -> dict[Key, list[Use]]:
        found: dict[Key, list[Use]] = defaultdict(list)
        for change in self._changes:
            for key in self._identity.keys(change.what, change.scope):
                found[key].append(change)
        return found

    @cached_property
    def _by_holder(self) -> dict[Key, list[Use]]:
        found: dict[Key, list[Use]] = defaultdict(list)
        for change in self._changes:
            for key in set(self._identity.names_behind(change.what, change.scope)):
                found[key].append(change)
        return found

    def _written(self) -> Iterator[Use]:
        for name, places in self._view.anatomy.attributes.items():
            if name in self._parameters.changes:
                for node, scope in places:
                    yield self._identity.use(node, self._owner(node.value), scope)
            for node, scope in places:
                if isinstance(node.ctx, ast.Store) and self._is_page_like(node, scope):
                    yield self._identity.use(node, self._owner(node.value), scope)
        for item, scope in self._view.anatomy.subscripts:
            if isinstance(item.ctx, ast.Store | ast.Del) and self._view.resolver.classes_of(item.value, scope):
                yield self._identity.use(item, self._owner(item.value), scope)

    def _is_page_like(self, node: ast.Attribute, scope: Scope) -> bool:
        return bool(self._view.resolver.classes_of(node.value, scope))

    def _owner(self, node: ast.expr) -> ast.expr:
        """The object of which the expression is a part: `page` of `page.mediaBox`."""
        while isinstance(node, ast.Attribute) and node.attr in self._parameters.parts:
            node = node.value
        return self._itself(node)

    def _callers(self, change: Use) -> Iterator[Use]:
        """Calls that pass an object to a function which changes it."""
        if not isinstance(change.what, ast.Name):
            return
        for binding in self._view.resolver.visible(change.what, change.scope):
            if isinstance(binding, Parameter):
                for call, scope in self._view.anatomy.calls:
                    if any(
                        isinstance(value, LocalFunction) and value.node is binding.function
                        for value in self._view.resolver.values(call.func, scope)
                    ):
                        shift = self._shift(call, scope, binding)
                        given = argument_of(call, binding.index, binding.argument.arg, shift)
                        if given is not None:
                            yield self._identity.use(call, self._itself(given), scope)

    def _shift(self, call: ast.Call, scope: Scope, parameter: Parameter) -> int:
        facts = self._view.anatomy.functions[parameter.function]
        through = isinstance(call.func, ast.Attribute) and any(
            isinstance(value, LocalObject) for value in self._view.resolver.values(call.func.value, scope)
        )
        return int(facts.owner is not None and through)


def _given(call: ast.Call, taking: Taking) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg in taking.keywords:
            return keyword.value
    before = call.args[: taking.position + 1]
    if len(before) <= taking.position or any(isinstance(one, ast.Starred) for one in before):
        return None
    return before[taking.position]
