"""`/obelize explain N`."""

from bot.conversation.arguments import one_number
from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, Explain, Refused, Scene
from bot.vocabulary import CommandRefusal, CommandVerb


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """Of the run that the person saw, even if the head has moved: nothing is written."""
    offering = scene.shown or scene.newest
    if offering is None:
        return Refused(refusal=CommandRefusal.NO_RUN)
    return (Explain(run_id=offering.run_id, number=command.numbers[0]),)


COMMAND = CommandKind(
    verb=CommandVerb.EXPLAIN, arguments="N", read=one_number, decide=decide, examples=("/obelize explain 2",)
)
