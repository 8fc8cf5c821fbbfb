"""Who asked for a run: a delivery, or a person by a command."""

from dataclasses import dataclass

import sqlalchemy as sa

from bot.conversation.grammar import parse
from bot.models.conversation import Command
from bot.store import commands
from bot.vocabulary import CommandVerb

_ASK_FOR_RUNS = (CommandVerb.FIX, CommandVerb.ANSWER, CommandVerb.REVISE, CommandVerb.REPLY, CommandVerb.RESUME)


@dataclass(frozen=True, slots=True)
class AskedBy:
    """`command` are the verbs of the comment that ask for a run, `given_by` is the login of who wrote it."""

    delivery: str | None
    command: str | None = None
    given_by: str | None = None


def asked_by(connection: sa.Connection, repository_id: int, trigger: str | None) -> AskedBy:
    """What stands behind the trigger of a run's row."""
    given = commands.triggering(connection, repository_id, trigger) if trigger is not None else None
    if given is None:
        return AskedBy(trigger)
    parsed = [parse(line) for line in given.lines.split("\n")]
    verbs = [one.verb for one in parsed if isinstance(one, Command) and one.verb in _ASK_FOR_RUNS]
    return AskedBy(trigger if trigger != given.id else None, ", ".join(dict.fromkeys(verbs)), given.speaker)
