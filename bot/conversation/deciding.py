"""What a command comes to in the state that stands: the acts to carry out, or why none."""

from bot.conversation.kind import Acts
from bot.conversation.kinds import command_kinds
from bot.models.conversation import Command, Refused, Scene
from bot.vocabulary import CommandRefusal


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """Asked after the permission."""
    kind = command_kinds()[command.verb]
    if kind.on_issues is False and not scene.is_pull:
        return Refused(refusal=CommandRefusal.NOT_ON_ISSUES)
    if kind.on_issues is True and scene.is_pull:
        return Refused(refusal=CommandRefusal.ONLY_ON_ISSUES)
    return kind.decide(command, scene)


def is_writing(command: Command | Refused) -> bool:
    """Whether carrying it out needs the pull request for itself."""
    return isinstance(command, Command) and command_kinds()[command.verb].writes


def is_for_anybody(command: Command | Refused) -> bool:
    """Whether no permission to write is needed to have it carried out."""
    return isinstance(command, Command) and command_kinds()[command.verb].by_anybody
