"""Another arrangement of a block's handlers, after which each error comes to the handler that had it.

Where two old classes are one now, the first handler of the new class takes both and tells them apart by the error.
Where a new class lies below that of a handler before it, its errors are caught ahead of that one.
"""

from collections import defaultdict
from collections.abc import Sequence

from bot.models.struct import Frozen
from bot.rules.errors.handlers import Catch
from bot.rules.errors.tables import Parameters


class Shared(Frozen):
    """The handler `first` does what `other` did where the error fulfils the condition, or where it does not."""

    first: int
    other: int
    condition: str
    fulfilled: bool


class Ahead(Frozen):
    """A handler of the new classes `names`, which does what `other` did, comes before `first`."""

    first: int
    other: int
    names: tuple[str, ...]


class Arrangement(Frozen):
    """What is done to a block. `gone` are the handlers of which nothing is left in their own place; `close` tells that
    the new classes stand for a little more, of what no handler caught.
    """

    shared: tuple[Shared, ...]
    ahead: tuple[Ahead, ...]
    gone: frozenset[int]
    close: bool


_Occasions = dict[tuple[int, int], set[str]]
"""By the handler that catches them afterwards and the one that caught them before."""


def arranged(catches: Sequence[Catch], tables: Parameters) -> Arrangement | None:
    """The arrangement of the handlers, by their numbers in the block; None where there is none."""
    shared: _Occasions = defaultdict(set)
    ahead: _Occasions = defaultdict(set)
    close = False
    for occasion, one in tables.occasions.items():
        first = next((number for number, catch in enumerate(catches) if occasion in catch.after), None)
        other = next((number for number, catch in enumerate(catches) if occasion in catch.before), None)
        if first is None or other is None:
            if first is not other and (first is None or occasion not in catches[first].close):
                return None
            close = close or first is not other
        elif first != other and catches[first].body != catches[other].body:
            (shared if one.after in catches[first].names else ahead)[first, other].add(occasion)
    told = [_told(catches, tables, *handlers, occasions) for handlers, occasions in shared.items()]
    if None in told or len({first for first, _ in shared}) < len(shared):
        return None
    before = tuple(Ahead(*handlers, _classes(tables, occasions)) for handlers, occasions in ahead.items())
    moved: dict[int, set[str]] = defaultdict(set)
    for (_, other), occasions in (*shared.items(), *ahead.items()):
        moved[other] |= occasions
    gone = frozenset(number for number in moved if catches[number].closed and _own(catches, number) == moved[number])
    return Arrangement(tuple(one for one in told if one is not None), before, gone, close)


def _told(catches: Sequence[Catch], tables: Parameters, first: int, other: int, occasions: set[str]) -> Shared | None:
    """How a handler tells the errors of another one from its own."""
    asked = {name for old in tables.with_members for name in tables.classes.get(old, ())}
    if not catches[first].names <= asked or not catches[first].closed:
        return None
    for occasion, condition in tables.told.items():
        if occasions == {occasion}:
            return Shared(first, other, condition, fulfilled=True)
        if catches[first].before == {occasion}:
            return Shared(first, other, condition, fulfilled=False)
    return None


def _classes(tables: Parameters, occasions: set[str]) -> tuple[str, ...]:
    return tuple(sorted({tables.occasions[occasion].after for occasion in occasions}))


def _own(catches: Sequence[Catch], number: int) -> set[str]:
    """What came to a handler before, and to none that stands before it."""
    earlier = frozenset[str]().union(*(catch.before for catch in catches[:number]))
    return set(catches[number].before - earlier)
