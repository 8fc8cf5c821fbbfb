"""`/obelize help`."""

from bot.conversation.arguments import no_arguments
from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, Refused, Scene, TellCommands
from bot.vocabulary import CommandVerb


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """Always."""
    del command, scene
    return (TellCommands(),)


COMMAND = CommandKind(
    verb=CommandVerb.HELP,
    arguments="",
    read=no_arguments,
    decide=decide,
    examples=("/obelize help",),
    on_issues=None,
)
