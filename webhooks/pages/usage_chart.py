"""What is left on a default branch over time, as lines of an SVG: geometry and numbers. Pure.

The drawing says nothing that the table beside it does not say in numbers.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bot.models.names import PackId
from bot.store.branch_scans import Counted

WIDTH, HEIGHT = 720, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 12, 28
MOST_POINTS = 400
"""Points of one line; of more commits than that every second, third … is drawn, and the newest always."""


class Line(NamedTuple):
    """One pack's line: points as SVG wants them, and where it ends."""

    pack: PackId
    number: int
    points: str
    end: tuple[float, float]


class Mark(NamedTuple):
    """A label on an axis, and where."""

    text: str
    at: float


class Chart(NamedTuple):
    """The whole drawing."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    lines: tuple[Line, ...]
    rows: tuple[Mark, ...]
    columns: tuple[Mark, ...]


def places(counted: Counted, pack: PackId) -> int:
    """How many places of the pack the commit still has, whatever the reason."""
    return sum(count.places for count in counted.counts if count.pack == pack)


def packs_in(history: Sequence[Counted]) -> tuple[PackId, ...]:
    """Every pack of which something was ever left."""
    return tuple(sorted({count.pack for counted in history for count in counted.counts}))


def chart_of(history: Sequence[Counted]) -> Chart | None:
    """The drawing of a history, oldest first; null where there is no line to draw."""
    packs = packs_in(history)
    shown = _thinned(history)
    if len(shown) < 2 or not packs:
        return None
    first, last = shown[0].at, shown[-1].at
    highest = max(places(counted, pack) for counted in shown for pack in packs)
    top = _round_number(highest)

    def point(counted: Counted, pack: PackId) -> tuple[float, float]:
        return _across(counted.at, first, last), _down(places(counted, pack), top)

    lines = []
    for number, pack in enumerate(packs):
        points = [point(counted, pack) for counted in shown]
        lines.append(Line(pack, number, " ".join(f"{x:g},{y:g}" for x, y in points), points[-1]))
    rows = tuple(Mark(str(value), _down(value, top)) for value in sorted({0, top // 2, top}))
    ends = (
        Mark(f"{first:%Y-%m-%d}", _across(first, first, last)),
        Mark(f"{last:%Y-%m-%d}", _across(last, first, last)),
    )
    return Chart(WIDTH, HEIGHT, _LEFT, WIDTH - _RIGHT, HEIGHT - _BOTTOM, tuple(lines), rows, ends)


def _thinned(history: Sequence[Counted]) -> Sequence[Counted]:
    step = -(-len(history) // MOST_POINTS) or 1
    return history[::-1][::step][::-1]


def _across(at: datetime, first: datetime, last: datetime) -> float:
    whole = (last - first).total_seconds()
    part = (at - first).total_seconds() / whole if whole else 1.0
    return round(_LEFT + part * (WIDTH - _LEFT - _RIGHT), 1)


def _down(value: int, top: int) -> float:
    return round(HEIGHT - _BOTTOM - value / top * (HEIGHT - _TOP - _BOTTOM), 1)


def _round_number(value: int) -> int:
    """The next of 2, 4, 10, 20, 40, 100 …, so that its half is whole, too."""
    number = 1
    while True:
        for step in (2, 4, 10):
            if value <= step * number:
                return step * number
        number *= 10
