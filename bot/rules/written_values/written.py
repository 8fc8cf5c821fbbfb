"""A value as it is written for the new library, and what has to come along with it."""

import ast
from collections.abc import Iterable

from bot.models.struct import Frozen
from bot.rules.answers.flow import Problem
from bot.scan.facts import Replacement

__all__ = ["Problem", "Written"]


class Written(Frozen):
    """`text` is an expression, for another place than the one where it stands now. `inside` are the edits by which it
    becomes that in its place; the library's names in it are left to the rules of their rows. `edits` are needed
    elsewhere in the file, where names that it reads are defined.

    `needs`: modules of the new library that it reads by the name that was asked for. `within_file`: names that no other
    file may use (attributes with a dot before). `notes`: sentences of the pack about what differs at the edges.
    `taken`: the nodes of which `text` holds the new form already; whoever writes it somewhere answers for their rows.
    """

    text: str
    inside: tuple[Replacement, ...] = ()
    edits: tuple[Replacement, ...] = ()
    needs: frozenset[str] = frozenset()
    within_file: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    taken: frozenset[ast.AST] = frozenset()


def gathered(text: str, parts: Iterable[Written], inside: tuple[Replacement, ...] = ()) -> Written:
    """One expression that was put together from others, and is made in its place by the edits `inside`."""
    listed = tuple(parts)
    return Written(
        text,
        inside=inside,
        edits=tuple(edit for part in listed for edit in part.edits),
        needs=frozenset().union(*(part.needs for part in listed)),
        within_file=frozenset().union(*(part.within_file for part in listed)),
        notes=tuple(dict.fromkeys(note for part in listed for note in part.notes)),
        taken=frozenset().union(*(part.taken for part in listed)),
    )
