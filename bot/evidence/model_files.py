"""What a run folder keeps of asking a model, and what is told of it: the same at the terminal and on the forge."""

from collections.abc import Iterable, Mapping, Sequence

from bot.consult.records import NOTHING_WRITTEN, Asked, Judged, Settlement, model_document, records
from bot.evidence.model_account import ModelAccount, model_account
from bot.models.arc import CriticFinding
from bot.models.document import document
from bot.models.model_records import MODEL, ModelSummary, proposal_path
from bot.models.run import Withheld
from bot.models.struct import Frozen


class KeptAsking(Frozen):
    """`files` by their path in the folder; `account` is null, and people are told nothing, where nothing was to ask."""

    summary: ModelSummary
    account: ModelAccount | None
    files: Mapping[str, bytes]


def kept_asking(
    judged: Sequence[Judged],
    asked: Asked,
    withheld: Iterable[Withheld],
    settlement: Settlement = NOTHING_WRITTEN,
    findings: Sequence[CriticFinding] = (),
) -> KeptAsking:
    """Of every question in document order, who was asked, and the rows that were left; `findings` are a critic's."""
    kept = tuple(records(judged, settlement, asked, findings))
    told = model_document(judged, settlement, asked, withheld)
    files = {MODEL: document(told)}
    files |= {proposal_path(one.index): document(one, escaped=True) for one in kept}
    return KeptAsking(told.summary, model_account(told.summary, kept) if kept else None, files)
