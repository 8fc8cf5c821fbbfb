"""What `model/` of a run folder holds: a summary, and one record a question, answered or not."""

import re
from typing import Any

from bot.models.arc import CriticFinding
from bot.models.light_record import LightRecord
from bot.models.names import RowId
from bot.vocabulary import Bail, ConsultSkip, GuardRefusal, NotAsked, ProposalOutcome, ProviderFailure, ProviderName

MODEL = "model/model.json"
_PROPOSAL = re.compile(r"model/proposals-([0-9]{1,6})\.json")


def proposal_path(number: int) -> str:
    """Where a run folder has the record of the question of that number."""
    return f"model/proposals-{number}.json"


def proposal_number(path: str) -> int | None:
    """Which question a file of a run folder is the record of; null for every other file."""
    found = _PROPOSAL.fullmatch(path)
    return int(found[1]) if found else None


class ModelSummary(LightRecord):
    """Who was asked and how it went; `proposals` counts what passed the guard, tokens only what endpoints told of."""

    provider: ProviderName
    host: str
    model: str
    proposals: int
    accepted: int
    tokens_in: int
    tokens_out: int


class RowNotAsked(LightRecord):
    """A withheld row that became no question, with its word."""

    row_id: RowId
    path: str
    line: int
    reason: ConsultSkip | NotAsked


class ModelDocument(LightRecord):
    """model.json."""

    version: int
    summary: ModelSummary
    consulted: int
    skipped: tuple[RowNotAsked, ...]


class ProposalRecord(LightRecord):
    """proposals-<n>.json: `index` is n. `prompt` is null unless prompts are kept, `proposal` is what came, unchecked.

    `failure` is set exactly when the outcome is unanswered, `refusal` exactly when it is guard_refused. `findings` are
    a critic's, where one was asked.
    """

    version: int
    index: int
    path: str
    line: int
    symbol: str
    bail: Bail
    context_start_line: int
    context_end_line: int
    prompt_sha256: str
    prompt: str | None
    provider: ProviderName
    model: str
    tokens_in: int | None
    tokens_out: int | None
    outcome: ProposalOutcome
    failure: ProviderFailure | None
    refusal: GuardRefusal | None
    detail: str | None
    proposal: dict[str, Any] | None
    findings: tuple[CriticFinding, ...]

    def __post_init__(self) -> None:
        if (self.failure is not None) != (self.outcome is ProposalOutcome.UNANSWERED):
            raise ValueError("failure is set exactly when the outcome is unanswered")
        if (self.refusal is not None) != (self.outcome is ProposalOutcome.GUARD_REFUSED):
            raise ValueError("refusal is set exactly when the outcome is guard_refused")
