"""`/obelize pause`."""

from bot.conversation.arguments import no_arguments
from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, Refused, Scene, SetPaused
from bot.vocabulary import CommandVerb


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """The check of a later head says so, and a run at work ends."""
    del command, scene
    return (SetPaused(paused=True),)


COMMAND = CommandKind(
    verb=CommandVerb.PAUSE,
    arguments="",
    read=no_arguments,
    decide=decide,
    examples=("/obelize pause",),
)
