"""Many questions: so many at once, within the budget, and the results in the order of the document."""

import asyncio
from typing import Any

from bot.consult.ask import Budget, ask
from bot.consult.prompt import prompt_sha256, request_body
from bot.consult.provider import ProviderError, Reply
from bot.models.consultation import Consultation
from bot.vocabulary import ProviderFailure, ProviderName
from tests.consult.questions import question

SEVEN = tuple(question(index) for index in range(1, 8))


class Scripted:
    """Answers the later questions first, and counts how many it answers at once."""

    name = ProviderName.OPENAI_COMPAT
    host = "loopback"
    model = "scripted"

    def __init__(self, failing: frozenset[int] = frozenset(), breaking: frozenset[int] = frozenset()) -> None:
        self.failing, self.breaking = failing, breaking
        self.asked: list[int] = []
        self.at_once = self.most = 0

    def request(self, one: Consultation) -> bytes:
        return request_body(one, self.model)

    async def propose(self, one: Consultation) -> Reply:
        self.asked.append(one.index)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(0.02 / one.index)
        self.at_once -= 1
        if one.index in self.failing:
            raise ProviderError(ProviderFailure.ENDPOINT_REFUSED, "503")
        if one.index in self.breaking:
            raise KeyError(one.index)
        return Reply(None, {"index": one.index}, (one.index, 0))


def given(outcomes: Any) -> list[Any]:
    said = [one.outcome for one in outcomes]
    return [(one.given or {})["index"] if isinstance(one, Reply) else one.failure for one in said]


def test_results_keep_document_order_and_no_more_than_four_are_out_at_once() -> None:
    provider = Scripted()
    told: list[tuple[int, int]] = []
    outcomes = asyncio.run(ask(SEVEN, provider, Budget(), told=lambda done, of: told.append((done, of))))
    assert given(outcomes) == [1, 2, 3, 4, 5, 6, 7]
    assert provider.most == 4
    assert told == [(done, 7) for done in range(1, 8)]


def test_a_question_that_fails_stops_no_other() -> None:
    outcomes = asyncio.run(ask(SEVEN, Scripted(frozenset({2}), frozenset({5})), Budget()))
    refused, failed = ProviderFailure.ENDPOINT_REFUSED, ProviderFailure.ENDPOINT_UNREACHABLE
    assert given(outcomes) == [1, refused, 3, 4, failed, 6, 7]


def test_beyond_the_budget_nothing_is_sent() -> None:
    provider = Scripted()
    outcomes = asyncio.run(ask(SEVEN, provider, Budget(questions=3)))
    assert given(outcomes) == [1, 2, 3, *[ProviderFailure.BUDGET_SPENT] * 4]
    assert sorted(provider.asked) == [1, 2, 3]


def test_an_answer_that_is_known_is_not_asked_for_again_and_costs_nothing() -> None:
    kept = {prompt_sha256(request_body(SEVEN[0], "scripted")): Reply(None, {"index": 100}, (None, None))}
    provider = Scripted()
    outcomes = asyncio.run(ask(SEVEN, provider, Budget(questions=2), known=kept.get))
    assert given(outcomes) == [100, 2, 3, *[ProviderFailure.BUDGET_SPENT] * 4]
    assert sorted(provider.asked) == [2, 3]


def test_where_nothing_is_answered_no_more_than_four_wait_for_the_deadline() -> None:
    """Fifty questions would hold a run up for half an hour; one answer in between, and the next is asked."""
    silent, many = Scripted(breaking=frozenset(range(1, 51))), tuple(question(index) for index in range(1, 51))
    outcomes = asyncio.run(ask(many, silent, Budget(at_once=2)))
    assert given(outcomes) == [ProviderFailure.ENDPOINT_UNREACHABLE] * 50
    assert len(silent.asked) <= 5
    answering = Scripted(breaking=frozenset({1, 2, 3, 5, 6, 7}))
    asyncio.run(ask(SEVEN, answering, Budget(at_once=1)))
    assert answering.asked == [1, 2, 3, 4, 5, 6, 7]
