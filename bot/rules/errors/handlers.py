"""The handlers of one `try`, or the classes of one tuple, with what they catch before and after."""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum

from bot.models.struct import Frozen
from bot.rules.errors.tables import Parameters

_EVERYTHING = frozenset({"Exception", "BaseException"})


class Difference(Enum):
    """How much of what is caught changes."""

    NONE = "nothing"
    CLOSE = "occasions that are near enough"
    REAL = "occasions go to another handler"


class Catch(Frozen):
    """One handler: the occasions before and after, those that are close, and its body as text. `names` are the new
    classes; `closed` tells that it takes errors of the old classes with these occasions, and no others.
    """

    before: frozenset[str]
    after: frozenset[str]
    close: frozenset[str]
    body: str
    names: frozenset[str] = frozenset()
    closed: bool = False


class Named(Frozen):
    """What an expression in a handler names: the old class, and the new ones that will stand in its place."""

    before: str
    after: tuple[str, ...]


Classes = Callable[[ast.expr], Sequence[Named]]
"""What an expression names; nothing for anything but classes of the library's errors, or a tuple of such."""


def of_try(block: ast.Try | ast.TryStar, classes: Classes, tables: Parameters) -> Difference:
    """What changes for the handlers of a block."""
    return _difference(catches_of(block, classes, tables), tables)


def catches_of(block: ast.Try | ast.TryStar, classes: Classes, tables: Parameters) -> list[Catch]:
    """What each handler of a block catches."""
    return [_catch(types_of(handler.type), classes, tables, _body(handler)) for handler in block.handlers]


def of_set(together: Iterable[ast.expr], classes: Classes, tables: Parameters) -> Difference:
    """What changes for a set of classes, such as those on which something is tried again."""
    return _difference([_catch(list(together), classes, tables, "")], tables)


def _difference(catches: list[Catch], tables: Parameters) -> Difference:
    worst = Difference.NONE
    for occasion in tables.occasions:
        before = next((one for one in catches if occasion in one.before), None)
        after = next((one for one in catches if occasion in one.after), None)
        if before is after or (before is not None and after is not None and before.body == after.body):
            continue
        if after is None or before is not None or occasion not in after.close:
            return Difference.REAL
        worst = Difference.CLOSE
    return worst


def _catch(types: list[ast.expr], classes: Classes, tables: Parameters, body: str) -> Catch:
    every = frozenset(tables.occasions)
    if not types or any(isinstance(one, ast.Name) and one.id in _EVERYTHING for one in types):
        return Catch(every, every, frozenset(), body=body)
    before, after, close = frozenset[str](), frozenset[str](), frozenset[str]()
    named = [classes(one) for one in types]
    for found in (one for several in named for one in several):
        before |= tables.before(found.before)
        after |= tables.after(found.after)
        close |= frozenset(tables.close.get(found.before, ()))
    names = frozenset(name for several in named for one in several for name in one.after)
    closed = all(several and all(one.before != tables.base for one in several) for several in named)
    return Catch(before, after, close, body=body, names=names, closed=closed)


def types_of(expression: ast.expr | None) -> list[ast.expr]:
    """The classes that a handler names, those of tuples one by one."""
    return list(_flattened(expression)) if expression is not None else []


def _flattened(expression: ast.expr) -> Iterator[ast.expr]:
    if isinstance(expression, ast.Tuple | ast.List | ast.Set):
        for element in expression.elts:
            yield from _flattened(element)
    else:
        yield expression


def _body(handler: ast.ExceptHandler) -> str:
    return f"{handler.name}:{ast.dump(ast.Module(handler.body, []))}"
