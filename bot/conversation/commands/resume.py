"""`/obelize resume`."""

from bot.conversation.arguments import no_arguments
from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, Refused, RunAgain, Scene, SetMuted, SetPaused
from bot.vocabulary import CommandVerb


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """Ends both pause and mute; the head is read, since it may have been passed over."""
    del command, scene
    return (SetPaused(paused=False), SetMuted(muted=False), RunAgain())


COMMAND = CommandKind(
    verb=CommandVerb.RESUME, arguments="", read=no_arguments, decide=decide, examples=("/obelize resume",)
)
