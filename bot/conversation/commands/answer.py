"""`/obelize answer KEY VALUE`."""

import re

from bot.conversation.kind import Acts, CommandKind
from bot.models.conversation import Command, KeepAnswer, Refused, RunAgain, Scene
from bot.models.offering import OpenQuestion
from bot.safe_text import code_span
from bot.vocabulary import CommandRefusal, CommandVerb

_KEY = re.compile(r"[a-z-]{1,60}/[A-Za-z0-9][A-Za-z0-9._-]{0,99}(?:@[A-Za-z0-9._~%/-]{1,200})?")
_LONGEST_KEY = 200
_LONGEST_VALUE = 500


def read(verb: CommandVerb, text: str) -> Command | None:
    """A key as questions have it, a blank, and the answer to the end of the line."""
    key, value = (*text.split(maxsplit=1), "", "")[:2]
    if not value or len(value) > _LONGEST_VALUE or len(key) > _LONGEST_KEY or not _KEY.fullmatch(key):
        return None
    return Command(verb=verb, key=key, value=value)


def decide(command: Command, scene: Scene) -> Acts | Refused:
    """Kept for this pull request, if the newest run asks it and takes such an answer; then it is planned anew."""
    assert command.key is not None
    assert command.value is not None
    if scene.paused:
        return Refused(refusal=CommandRefusal.BOT_IS_PAUSED)
    if scene.newest is None:
        return Refused(refusal=CommandRefusal.NO_RUN)
    asked = {question.key: question for question in scene.newest.questions}
    question = asked.get(command.key)
    if question is None:
        return Refused(refusal=CommandRefusal.NO_SUCH_QUESTION, detail=_open(list(asked)))
    if command.value not in question.allowed:
        return Refused(refusal=CommandRefusal.NOT_AN_ANSWER, detail=_takes(question))
    return (KeepAnswer(key=command.key, value=command.value), RunAgain())


def _open(keys: list[str]) -> str:
    return f"Open: {', '.join(map(code_span, keys))}." if keys else "None is open."


def _takes(question: OpenQuestion) -> str:
    return f"It takes {', '.join(map(code_span, question.allowed))}."


COMMAND = CommandKind(
    verb=CommandVerb.ANSWER,
    arguments="KEY VALUE",
    read=read,
    decide=decide,
    examples=("/obelize answer client-home/gemini app/client.py",),
)
