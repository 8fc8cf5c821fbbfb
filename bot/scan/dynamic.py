"""Members that are named by a string: `getattr(reader, "pages")`, `patch.object(oldlib, "Reader")`."""

import ast
from collections.abc import Iterator

from bot.scan.rows import FileView, Sighting, counts, is_by_name, make_row, member_named, symbol_bail
from bot.scan.scopes import Scope
from bot.scan.values import (
    LibraryModule,
    LibraryName,
    RepositoryModule,
    RepositoryName,
    Value,
    as_object,
    in_order,
    is_assumed,
    symbol_of,
)
from bot.vocabulary import Bail, ConfidenceReason, FindingKind


def dynamic_member_sightings(view: FileView) -> Iterator[Sighting]:
    """What is named by a string: of a module or class always, of an object where the member is gone or not known."""
    for call, scope in view.anatomy.calls:
        if is_by_name(call):
            yield from _of_call(view, call, scope)


def _of_call(view: FileView, call: ast.Call, scope: Scope) -> Iterator[Sighting]:
    name = member_named(call)
    classes = sorted(view.resolver.classes_of(call.args[0], scope))
    if name is None:
        if classes:
            yield _sighting(view, call, scope, classes[0], Bail.REACHED_BY_STRING)
        return
    found = {
        (symbol, bail)
        for base in in_order(view.resolver.values(call.args[0], scope))
        if not is_assumed(as_object(base))
        for symbol, bail in _named(view, base, name)
    }
    counted = [(bail is None, symbol, bail) for symbol, bail in found if counts(view.surface, symbol, bail)]
    for _, symbol, bail in sorted(counted, key=lambda one: one[:2])[:1]:  # one place is one row
        yield _sighting(view, call, scope, symbol, bail)
    if not classes and not found and name in view.surface.searched_names:
        symbol = view.surface.owner_of_searched(name)
        yield _sighting(view, call, scope, symbol, Bail.RECEIVER_UNRESOLVED, searched=True)


def _named(view: FileView, base: Value, name: str) -> Iterator[tuple[str, Bail | None]]:
    for value in in_order(view.resolver.member(as_object(base), name)):
        symbol = symbol_of(value)
        if symbol is None:
            continue
        bail = symbol_bail(view.surface, symbol)
        match base:
            case LibraryModule():
                yield symbol, bail or Bail.REACHED_BY_STRING
            case LibraryName() | RepositoryModule() | RepositoryName():
                yield symbol, bail
            case _ if bail is not None:
                yield symbol, bail


def _sighting(
    view: FileView, call: ast.Call, scope: Scope, symbol: str, bail: Bail | None, *, searched: bool = False
) -> Sighting:
    confidence = ConfidenceReason.MEMBER_NAME_ONLY if searched else ConfidenceReason.STRING_TARGET
    start = view.start(call)
    row = make_row(view, start, scope, FindingKind.DYNAMIC, confidence, symbol, bail, searched=searched)
    return Sighting(row, call, scope)
