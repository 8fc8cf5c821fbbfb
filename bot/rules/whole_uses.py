"""Withholds what gives objects that are shown or handed on as wholes, where the new library has other objects.

It stands before the rules that rewrite such calls: whatever they could write, what is shown would be another text.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.packs.schema import DottedName, Pack
from bot.rules.engine.verdict import Verdict, Withhold
from bot.rules.reads.whole import WholeUse, held_classes, whole_uses
from bot.scan.rows import FileView, Sighting
from bot.scan.values import as_object
from bot.vocabulary import FindingKind


class Parameters(LightRecord):
    """`classes` are those whose objects say something else about themselves in the new library."""

    classes: Annotated[tuple[DottedName, ...], Bounds(min_length=1)]


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the calls that give such an object, and the members that hold one."""
    del pack
    known = {node for one in sightings for node in (one.node, getattr(one.node, "func", one.node))}
    uses = list(whole_uses(view, parameters.classes, known))
    for index, one in enumerate(sightings) if uses else ():
        if one.row.kind in {FindingKind.METHOD_CALL, FindingKind.CALL, FindingKind.ATTRIBUTE}:
            found = next(_uses_of(view, one, uses), None)
            if found is not None:
                yield index, Withhold(found.bail, f"Line {found.line}.")


def _uses_of(view: FileView, one: Sighting, uses: Iterable[WholeUse]) -> Iterator[WholeUse]:
    node = one.node if isinstance(one.node, ast.expr) else None
    parent = view.anatomy.parents.get(node) if node is not None else None
    given = parent if isinstance(parent, ast.Call) and parent.func is node else node
    if given is None:
        return
    classes = {cls for value in view.resolver.values(given, one.scope) for cls in held_classes(view, as_object(value))}
    yield from (use for use in uses if use.classes & classes)
