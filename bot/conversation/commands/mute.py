"""`/obelize mute`."""

from bot.conversation.arguments import no_arguments
from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, Refused, Scene, SetMuted
from bot.vocabulary import CommandVerb


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """Whoever takes part may ask for silence; the check stays."""
    del command, scene
    return (SetMuted(muted=True),)


COMMAND = CommandKind(
    verb=CommandVerb.MUTE,
    arguments="",
    read=no_arguments,
    decide=decide,
    examples=("/obelize mute",),
    by_anybody=True,
)
