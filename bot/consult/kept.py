"""An answer as a durable run keeps it between its steps, and for the next run that would ask the same: plain JSON."""

from typing import Any

from bot.consult.provider import Exchange, ProviderError, Reply
from bot.consult.records import Judged
from bot.models.consultation import Consultation, EditProposal, GuardVerdict
from bot.models.light_record import LightRecord
from bot.models.reading import MisfitError, read, read_json
from bot.models.writing import indented
from bot.vocabulary import ProviderFailure


class KeptAnswer(LightRecord):
    """What an endpoint answered to one request: `failure` and `detail` where that is no answer. Of a proposal `given`
    is what came, and `is_proposal` tells that it had the right shape.
    """

    given: dict[str, Any] | None
    is_proposal: bool
    tokens_in: int | None
    tokens_out: int | None
    failure: ProviderFailure | None
    detail: str | None
    verdict: GuardVerdict | None
    milliseconds: int


def kept(judged: Judged, milliseconds: int) -> bytes:
    """The bytes that are kept; half a character that a model sent is written out."""
    said = judged.exchange.outcome
    failed = said if isinstance(said, ProviderError) else None
    record = KeptAnswer(
        given=said.given,
        is_proposal=isinstance(said, Reply) and said.proposal is not None,
        tokens_in=said.tokens[0],
        tokens_out=said.tokens[1],
        failure=failed.failure if failed is not None else None,
        detail=failed.detail if failed is not None else None,
        verdict=judged.verdict,
        milliseconds=milliseconds,
    )
    return indented(record, escaped=True).encode()


def judged_of(data: bytes, question: Consultation, request: bytes) -> tuple[Judged, int]:
    """The answer and its milliseconds, from what was kept of it."""
    record = read_json(KeptAnswer, data)
    return Judged(Exchange(question, request, _outcome(record)), record.verdict), record.milliseconds


def reply_of(data: bytes) -> Reply | None:
    """A kept answer that would be the answer again; null for what failed, and for what cannot be read."""
    try:
        outcome = _outcome(read_json(KeptAnswer, data))
    except MisfitError:
        return None
    return outcome if isinstance(outcome, Reply) else None


def _outcome(record: KeptAnswer) -> Reply | ProviderError:
    tokens = record.tokens_in, record.tokens_out
    if record.failure is not None:
        return ProviderError(record.failure, record.detail or "", given=record.given, tokens=tokens)
    proposal = read(EditProposal, record.given) if record.is_proposal else None
    return Reply(proposal, record.given, tokens)
