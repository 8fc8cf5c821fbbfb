"""Having the guard judge an answer. The verdict is the analyser's: file and answer are hostile, and so may both be."""

from collections.abc import Callable
from typing import TypeAlias

from bot.analyser.outcomes import Done, Job, Outcome
from bot.consult.provider import Exchange, ProviderError
from bot.consult.records import Judged
from bot.models.consultation import GuardVerdict
from bot.models.writing import plain
from bot.vocabulary import GuardRefusal

_NOT_FINISHED = GuardVerdict(
    refusal=GuardRefusal.OUTPUT_DOES_NOT_COMPILE, detail="Python did not come to an end with the file."
)


Judge: TypeAlias = Callable[[Job[GuardVerdict]], Outcome[GuardVerdict]]
"""Has the analyser do the job."""


def has_proposal(exchange: Exchange) -> bool:
    """Whether there is anything to be judged."""
    return not isinstance(exchange.outcome, ProviderError) and exchange.outcome.proposal is not None


def judged_by(judge: Judge, exchange: Exchange, current: bytes | None) -> Judged:
    """The answer with its verdict; `current` is the file as it is now, null where there is none to be read."""
    outcome = exchange.outcome
    if isinstance(outcome, ProviderError) or outcome.proposal is None:
        return Judged(exchange)
    parameters = {"question": plain(exchange.question), "proposal": plain(outcome.proposal)}
    payloads = (current,) if current is not None else ()
    match judge(Job("guard", GuardVerdict, parameters, payloads)):
        case Done(GuardVerdict(refusal=None) as verdict, (after,)):
            return Judged(exchange, verdict, current or b"", after)
        case Done(GuardVerdict() as verdict):
            return Judged(exchange, verdict)
        case _:
            return Judged(exchange, _NOT_FINISHED)
