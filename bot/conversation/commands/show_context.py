"""`/obelize show-context [N]`."""

from bot.conversation.arguments import perhaps_number
from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, Refused, Scene, ShowContext
from bot.vocabulary import CommandRefusal, CommandVerb


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """Of the run that the person saw."""
    offering = scene.shown or scene.newest
    if offering is None:
        return Refused(refusal=CommandRefusal.NO_RUN)
    return (ShowContext(run_id=offering.run_id, number=command.numbers[0] if command.numbers else None),)


COMMAND = CommandKind(
    verb=CommandVerb.SHOW_CONTEXT,
    arguments="[N]",
    read=perhaps_number,
    decide=decide,
    examples=("/obelize show-context", "/obelize show-context 2"),
)
