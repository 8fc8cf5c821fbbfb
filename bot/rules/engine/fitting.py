"""Puts planned edits and line breaks together, so that what is written is still made of planned edits alone."""

import ast
import io
import tokenize
from collections.abc import Sequence
from itertools import pairwise

from bot.models.struct import Frozen
from bot.rules.engine.line_breaks import Gap, line_breaks, width
from bot.rules.engine.rewrite import rewrite
from bot.rules.engine.splice import spliced
from bot.scan.examine import parse
from bot.scan.facts import Fitted, Replacement
from bot.scan.source_text import SourceText, read_source, text_source
from bot.vocabulary import Bail

_LONGEST = 4_000
"""Of a replacement, as `Replacement` has it."""


def rewrite_fitted(
    data: bytes, replacements: Sequence[Replacement], limit: int | None
) -> tuple[bytes, tuple[Fitted, ...]] | Bail:
    """The file with its replacements (`rewrite`), lines that became longer than `limit` broken; None breaks none."""
    result = rewrite(data, replacements)
    source = read_source(data)
    if isinstance(result, Bail) or limit is None or not isinstance(source, SourceText):
        return result if isinstance(result, Bail) else (result, ())
    found = fitted(source.text, replacements, limit)
    broken = spliced(source.text, with_fitted(replacements, found))
    return (result, ()) if isinstance(broken, Bail) or not found else (source.encode(broken), found)


def fitted(text: str, replacements: Sequence[Replacement], limit: int) -> tuple[Fitted, ...]:
    """What takes the place of which of the edits, so that no line becomes longer than `limit` that was not before.

    Nothing where no line does, and where breaking it would change more than spaces, line ends and a last comma.
    """
    edits = sorted(set(replacements), key=lambda one: (one.start, one.end))
    after = spliced(text, edits)
    if isinstance(after, Bail):
        return ()
    placed = _placed(edits)
    found: list[Fitted] = []
    for line in _too_long(text, after, placed, limit):
        one = _fitted(text, after, placed, line_breaks(after, [line], limit))
        if one is not None:
            found.append(one)
    result = _without_those_that_meet(found)
    return result if _says_the_same(after, text, edits, result) else ()


class _Placed(Frozen):
    """An edit, and where its new text stands afterwards."""

    edit: Replacement
    start: int
    end: int


def _placed(edits: Sequence[Replacement]) -> list[_Placed]:
    found = []
    shift = 0
    for edit in edits:
        start = edit.start + shift
        found.append(_Placed(edit, start, start + len(edit.new)))
        shift += len(edit.new) - len(edit.old)
    return found


def _too_long(text: str, after: str, placed: Sequence[_Placed], limit: int) -> list[int]:
    """The lines that hold an edit and are too long, where none of the lines that stood there was."""
    found: dict[int, bool] = {}
    lines = after.split("\n")
    for one in placed:
        first, last = after.count("\n", 0, one.start), after.count("\n", 0, one.end)
        was = any(width(line.rstrip("\r")) > limit for line in _lines_of(text, one.edit.start, one.edit.end))
        for line in range(first, last + 1):
            if width(lines[line].rstrip("\r")) > limit:
                found[line] = found.get(line, False) or was
    return sorted(line for line, was in found.items() if not was)


def _lines_of(text: str, start: int, end: int) -> list[str]:
    begin = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    return text[begin : stop if stop >= 0 else len(text)].split("\n")


def _fitted(text: str, after: str, placed: Sequence[_Placed], gaps: Sequence[Gap]) -> Fitted | None:
    """The line breaks of one line with the edits that they meet, in the offsets of the text before."""
    if not gaps:
        return None
    pieces = [(gap.start, gap.end) for gap in gaps] + [(one.start, one.end) for one in placed]
    clusters: list[tuple[int, int]] = []
    for start, end in sorted(pieces):
        if clusters and start <= clusters[-1][1]:
            clusters[-1] = (clusters[-1][0], max(end, clusters[-1][1]))
        else:
            clusters.append((start, end))
    touched = [one for one in clusters if any(one[0] <= gap.start and gap.end <= one[1] for gap in gaps)]
    region = (gaps[0].start, gaps[-1].end)
    line = after.rfind("\n", 0, region[0]) + 1
    near = [one for one in placed if line <= one.end and one.start <= region[1]]
    by = tuple(_carried_back(text, after, placed, gaps, cluster) for cluster in touched)
    if any(len(one.old) > _LONGEST or len(one.new) > _LONGEST for one in by) or not near:
        return None
    gone = {one.edit for one in placed if any(start <= one.start and one.end <= end for start, end in touched)}
    kept = [one.edit for one in near if one.edit not in gone]
    return Fitted(instead_of=tuple(one.edit for one in near), by=tuple(sorted((*by, *kept), key=_place)))


def _place(one: Replacement) -> tuple[int, int]:
    return one.start, one.end


def _carried_back(
    text: str, after: str, placed: Sequence[_Placed], gaps: Sequence[Gap], cluster: tuple[int, int]
) -> Replacement:
    """One stretch of the text afterwards, with its line breaks, as an edit of the text before."""
    start, end = cluster
    shift_before = sum(len(one.edit.new) - len(one.edit.old) for one in placed if one.end < start)
    shift_after = sum(len(one.edit.new) - len(one.edit.old) for one in placed if one.end <= end)
    pieces, position = [], start
    for gap in gaps:
        if start <= gap.start and gap.end <= end:
            pieces += [after[position : gap.start], gap.new]
            position = gap.end
    pieces.append(after[position:end])
    before_start, before_end = start - shift_before, end - shift_after
    return Replacement(start=before_start, end=before_end, old=text[before_start:before_end], new="".join(pieces))


def _without_those_that_meet(found: Sequence[Fitted]) -> tuple[Fitted, ...]:
    """Those whose edits are apart: of two lines of one call the first is broken with all of it."""
    kept: list[Fitted] = []
    for one in found:
        if not any(set(one.instead_of) & set(other.instead_of) or _meet(one, other) for other in kept):
            kept.append(one)
    return tuple(kept)


def _meet(one: Fitted, other: Fitted) -> bool:
    places = sorted([_place(each) for each in one.by] + [_place(each) for each in other.by])
    return any(second[0] < first[1] or first == second for first, second in pairwise(places))


def _says_the_same(after: str, text: str, edits: Sequence[Replacement], found: Sequence[Fitted]) -> bool:
    """Whether the lines are broken and nothing else is different: the same tree, the same comments in their order."""
    broken = spliced(text, with_fitted(edits, found))
    if isinstance(broken, Bail):
        return False
    trees = [parse(text_source(one)) for one in (after, broken)]
    if any(isinstance(tree, Bail) for tree in trees):
        return False
    one, other = (ast.dump(tree) for tree in trees if not isinstance(tree, Bail))
    return one == other and _comments(after) == _comments(broken)


def _comments(text: str) -> list[str]:
    found = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token.string for token in found if token.type == tokenize.COMMENT]


def with_fitted(edits: Sequence[Replacement], found: Sequence[Fitted]) -> list[Replacement]:
    """The edits, with those exchanged that were fitted; edits that have nothing to do with a broken line stay."""
    gone = {edit for one in found for edit in one.instead_of}
    return [*(edit for edit in edits if edit not in gone), *(edit for one in found for edit in one.by)]
