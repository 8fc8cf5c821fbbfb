"""A question as a person is told of it: with what to type for each answer, ready for a shell and for `.obelize.yml`."""

import json
import shlex
from collections.abc import Iterable

from bot.models.question import Question
from bot.models.struct import Frozen
from bot.vocabulary import AnswerWord

_SENTENCES = {str(word): word.sentence for word in AnswerWord}


class AllowedAnswer(Frozen):
    """An answer, what it does if it is a word of ours (else ""), and the option of `obelize fix` that gives it."""

    value: str
    sentence: str
    option: str


class AskedQuestion(Frozen):
    """A question with its answers; `line` is what `answers:` of `.obelize.yml` gets for the first of them."""

    question: Question
    answers: tuple[AllowedAnswer, ...]
    line: str

    @property
    def is_open(self) -> bool:
        """Whether nobody has answered it."""
        return self.question.answer is None

    @property
    def is_choice(self) -> bool:
        """Whether an answer could change anything."""
        return len(self.answers) > 1


def asked_questions(questions: Iterable[Question]) -> tuple[AskedQuestion, ...]:
    """The questions of a run, those that are open first."""
    told = [
        AskedQuestion(one, tuple(_answer(one.key, value) for value in one.allowed), _line(one)) for one in questions
    ]
    return tuple(sorted(told, key=lambda one: not one.is_open))


def _answer(key: str, value: str) -> AllowedAnswer:
    return AllowedAnswer(value, _SENTENCES.get(value, ""), shlex.join(["--answer", f"{key}={value}"]))


def _line(question: Question) -> str:
    """A line of YAML: a string of JSON is one of YAML as well."""
    return f"{json.dumps(question.key)}: {json.dumps(question.answer or question.allowed[0])}"
