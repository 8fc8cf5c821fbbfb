"""Asking: so many questions at once, no more than the budget allows, and the replies in the order of the questions."""

import asyncio
from collections.abc import Callable, Sequence

from bot.consult.prompt import prompt_sha256
from bot.consult.provider import Exchange, ModelProvider, ProviderError, Reply
from bot.models.consultation import Consultation
from bot.models.struct import Frozen
from bot.vocabulary import ProviderFailure

MOST_SILENT = 4
"""After so many questions in a row without an answer no further one is sent: each would wait for the whole deadline."""


class Budget(Frozen):
    """How many questions a run sends at most, and how many at once."""

    questions: int = 50
    at_once: int = 4


Known = Callable[[str], Reply | None]
"""What an earlier run was answered to a request of that hash, by the same provider and model."""


def nothing_known(_: str) -> Reply | None:
    """Where no answers are kept."""
    return None


async def ask(
    questions: Sequence[Consultation],
    provider: ModelProvider,
    budget: Budget,
    known: Known = nothing_known,
    told: Callable[[int, int], None] = lambda *_: None,
) -> tuple[Exchange, ...]:
    """Ask them all. A question that fails is told as failed, and the next one is asked, unless nothing is answered.

    Those beyond the budget are never sent; an answer that is known costs nothing of it. `told` hears how many are done,
    and of how many.
    """
    requests = [provider.request(question) for question in questions]
    outcomes: dict[int, Reply | ProviderError] = {}
    sent: list[int] = []
    for index, request in enumerate(requests):
        answered = known(prompt_sha256(request))
        if answered is not None:
            outcomes[index] = answered
        elif len(sent) < budget.questions:
            sent.append(index)
        else:
            spent = f"{budget.questions} questions were asked in this run."
            outcomes[index] = ProviderError(ProviderFailure.BUDGET_SPENT, spent)
    slots = asyncio.Semaphore(budget.at_once)
    done = silent = 0

    async def one(index: int) -> None:
        nonlocal done, silent
        async with slots:
            outcome = not_sent() if silent >= MOST_SILENT else await _proposed(questions[index], provider)
            silent = silent + 1 if is_silence(outcome) else 0
        outcomes[index] = outcome
        done += 1
        told(done, len(sent))

    await asyncio.gather(*map(one, sent))
    return tuple(
        Exchange(question, request, outcomes[index])
        for index, (question, request) in enumerate(zip(questions, requests, strict=True))
    )


def is_silence(outcome: Reply | ProviderError) -> bool:
    """Whether nothing was answered at all."""
    return isinstance(outcome, ProviderError) and outcome.failure is ProviderFailure.ENDPOINT_UNREACHABLE


def not_sent() -> ProviderError:
    """What became of a question that was kept back, because nobody answers."""
    told = f"{MOST_SILENT} questions in a row got no answer, and this one was not sent."
    return ProviderError(ProviderFailure.ENDPOINT_UNREACHABLE, told)


async def _proposed(question: Consultation, provider: ModelProvider) -> Reply | ProviderError:
    try:
        return await provider.propose(question)
    except ProviderError as error:
        return error
    except Exception as error:  # noqa: BLE001 - whatever an adapter does, the next question is asked
        told = f"The adapter failed: {type(error).__name__}."
        return ProviderError(ProviderFailure.ENDPOINT_UNREACHABLE, told)
