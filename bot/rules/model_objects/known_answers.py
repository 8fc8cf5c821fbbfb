"""Answers that are known by where they come from, though the scan knew nothing of what was asked for them: a model that
is followed to a place by the name of an attribute alone gives one there.
"""

import ast

from bot.rules.answers.flow import Followed
from bot.rules.answers.shapes import Answer, Later
from bot.rules.model_objects.places import ANSWER, ModelFlow
from bot.vocabulary import Bail


class KnownAnswers:
    """Told of every call that gives one before the flow is settled, asked afterwards."""

    def __init__(self, flow: ModelFlow) -> None:
        self._flow = flow
        self._given: dict[ast.Attribute, Followed] = {}

    def follow(self, call: ast.Call, *, later: bool) -> None:
        """Follow an answer. What else is done with it than to read its members is not looked at here."""
        given = Answer(ANSWER)
        before = len(self._flow.read_of_answers)
        followed = self._flow.follow(call, Later(given) if later else given)
        self._given |= dict.fromkeys(self._flow.read_of_answers[before:], followed)

    def is_read(self, node: ast.AST) -> bool:
        """Whether a member is read of such an answer, and of nothing else."""
        followed = self._given.get(node) if isinstance(node, ast.Attribute) else None
        return followed is not None and all(one.bail is not Bail.ANSWER_MIXED for one in followed.problems)
