"""The one machinery of answers: whoever gives one, it is checked in the same way and changes the plan in the same way.

An answer may take another question away or bring a new one, so after each one it is asked again what is open. Pure:
what a question has to look at is wanted from the shell.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from pathlib import PurePosixPath
from string import ascii_letters, digits
from typing import TypeAlias

from bot.models.given_answer import Given
from bot.models.limitation import Limitation, limitation
from bot.models.outcome import RefusedAnswer
from bot.models.question import Question
from bot.models.struct import Frozen, Mutable, altered, anew
from bot.models.want import Answer, Want
from bot.vocabulary import LimitationCode

_PLAIN = frozenset(f"{ascii_letters}{digits}._~/-")


Decided: TypeAlias = Mapping[str, str]
"""What was answered so far, by key; every value is one that its question allowed."""
Ask: TypeAlias = Callable[[Decided], Generator[Want, Answer, list[Question]]]
"""What is open once so much is decided: questions in the order in which they are to be answered."""


class Settled(Mutable):
    """What is decided, and every question: those that were answered, and those still open. `asked` are the keys of all
    questions that were open at some time.
    """

    decided: dict[str, str] = anew(dict)
    questions: list[Question] = anew(list)
    asked: dict[str, Question] = anew(dict)


def settle(ask: Ask, given: Given) -> Generator[Want, Answer, Settled]:
    """Ask, take an answer that was given, and ask again until none is left for what is open."""
    settled = Settled()
    answered: list[Question] = []
    while True:
        opened = [question for question in (yield from ask(settled.decided)) if question.key not in settled.decided]
        settled.asked |= {question.key: question for question in opened}
        taken = next((question for question in opened if _fits(question, given)), None)
        if taken is None:
            settled.questions = [*answered, *opened]
            return settled
        answer = given[taken.key]
        settled.decided[taken.key] = answer.value
        answered.append(altered(taken, answer=answer.value, answered_by=answer.by))


def _fits(question: Question, given: Given) -> bool:
    return question.key in given and given[question.key].value in question.allowed


class Unused(Frozen):
    """The answers of a run that no question took."""

    refused: tuple[RefusedAnswer, ...]
    limitations: tuple[Limitation, ...]


def unused_answers(given: Given, asked: Mapping[str, Question], answered: Iterable[str]) -> Unused:
    """What became of the answers that were not taken: refused where somebody insists, else told of.

    An answer to what another answer made unnecessary is no mistake.
    """
    taken = frozenset(answered)
    refused: list[RefusedAnswer] = []
    limitations: list[Limitation] = []
    for key, answer in sorted(given.items()):
        if key in taken:
            continue
        question = asked.get(key)
        if question is not None and answer.value in question.allowed:
            told = f"{key}: another answer made this one unnecessary."
            limitations.append(limitation(LimitationCode.ANSWER_NOT_USED, detail=told))
        elif answer.insists:
            refused.append(RefusedAnswer(key, _sentence(key, answer.value, question, asked)))
        else:
            told = _sentence(key, answer.value, question, asked)
            limitations.append(limitation(LimitationCode.ANSWER_NOT_USED, detail=told))
    return Unused(tuple(refused), tuple(limitations))


def _sentence(key: str, value: str, question: Question | None, asked: Mapping[str, Question]) -> str:
    if question is None:
        there = f"; it asks {', '.join(sorted(asked))}" if asked else ", and nothing else either"
        return f"{key} is not asked in this run{there}."
    allowed = ", ".join(question.allowed)
    if not value.strip():
        return f"{key} was given no answer; it takes one of: {allowed}."
    return f"{key} does not take the answer {value!a}; it takes one of: {allowed}."


def key_of_part(key: str, folder: PurePosixPath) -> str:
    """The key of a question about the part of the repository below a folder; that about its root is the plain one."""
    if not folder.parts:
        return key
    encoded = (byte if byte in _PLAIN else f"%{ord(byte):02X}" for byte in str(folder).encode().decode("latin-1"))
    return f"{key}@{''.join(encoded)}"
