"""`/obelize reject NUMBERS [REASON]`."""

from bot.conversation.arguments import selection
from bot.conversation.kind import Acts, CommandKind
from bot.conversation.offered import proposals_meant, run_meant
from bot.models.conversation import Command, Decline, Refused, Scene
from bot.vocabulary import CommandVerb


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """They are not offered again, whatever is pushed, while their place stays as it is."""
    offering = run_meant(command, scene)
    if isinstance(offering, Refused):
        return offering
    meant = proposals_meant(command, scene, offering)
    if isinstance(meant, Refused):
        return meant
    numbers = tuple(one.number for one in meant)
    return (Decline(run_id=offering.run_id, numbers=numbers, reason=command.reason),)


COMMAND = CommandKind(
    verb=CommandVerb.REJECT,
    arguments="N | N,M | N-M | all [@COMMIT] [REASON]",
    read=selection,
    decide=decide,
    examples=("/obelize reject 2", "/obelize reject 1,3 we drop this module"),
)
