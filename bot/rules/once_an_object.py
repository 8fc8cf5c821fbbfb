"""Withholds calls that the old library answers differently when they are made on one object a second time.

A call that is made once is left to the other rules.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.packs.schema import DottedName, Pack
from bot.rules.engine.verdict import Verdict, Withhold
from bot.scan.identity import Identity, Key, Use
from bot.scan.rows import FileView, Sighting
from bot.vocabulary import Bail


class Parameters(LightRecord):
    """`calls`: methods, by their full names, that may be called once on an object."""

    calls: Annotated[frozenset[DottedName], Bounds(min_length=1)]


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the calls that may be the second one, or be followed by it."""
    del pack
    identity = Identity(view, frozenset())
    calls = [
        (index, identity.use(sighting.node.func, sighting.node.func.value, sighting.scope))
        for index, sighting in enumerate(sightings)
        if isinstance(sighting.node, ast.Call)
        and isinstance(sighting.node.func, ast.Attribute)
        and view.surface.canonical(sighting.row.symbol or "") in parameters.calls
    ]
    by_key: dict[Key, list[Use]] = defaultdict(list)
    for _, use in calls:
        for key in identity.keys(use.what, use.scope):
            by_key[key].append(use)
    for index, use in calls:
        keys = identity.keys(use.what, use.scope)
        again = any(identity.may_any_follow(use.place, by_key[key]) for key in keys)
        if again or identity.may_follow(use.place, use.place, use.what, use.scope):
            yield index, Withhold(Bail.CALLED_AGAIN)
