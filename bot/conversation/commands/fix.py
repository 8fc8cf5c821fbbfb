"""`/obelize fix`."""

from bot.conversation.arguments import no_arguments
from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, Refused, RunAgain, Scene
from bot.vocabulary import CommandRefusal, CommandVerb


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """One more run of the present head."""
    del command
    if scene.paused:
        return Refused(refusal=CommandRefusal.BOT_IS_PAUSED)
    return (RunAgain(),)


COMMAND = CommandKind(verb=CommandVerb.FIX, arguments="", read=no_arguments, decide=decide, examples=("/obelize fix",))
