"""Why GitHub did not take a commit, in our words. Pure.

Its sentences are matched by their most telling part, whatever stands around them: they are no promise (GITHUB.md §6),
and what is not known reads as a refusal without a reason of its own.
"""

import re

from bot.forge.errors import (
    Conflict,
    Forbidden,
    ForgeError,
    Locked,
    Missing,
    NotGranted,
    QueryRefused,
    Refused,
    Suspended,
)
from bot.models import conversation
from bot.vocabulary import CommandRefusal

LARGEST_COMMIT = 1_500_000
"""Characters of base64 in one commit: GitHub names no limit, and timeouts were seen from a few MB on."""

_STALE = "STALE_DATA"
_HIDDEN = frozenset({"FORBIDDEN", "NOT_FOUND"})
_MOVED = re.compile(r"not a fast.forward|is at [0-9a-f]{40} but expected|reference does not exist", re.IGNORECASE)
_QUEUED = re.compile(r"merge queue", re.IGNORECASE)
_RULE = re.compile(r"protected (?:branch|ref)|rule violations?|GH006|GH013", re.IGNORECASE)
_WORKFLOW = re.compile(r"without `?workflows`? permission", re.IGNORECASE)


def refusal_of(error: ForgeError, *, from_fork: bool) -> conversation.Refused | None:
    """What the person who asked for the commit is told; None where it is no refusal: it is unknown what became of it.

    `from_fork`: the branch lies in a fork, to which nobody granted the App anything.
    """
    if isinstance(error, NotGranted):
        return _refused(CommandRefusal.NOT_GRANTED)
    if isinstance(error, Suspended | Locked):
        return None
    if not isinstance(error, Conflict | Forbidden | Missing | QueryRefused | Refused):
        return None
    if isinstance(error, Conflict) or (isinstance(error, QueryRefused) and _STALE in error.kinds):
        return _refused(CommandRefusal.HEAD_MOVED)
    return _refused(_by_sentence(" ".join((error.message, *_reasons(error)))) or _by_kind(error, from_fork=from_fork))


def _by_sentence(said: str) -> CommandRefusal | None:
    if _WORKFLOW.search(said):
        return CommandRefusal.PATH_NEVER_WRITTEN
    # A rule may be that changes have to pass the queue, so what says "rule" comes first.
    if _RULE.search(said):
        return CommandRefusal.BRANCH_PROTECTED
    if _QUEUED.search(said):
        return CommandRefusal.IN_MERGE_QUEUE
    return CommandRefusal.HEAD_MOVED if _MOVED.search(said) else None


def _by_kind(error: ForgeError, *, from_fork: bool) -> CommandRefusal:
    hidden = isinstance(error, Forbidden | Missing) or (
        isinstance(error, QueryRefused) and not _HIDDEN.isdisjoint(error.kinds)
    )
    return CommandRefusal.FORK_NOT_WRITABLE if hidden and from_fork else CommandRefusal.GITHUB_REFUSED


def _reasons(error: ForgeError) -> tuple[str, ...]:
    return error.messages if isinstance(error, QueryRefused | Refused) else ()


def _refused(word: CommandRefusal) -> conversation.Refused:
    return conversation.Refused(refusal=word)
