"""Which lines a set of replacements changes: the hunks of a file edit, without comparing the two texts."""

from bisect import bisect_right
from collections.abc import Sequence

from bot.models.struct import Frozen, Mutable
from bot.plan.patch import Stretch
from bot.scan.facts import Replacement


class PlannedStretch(Frozen):
    """A changed range of lines and the replacements that change it."""

    stretch: Stretch
    replacements: tuple[Replacement, ...]


class _Group(Mutable):
    """Replacements whose lines touch: lines `first` up to, not including, `stop`."""

    first: int
    stop: int
    replacements: list[Replacement]


def planned_stretches(text: str, replacements: Sequence[Replacement]) -> list[PlannedStretch]:
    """The changed line ranges, in order; replacements on the same or adjoining lines share one.

    `text` is the file before, lines are those that git sees; the replacements do not overlap. A range may have no
    old lines (lines are put in) or no new ones (lines are taken out).
    """
    starts = _line_starts(text)
    planned: list[PlannedStretch] = []
    shift = 0
    for group in _groups(text, starts, replacements):
        new_lines = _count_lines(_region_after(text, starts, group))
        old_lines = group.stop - group.first
        stretch = Stretch(group.first, old_lines, group.first + shift, new_lines)
        planned.append(PlannedStretch(stretch, tuple(group.replacements)))
        shift += new_lines - old_lines
    return planned


def _line_starts(text: str) -> list[int]:
    """The offset of each line, and one more: the end of the text."""
    starts = [0]
    position = text.find("\n")
    while position >= 0:
        starts.append(position + 1)
        position = text.find("\n", position + 1)
    return starts if starts[-1] == len(text) else [*starts, len(text)]


def _groups(text: str, starts: list[int], replacements: Sequence[Replacement]) -> list[_Group]:
    groups: list[_Group] = []
    for replacement in sorted(set(replacements), key=lambda r: (r.start, r.end)):
        first = min(bisect_right(starts, replacement.start) - 1, len(starts) - 1)
        stop = bisect_right(starts, replacement.end - 1) if replacement.old else first
        if groups and first <= groups[-1].stop:
            groups[-1].stop = max(stop, groups[-1].stop)
            groups[-1].replacements.append(replacement)
        else:
            groups.append(_Group(first, stop, [replacement]))
        _take_in_what_is_joined_on(text, starts, groups[-1])
    return groups


def _take_in_what_is_joined_on(text: str, starts: list[int], group: _Group) -> None:
    """Where the last line end of the range is gone, the line after it is not the same any more either."""
    while group.stop < len(starts) - 1:
        region = _region_after(text, starts, group)
        if region.endswith("\n") or not region:
            return
        group.stop += 1


def _region_after(text: str, starts: list[int], group: _Group) -> str:
    position = starts[group.first]
    pieces = []
    for replacement in group.replacements:
        pieces += [text[position : replacement.start], replacement.new]
        position = replacement.end
    return "".join([*pieces, text[position : max(starts[group.stop], position)]])


def _count_lines(region: str) -> int:
    return region.count("\n") + (1 if region and not region.endswith("\n") else 0)
