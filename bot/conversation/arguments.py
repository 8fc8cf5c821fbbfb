"""The arguments that commands share: proposal numbers, and the beginning of a commit's name behind `@`."""

import re

from bot.models.conversation import Command
from bot.vocabulary import CommandVerb

MOST_NUMBERS = 100
"""In one command; a run offers fewer."""

_NUMBER = r"[1-9][0-9]{0,3}"
_PART = rf"{_NUMBER}(?:\s*-\s*{_NUMBER})?"
_LIST = rf"{_PART}(?:\s*,\s*{_PART})*"
_COMMIT = r"@(?P<head>[0-9a-fA-F]{7,40})"
_SELECTION = re.compile(rf"(?:(?P<every>all)|(?P<numbers>{_LIST}))(?:\s*{_COMMIT})?(?:\s+(?P<rest>.*))?", re.IGNORECASE)
_ONLY_COMMIT = re.compile(_COMMIT)
_ONLY_NUMBER = re.compile(_NUMBER)


def no_arguments(verb: CommandVerb, text: str) -> Command | None:
    """A command that is its verb alone."""
    return None if text else Command(verb=verb)


def perhaps_commit(verb: CommandVerb, text: str) -> Command | None:
    """Nothing, or `@` and the beginning of a commit's name, 7 to 40 characters of it."""
    if not text:
        return Command(verb=verb)
    found = _ONLY_COMMIT.fullmatch(text)
    return Command(verb=verb, head=found["head"].lower()) if found else None


def one_number(verb: CommandVerb, text: str) -> Command | None:
    """One number."""
    return Command(verb=verb, numbers=(int(text),)) if _ONLY_NUMBER.fullmatch(text) else None


def perhaps_number(verb: CommandVerb, text: str) -> Command | None:
    """One number or none."""
    return one_number(verb, text) if text else Command(verb=verb)


def selection(verb: CommandVerb, text: str) -> Command | None:
    """`2`, `1,3`, `1-4`, mixed, or `all`, and perhaps the commit; what stands behind becomes the `reason`."""
    found = _SELECTION.fullmatch(text)
    if found is None:
        return None
    numbers = _numbers(found["numbers"]) if found["numbers"] else ()
    if numbers is None:
        return None
    head = found["head"].lower() if found["head"] else None
    reason = (found["rest"] or "").strip() or None
    return Command(verb=verb, numbers=numbers, every=found["every"] is not None, head=head, reason=reason)


def selection_alone(verb: CommandVerb, text: str) -> Command | None:
    """A selection with nothing behind it."""
    command = selection(verb, text)
    return command if command is not None and command.reason is None else None


def _numbers(text: str) -> tuple[int, ...] | None:
    """Sorted, each once; null where a range runs backwards or there are too many."""
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = (side.strip() for side in part.partition("-"))
        start, end = int(first), int(last or first)
        if end < start or end - start >= MOST_NUMBERS:
            return None
        found.update(range(start, end + 1))
    return tuple(sorted(found)) if len(found) <= MOST_NUMBERS else None
