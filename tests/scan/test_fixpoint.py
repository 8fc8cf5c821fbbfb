"""The fixed point against the plain way to find one, on random questions that depend on one another in circles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.scan.fixpoint import Fixpoint

SIZE = 12

Graph = list[tuple[frozenset[int], list[int]]]
"""For each question what it holds itself, and which questions it takes in."""

graphs = st.lists(
    st.tuples(st.frozensets(st.integers(0, 4)), st.lists(st.integers(0, SIZE - 1), max_size=4)),
    min_size=SIZE,
    max_size=SIZE,
)


def by_iteration(graph: Graph) -> list[frozenset[int]]:
    """Every answer, from nothing upwards until nothing changes."""
    answers = [frozenset[int]()] * len(graph)
    while True:
        following = [own.union(*(answers[taken] for taken in others)) for own, others in graph]
        if following == answers:
            return answers
        answers = following


@given(graphs, st.permutations(range(SIZE)))
def test_any_order_of_questions_gives_the_least_fixed_point(graph: Graph, order: list[int]) -> None:
    def evaluate(question: int) -> frozenset[int]:
        own, others = graph[question]
        return own.union(*(fixpoint.ask(taken) for taken in others))

    fixpoint: Fixpoint[int, int] = Fixpoint(evaluate)
    answers = {question: fixpoint.ask(question) for question in order}
    assert [answers[question] for question in range(SIZE)] == by_iteration(graph)


def test_a_chain_longer_than_the_stack_is_followed_to_its_end() -> None:
    length = 10_000
    fixpoint: Fixpoint[int, str] = Fixpoint(
        lambda question: fixpoint.ask(question + 1) if question < length else frozenset({"the end"})
    )
    assert fixpoint.ask(0) == {"the end"}


@pytest.mark.parametrize(("rungs", "evaluations"), [(20, 21), (600, 5 * 600)])
def test_a_ladder_of_two_ways_at_each_rung_costs_some_evaluations_a_rung(rungs: int, evaluations: int) -> None:
    """One each as long as the stack is deep enough; never one for each of the ways, which double at each rung."""
    asked: list[int] = []

    def evaluate(question: int) -> frozenset[int]:
        asked.append(question)
        return fixpoint.ask(question - 1) | fixpoint.ask(question - 2) if question > 1 else frozenset({question})

    fixpoint: Fixpoint[int, int] = Fixpoint(evaluate)
    assert fixpoint.ask(rungs) == {0, 1}
    assert len(asked) <= evaluations


def test_an_answer_that_contradicts_itself_ends() -> None:
    fixpoint: Fixpoint[str, int] = Fixpoint(lambda question: frozenset({1}) - fixpoint.ask(question))
    assert fixpoint.ask("liar") == {1}
