"""What a story at the terminal is told by: `--say 'LOGIN: comment'` and `--ci CONCLUSION`, each in order."""

from collections.abc import Iterable

from bot.cli.errors import CommandError
from bot.models.struct import Frozen
from bot.playground.people.collaborators import ROLES
from bot.playground.world.checks import WORST_FIRST

NEVER = "never"
"""For CI that takes notice of a head and never begins."""

CONCLUSIONS = (*WORST_FIRST, NEVER)


class Said(Frozen):
    """One comment to be made, and by whom."""

    login: str
    text: str


def read_sayings(given: Iterable[str]) -> tuple[Said, ...]:
    """Raises CommandError for what has no colon, no text, or another login than the three."""
    return tuple(_read(each) for each in given)


def read_conclusions(given: Iterable[str]) -> tuple[str, ...]:
    """Raises CommandError for a word that no check ends with."""
    found = tuple(given)
    for each in found:
        if each not in CONCLUSIONS:
            raise CommandError(f"{each!r} is no conclusion; --ci knows {', '.join(CONCLUSIONS)}.")
    return found


def _read(given: str) -> Said:
    login, colon, text = given.partition(":")
    if not colon or not text.strip():
        raise CommandError(f"--say wants 'LOGIN: comment', not {given!r}.")
    if login.strip() not in ROLES:
        raise CommandError(f"{login.strip()!r} is nobody here; --say knows {', '.join(ROLES)}.")
    return Said(login=login.strip(), text=text.strip())
