"""Answers that were given to a run before it asked: by a person or a model, for this run or in a file."""

from collections.abc import Mapping
from typing import TypeAlias

from bot.models.struct import Frozen
from bot.vocabulary import AnsweredBy


class GivenAnswer(Frozen):
    """An answer and who gave it.

    `insists` tells that it was given for this very run, so that one which cannot be taken is refused; an answer that
    stands in a file may be about what is not asked any more, and is only told of.
    """

    value: str
    by: AnsweredBy
    insists: bool


Given: TypeAlias = Mapping[str, GivenAnswer]
"""Answers by the key of the question."""
