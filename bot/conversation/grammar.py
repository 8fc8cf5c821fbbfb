"""One line of a comment as a command. The grammar is closed: a verb, numbers, a commit, a key and value.

No option of anything can be set by a comment, and no text of it goes further than these arguments.
"""

from difflib import get_close_matches

from bot.conversation.kinds import command_kinds
from bot.conversation.spoken import NAME
from bot.models.conversation import Command, Refused
from bot.vocabulary import CommandRefusal

_KINDS = {verb.value: kind for verb, kind in command_kinds().items()}
_LIKENESS = 0.75
"""A slip of the finger, not another word."""


def parse(line: str) -> Command | Refused:
    """The command that a spoken line gives; what it cannot be read as is told with the way to write it."""
    _, verb, rest = (*line.split(maxsplit=2), "", "")[:3]
    kind = _KINDS.get(verb.lower())
    if kind is None:
        return Refused(refusal=CommandRefusal.UNKNOWN_COMMAND, detail=_nearest(verb.lower()))
    command = kind.read(kind.verb, rest.strip())
    if command is None:
        return Refused(refusal=CommandRefusal.WRONG_ARGUMENTS, detail=f"It is written `{kind.usage}`.")
    return command


def _nearest(word: str) -> str | None:
    near = get_close_matches(word[:40], _KINDS, n=1, cutoff=_LIKENESS)
    return f"Perhaps `{NAME} {near[0]}`?" if near else None
