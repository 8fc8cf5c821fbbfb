"""`/obelize migrate`, on an issue."""

from bot.conversation.arguments import no_arguments
from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, OpenMigration, Refused, Scene
from bot.vocabulary import CommandVerb


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """Whether there is anything to migrate is found out by the run."""
    del command, scene
    return (OpenMigration(),)


COMMAND = CommandKind(
    verb=CommandVerb.MIGRATE,
    arguments="",
    read=no_arguments,
    decide=decide,
    examples=("/obelize migrate",),
    on_issues=True,
    writes=True,
)
