"""`/obelize reply`, with the reply in a fence below it."""

from bot.conversation.arguments import no_arguments
from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, Refused, RunAgain, Scene, TakeReply
from bot.vocabulary import CommandRefusal, CommandVerb


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """Whether it is one to the open turn is told by its own words; then the run goes on from it."""
    del command
    if scene.paused:
        return Refused(refusal=CommandRefusal.BOT_IS_PAUSED)
    if scene.newest is None:
        return Refused(refusal=CommandRefusal.NO_RUN)
    return (TakeReply(head_sha=scene.newest.head_sha), RunAgain())


COMMAND = CommandKind(
    verb=CommandVerb.REPLY,
    arguments="",
    read=no_arguments,
    decide=decide,
    examples=("/obelize reply",),
    writes=True,
)
