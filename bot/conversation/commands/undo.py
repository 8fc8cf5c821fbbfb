"""`/obelize undo`."""

from bot.conversation.arguments import no_arguments
from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, Refused, Scene, TakeBack
from bot.vocabulary import CommandRefusal, CommandVerb, CommitKind


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """The newest of our commits that was not taken back: undo after undo goes further back."""
    del command
    taken_back = {commit.parent_run_id for commit in scene.commits if commit.kind is CommitKind.UNDO}
    standing = [c for c in scene.commits if c.kind is not CommitKind.UNDO and c.run_id not in taken_back]
    if not standing:
        return Refused(refusal=CommandRefusal.NOTHING_TO_UNDO)
    return (TakeBack(commit_sha=standing[-1].sha),)


COMMAND = CommandKind(
    verb=CommandVerb.UNDO, arguments="", read=no_arguments, decide=decide, examples=("/obelize undo",), writes=True
)
