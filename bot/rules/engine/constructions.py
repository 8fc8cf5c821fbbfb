"""Calls of a class, or function, that is called otherwise in the new library: which can be carried over, and how."""

import ast
from collections.abc import Mapping
from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.reading import read
from bot.models.struct import altered, anew
from bot.packs.schema import Identifier, Pack
from bot.rules.engine.call_text import CallText
from bot.rules.engine.once import once
from bot.scan.facts import Replacement
from bot.scan.rows import FileView


class Added(LightRecord):
    """An argument that the call gets where it does not state it: `position` is the place at which it may stand."""

    keyword: Identifier
    value: Annotated[str, Bounds(pattern=r"^(?:True|False|None|[0-9]+)$")]
    position: Annotated[int, Bounds(ge=0, le=99)]


class Construction(LightRecord):
    """Which calls of a name can be carried over, and how.

    With at most `positional` arguments by position, and by name those of `keywords` (name to name in the new library);
    those of `dropped` go where their value is a constant. `added` is what keeps a default as it was.
    """

    positional: Annotated[int, Bounds(ge=0, le=99)]
    keywords: dict[Identifier, Identifier] = anew(dict)
    dropped: tuple[Identifier, ...] = ()
    added: Added | None = None


@once
def constructions_of(pack: Pack) -> Mapping[str, Construction]:
    """By the old full name, gathered from all changes of the pack that rename such."""
    stated = (change.parameters.get("calls", {}) for change in pack.changes if "symbols" in change.parameters)
    return {name: read(Construction, one) for calls in stated for name, one in calls.items()}


def construction_edits(view: FileView, call: ast.Call, construction: Construction) -> tuple[Replacement, ...] | None:
    """The edits of a call's arguments; None where it cannot be carried over."""
    text = CallText.of(view, call)
    dropped = [keyword for keyword in call.keywords if keyword.arg in construction.dropped]
    kept = [keyword.arg for keyword in call.keywords if keyword not in dropped]
    constants = all(isinstance(keyword.value, ast.Constant) for keyword in dropped)
    known = all(name in construction.keywords for name in kept)
    if not text.is_plain or len(call.args) > construction.positional or not known or not constants:
        return None
    if len(dropped) > 1 or (dropped and "#" in text.without_keyword(dropped[0]).old):
        return None
    edits = [text.without_keyword(keyword) for keyword in dropped]
    added = construction.added
    if added is not None and len(call.args) <= added.position and added.keyword not in kept:
        if dropped and dropped[0] is call.keywords[-1]:
            edits = [_instead(text, edits[0], added)]
        else:
            edits.append(text.added_keyword(added.keyword, added.value))
    return (*edits, *text.renamed_keywords(construction.keywords))


def _instead(text: CallText, removal: Replacement, added: Added) -> Replacement:
    """One argument in the place of another: two edits at one place would have no order."""
    first = removal.start == text.opened + 1 or not removal.old.lstrip().startswith(",")
    stated = f"{added.keyword}={added.value}"
    return altered(removal, new=stated if first else f", {stated}")
