"""What asking a model adds to a run on the forge: rows that say so, files of the run folder, an account for people."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from bot.consult.records import NOTHING_WRITTEN, Asked, Judged, model_document, records
from bot.consult.taken import with_proposals
from bot.evidence.model_account import ModelAccount, model_account
from bot.models.document import document
from bot.models.model_records import ModelSummary
from bot.models.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Consulted:
    """Who was asked, every question with its answer and verdict in document order, and how long that took in all: null
    where there was nothing to ask.
    """

    asked: Asked
    judged: tuple[Judged, ...] = ()
    milliseconds: int | None = None


@dataclass(frozen=True, slots=True)
class ModelPart:
    """The outcome with its rows marked, and what is kept and told of asking: people are told nothing where there was
    nothing to ask. A run on a push writes nothing.
    """

    outcome: Outcome
    summary: ModelSummary
    account: ModelAccount | None
    files: Mapping[str, bytes]
    milliseconds: int | None

    @classmethod
    def of(cls, outcome: Outcome, consulted: Consulted) -> Self:
        """Of a run that planned."""
        assert outcome.plan is not None
        # The same commit, packs and configuration give the same questions: another order would mix up the answers.
        assert [one.exchange.question for one in consulted.judged] == list(outcome.plan.consultations)
        kept = tuple(records(consulted.judged, NOTHING_WRITTEN, consulted.asked))
        summary = model_document(consulted.judged, NOTHING_WRITTEN, consulted.asked, outcome.plan.withheld)
        files = {"model/model.json": document(summary)}
        files |= {f"model/proposals-{one.index}.json": document(one, escaped=True) for one in kept}
        marked = Outcome(outcome.scan, with_proposals(outcome.plan, consulted.judged))
        account = model_account(summary.summary, kept) if kept else None
        return cls(marked, summary.summary, account, files, consulted.milliseconds)
