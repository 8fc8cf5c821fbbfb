"""`/obelize apply`."""

from bot.conversation.arguments import perhaps_commit
from bot.conversation.kind import Acts, CommandKind
from bot.conversation.offered import run_meant
from bot.models.conversation import Command, Refused, Scene, WriteCommit
from bot.vocabulary import CommandRefusal, CommandVerb, CommitKind


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """The files of the run's rules, all of them: they were planned together."""
    offering = run_meant(command, scene)
    if isinstance(offering, Refused):
        return offering
    if not offering.files:
        return Refused(refusal=CommandRefusal.NOTHING_TO_APPLY)
    return (WriteCommit(kind=CommitKind.APPLY, run_id=offering.run_id, head_sha=offering.head_sha),)


COMMAND = CommandKind(
    verb=CommandVerb.APPLY,
    arguments="[@COMMIT]",
    read=perhaps_commit,
    decide=decide,
    examples=("/obelize apply", "/obelize apply @ab12cd3"),
    writes=True,
)
