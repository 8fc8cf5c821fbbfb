"""Asking a model in a run at the terminal: what would be sent, sending it, and judging what comes back."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bot.analyser.jobs import REGISTRY
from bot.analyser.outcomes import Job, Outcome
from bot.analyser.run_setup import setup
from bot.analyser.supervisor import Analyser
from bot.cli.model_choice import ModelChoice, OutOfBand
from bot.cli.terminal import Line, progress
from bot.consult.ask import Budget, ask
from bot.consult.judging import has_proposal, judged_by
from bot.consult.prompt import ANSWER_FORMAT, SYSTEM, messages
from bot.consult.provider import Exchange
from bot.consult.records import Asked, Judged
from bot.models.consultation import Consultation, GuardVerdict
from bot.models.limitation import Limitation
from bot.models.struct import Frozen
from bot.packs.loaded import LoadedPack
from bot.safe_text import displayable
from bot.source.beneath import Beneath


class Consulted(Frozen):
    """What asking gave, in the order of the questions, and how long it took: null where there was nothing to ask."""

    asked: Asked
    judged: tuple[Judged, ...]
    milliseconds: int | None


def consulted(
    root: Path, questions: Sequence[Consultation], packs: Sequence[LoadedPack], choice: ModelChoice
) -> Consulted:
    """Ask all of them, and have the guard judge every proposal against the file as it is now."""
    provider = choice.provider
    asked = Asked(provider.name, provider.host, provider.model, choice.log_prompts)
    if not questions:
        return Consulted(asked, (), None)
    started = time.monotonic()
    with progress() as report:
        told = report if report is not None else (lambda *_: None)
        exchanges = asyncio.run(_asked(questions, choice, lambda done, of: told("asking", done, of)))
    verdicts = tuple(judged(root, exchanges, packs))
    return Consulted(asked, verdicts, round((time.monotonic() - started) * 1000))


async def _asked(
    questions: Sequence[Consultation], choice: ModelChoice, told: Callable[[int, int], None]
) -> tuple[Exchange, ...]:
    assert not isinstance(choice.provider, OutOfBand)
    async with choice.provider as provider:
        return await ask(questions, provider, Budget(at_once=choice.concurrency), told=told)


def judged(root: Path, exchanges: Sequence[Exchange], packs: Sequence[LoadedPack]) -> Iterator[Judged]:
    """Every answer, judged against the file as it is now."""
    with Analyser(registry=REGISTRY, setup=setup((one.pack for one in packs), (), asking=True), slots=1) as analyser:

        def judge(job: Job[GuardVerdict]) -> Outcome[GuardVerdict]:
            (done,) = analyser.run([job])
            return done

        for exchange in exchanges:
            current = bytes_now(root, exchange.question.path) if has_proposal(exchange) else None
            yield judged_by(judge, exchange, current)


def bytes_now(root: Path, path: str) -> bytes | None:
    """The regular file at a path of the tree as it is now; null where there is none, or a link on the way."""
    beneath = Beneath(root)
    try:
        descriptor = beneath.open(path.encode())
        if isinstance(descriptor, Limitation):
            return None
        with os.fdopen(descriptor, "rb") as file:
            return file.read()
    finally:
        beneath.close()


def context_lines(questions: Sequence[Consultation], choice: ModelChoice | None, *, configured: bool) -> Iterator[Line]:
    """Everything that would be sent, once, as it would be read, and where it would go. `configured` tells that there
    is a model, though this run may not ask it.
    """
    if choice is not None and choice.is_out_of_band:
        yield from _lines("This is what a turn of the relay would ask. Nothing was handed out.")
    elif choice is not None:
        provider = choice.provider
        yield from _lines(f"This is what {provider.model} at {provider.host} would be asked. Nothing was sent.")
    elif configured:
        yield from _lines("This run asks no model: this is what one would be asked. Nothing was sent.")
    else:
        yield from _lines("No model is configured: this is what one would be asked. Nothing was sent.")
    if not questions:
        yield from _lines("There is nothing to ask.")
        return
    yield from _lines(f"\nwith every question, answered as {ANSWER_FORMAT}; system:\n\n{SYSTEM}")
    for question in questions:
        yield from _lines(f"\nuser, question {question.index}:\n\n{messages(question)[1]['content']}")


def _lines(text: str) -> Iterator[Line]:
    for line in displayable(text).split("\n"):
        yield ((line, ""),)
