"""Reads of answers that tell the same in another way: a text that was missing with an exception, enumerations.

Where the old library raised for what is not there and a handler around the read would have caught it, the read goes
through a function that raises as well. Members of enumerations are compared with members, no more with numbers. What is
read of a stream as a whole, `model_calls` knows.
"""

import ast
from collections.abc import Iterable, Sequence

from bot.packs.schema import Pack
from bot.rules.answers.names import Names
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.rules.model_objects.moved_file import moved_file
from bot.rules.reads.enumerations import Enumerations
from bot.rules.reads.raising import Raising
from bot.rules.reads.tables import ReadTables as Parameters
from bot.scan.rows import FileView, Sighting
from bot.vocabulary import Bail, FindingKind

__all__ = ["Parameters", "judge"]


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the members that the tables name, and of those that may be missing only what a handler is around."""
    names = Names(view.anatomy)
    raising = Raising(view, parameters.missing)
    enumerations = Enumerations(view, names, parameters, pack)
    for index, one in enumerate(sightings):
        symbol = view.surface.canonical(one.row.symbol or "")
        node = one.node
        gathered = moved_file(view, sightings, pack).gathered(getattr(node, "func", node))
        if gathered is not None:
            yield index, gathered
            continue
        if one.row.searched or one.row.kind is not FindingKind.ATTRIBUTE or not isinstance(node, ast.Attribute):
            continue
        if symbol in parameters.missing.members and raising.is_caught(node):
            edits = raising.edits(node)
            yield index, Withhold(Bail.MISSING_PART_CAUGHT) if edits is None else Migrate(edits)
        elif (symbol in parameters.withheld and raising.is_caught(node)) or (
            symbol in parameters.missing.items and raising.is_item_caught(node)
        ):
            yield index, Withhold(Bail.MISSING_PART_CAUGHT)
        elif symbol in parameters.enumerations:
            found = enumerations.edits(node, one.scope, parameters.enumerations[symbol])
            yield index, Withhold(Bail.ANSWER_PART_UNKNOWN) if found is None else Migrate(found)
        elif symbol in parameters.guarded:
            guarded = enumerations.guarded(node)
            if guarded is not None:
                yield index, Migrate(guarded)
