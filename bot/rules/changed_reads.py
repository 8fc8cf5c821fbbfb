"""Reads of answers that tell the same in another way: a text that was missing with an exception, enumerations.

Where the old library raised for what is not there and a handler around the read would have caught it, the read goes
through a function that raises as well. Members of enumerations are compared with members, no more with numbers. What is
read of a stream as a whole, `model_calls` knows.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence

from bot.packs.schema import Pack
from bot.rules.answers.names import Names
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.rules.model_objects.moved_file import moved_file
from bot.rules.reads.enumerations import Enumerations
from bot.rules.reads.helpers import helpers_of
from bot.rules.reads.raising import Raising
from bot.rules.reads.tables import ReadTables as Parameters
from bot.scan.rows import FileView, Sighting
from bot.vocabulary import Bail, FindingKind

__all__ = ["Parameters", "judge"]


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the members that the tables name, and of those that may be missing only what a handler is around."""
    verdicts = list(_verdicts(view, sightings, pack, parameters))
    definitions = helpers_of(view).definitions
    for index, verdict, is_helped in verdicts:
        yield index, verdict.with_replacements(definitions) if is_helped and isinstance(verdict, Migrate) else verdict


def _verdicts(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterator[tuple[int, Verdict, bool]]:
    """By the index of each sighting; and whether what is written calls a function that the file has to get."""
    names = Names(view.anatomy)
    raising = Raising(view, parameters.missing)
    enumerations = Enumerations(view, names, parameters, pack)
    for index, one in enumerate(sightings):
        symbol = view.surface.canonical(one.row.symbol or "")
        node = one.node
        moved = moved_file(view, sightings, pack)
        gathered = moved.gathered(getattr(node, "func", node))
        if gathered is not None:
            yield index, gathered, True
            continue
        unknown = one.row.searched and not moved.knows(one)
        if unknown or one.row.kind is not FindingKind.ATTRIBUTE or not isinstance(node, ast.Attribute):
            continue
        if symbol in parameters.missing.members and raising.is_told_apart(node) and moved.may_be_sent(node):
            # For a message of a chat that was blocked the old library raised another error, before anything was read.
            yield index, Withhold(Bail.MISSING_PART_CAUGHT), False
        elif symbol in parameters.missing.members and raising.may_be_caught(node):
            edits = raising.edits(node)
            yield index, Withhold(Bail.MISSING_PART_CAUGHT) if edits is None else Migrate(edits), True
        elif (symbol in parameters.withheld and raising.is_caught(node)) or (
            symbol in parameters.missing.items and raising.is_item_caught(node)
        ):
            yield index, Withhold(Bail.MISSING_PART_CAUGHT), False
        elif symbol in parameters.enumerations:
            found = enumerations.edits(node, one.scope, parameters.enumerations[symbol])
            yield index, Withhold(Bail.ANSWER_PART_UNKNOWN) if found is None else Migrate(found), False
        elif symbol in parameters.guarded:
            guarded = enumerations.guarded(node)
            if guarded is not None:
                yield index, Migrate(guarded), False
