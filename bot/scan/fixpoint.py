"""Answers that may depend on one another in circles: asked when needed, asked again until none of them changes.

The least fixed point over a demand-driven worklist (Kildall 1973, as type inferrers do it): a question that is asked
while it is being answered gets what is known so far, and whoever read that is asked again once it has changed. A file
of n expressions therefore costs about n evaluations, however they are tangled.
"""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Question = TypeVar("Question", bound=Hashable)
Item = TypeVar("Item", bound=Hashable)

MAXIMUM_DEPTH = 30
"""How many questions wait for one another on Python's stack, a dozen frames each; deeper ones are answered after."""

PATIENCE = 30
"""How often an answer is replaced; from then on it only grows, so that no answer can go to and fro for ever."""


class Fixpoint(Generic[Question, Item]):
    """Sets of items, each the answer of `evaluate` to a question; `evaluate` calls `ask` for what it needs."""

    def __init__(self, evaluate: Callable[[Question], frozenset[Item]]) -> None:
        self._evaluate = evaluate
        self._settled: dict[Question, frozenset[Item]] = {}
        self._so_far: dict[Question, frozenset[Item]] = {}
        self._times: dict[Question, int] = {}
        self._readers: dict[Question, set[Question]] = {}
        self._asking: list[Question] = []
        self._due: dict[Question, None] = {}

    def ask(self, question: Question) -> frozenset[Item]:
        """The answer; within `evaluate` it may be a part of it, and then `evaluate` is called again."""
        settled = self._settled.get(question)
        if settled is not None:
            return settled
        if not self._asking:
            return self._settle(question)
        answer = self._so_far.get(question)
        if answer is None:
            answer = self._answer_or_defer(question)
        # Only now: who has the newest answer need not be asked again because of it.
        self._readers.setdefault(question, set()).add(self._asking[-1])
        return answer

    def _settle(self, question: Question) -> frozenset[Item]:
        self._answer(question)
        while self._due:
            due = next(iter(self._due))
            del self._due[due]
            self._answer(due)
        self._settled.update(self._so_far)
        for unsettled in (self._so_far, self._times, self._readers):
            unsettled.clear()
        return self._settled[question]

    def _answer_or_defer(self, question: Question) -> frozenset[Item]:
        if len(self._asking) < MAXIMUM_DEPTH:
            return self._answer(question)
        self._due[question] = None
        self._so_far[question] = frozenset()
        return frozenset()

    def _answer(self, question: Question) -> frozenset[Item]:
        before = self._so_far.setdefault(question, frozenset())
        self._asking.append(question)
        found = self._evaluate(question)
        self._asking.pop()
        times = self._times[question] = self._times.get(question, 0) + 1
        if times > PATIENCE:
            found |= before
        if found != before:
            self._so_far[question] = found
            self._due.update(dict.fromkeys(self._readers.pop(question, ())))
        return found
