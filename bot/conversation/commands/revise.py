"""`/obelize revise TEXT`."""

from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, Refused, RevisePlan, RunAgain, Scene
from bot.safe_text import displayable
from bot.vocabulary import CommandRefusal, CommandVerb

_LONGEST = 1_000
"""Characters; one that is not seen is written out, which takes several."""


def read(verb: CommandVerb, text: str) -> Command | None:
    """The rest of the line, for a model: the one text of a comment that is shown to one, between markers of its own."""
    return Command(verb=verb, words=displayable(text)[:_LONGEST]) if text else None


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """Kept until a model was asked, by the run that is asked for."""
    assert command.words is not None
    if scene.paused:
        return Refused(refusal=CommandRefusal.BOT_IS_PAUSED)
    if scene.newest is None:
        return Refused(refusal=CommandRefusal.NO_RUN)
    return (RevisePlan(head_sha=scene.newest.head_sha, words=command.words), RunAgain())


COMMAND = CommandKind(
    verb=CommandVerb.REVISE,
    arguments="TEXT",
    read=read,
    decide=decide,
    examples=("/obelize revise Call the clients llm, and leave the examples alone.",),
)
