"""What a run asked a model, as a page shows it. A model's texts are shown as they came, as text. Pure."""

from typing import NamedTuple

from bot.models.model_records import ProposalRecord
from bot.safe_text import displayable
from bot.vocabulary import Bail, CriticCheck, GuardRefusal, ProposalOutcome, ProviderFailure
from webhooks.pages.places_view import ForgeFiles


class ShownClaim(NamedTuple):
    """What a critic held against an answer; `confirmed` is null where it was not looked up."""

    check: CriticCheck
    text: str
    why: str
    confirmed: bool | None


class SentLines(NamedTuple):
    """The lines that went with a question, both ends included, where the forge shows them."""

    first: int
    last: int
    address: str


class ShownQuestion(NamedTuple):
    """One question. The texts are null where nothing came that had one."""

    number: int
    path: str
    line: int
    address: str
    sent: SentLines
    symbol: str
    word: Bail
    model: str
    outcome: ProposalOutcome
    cause: ProviderFailure | GuardRefusal | None
    detail: str | None
    tokens: str | None
    replaces: str | None
    replacement: str | None
    rationale: str | None
    claims: tuple[ShownClaim, ...]


def shown_question(record: ProposalRecord, files: ForgeFiles) -> ShownQuestion:
    """The record of a question, answered or not."""
    return ShownQuestion(
        number=record.index,
        path=displayable(record.path),
        line=record.line,
        address=files.line(record.path, record.line),
        sent=SentLines(
            first=record.context_start_line,
            last=record.context_end_line,
            address=files.lines(record.path, record.context_start_line, record.context_end_line),
        ),
        symbol=displayable(record.symbol),
        word=record.bail,
        model=displayable(record.model),
        outcome=record.outcome,
        cause=record.failure or record.refusal,
        detail=displayable(record.detail) if record.detail else None,
        tokens=_tokens(record),
        replaces=_text(record, "replaces"),
        replacement=_text(record, "replacement"),
        rationale=_text(record, "rationale"),
        claims=tuple(
            ShownClaim(claim.check, displayable(claim.text), displayable(claim.why), claim.confirmed)
            for claim in record.findings
        ),
    )


def _text(record: ProposalRecord, name: str) -> str | None:
    """What came is unchecked: it may lack the text, or hold something else in its place."""
    value = (record.proposal or {}).get(name)
    return displayable(value) if isinstance(value, str) else None


def _tokens(record: ProposalRecord) -> str | None:
    if record.tokens_in is None and record.tokens_out is None:
        return None
    return f"{record.tokens_in or 0:,} in, {record.tokens_out or 0:,} out"
