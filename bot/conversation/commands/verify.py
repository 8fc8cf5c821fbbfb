"""`/obelize verify`."""

from bot.conversation.arguments import no_arguments
from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import AskChecks, Command, Refused, Scene
from bot.vocabulary import CommandRefusal, CommandVerb


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """Of our last commit, an undo too."""
    del command
    if not scene.commits:
        return Refused(refusal=CommandRefusal.NOTHING_TO_VERIFY)
    return (AskChecks(commit_sha=scene.commits[-1].sha),)


COMMAND = CommandKind(
    verb=CommandVerb.VERIFY, arguments="", read=no_arguments, decide=decide, examples=("/obelize verify",), writes=True
)
