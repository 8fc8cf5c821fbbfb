"""`/obelize accept NUMBERS`."""

from bot.conversation.arguments import selection_alone
from bot.conversation.kind import Acts, CommandKind
from bot.conversation.offered import listed, proposals_meant, run_meant
from bot.models.conversation import Command, Refused, Scene, WriteCommit
from bot.models.offering import OfferedProposal
from bot.vocabulary import CommandRefusal, CommandVerb, CommitKind


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """The stored bytes of each proposal, in one commit; of one file only one, since each was checked alone."""
    offering = run_meant(command, scene)
    if isinstance(offering, Refused):
        return offering
    meant = proposals_meant(command, scene, offering)
    if isinstance(meant, Refused):
        return meant
    first = {one.path: one for one in reversed(meant)}
    if not command.every and len(first) < len(meant):
        return Refused(refusal=CommandRefusal.FILE_ALREADY_CHANGED, detail=_sharing(meant))
    numbers = tuple(sorted(one.number for one in first.values()))
    return (WriteCommit(kind=CommitKind.ACCEPT, run_id=offering.run_id, head_sha=offering.head_sha, numbers=numbers),)


def _sharing(meant: tuple[OfferedProposal, ...]) -> str:
    paths = [one.path for one in meant]
    numbers = [one.number for one in meant if paths.count(one.path) > 1]
    return f"They share a file: {listed(numbers)}."


COMMAND = CommandKind(
    verb=CommandVerb.ACCEPT,
    arguments="N | N,M | N-M | all [@COMMIT]",
    read=selection_alone,
    decide=decide,
    examples=("/obelize accept 2", "/obelize accept 1,3", "/obelize accept 1-4 @ab12cd3", "/obelize accept all"),
    writes=True,
)
