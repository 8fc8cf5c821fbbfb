"""What asking a model adds to a run on the forge: rows that say so, files of the run folder, an account for people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from bot.consult.records import Asked, Judged
from bot.consult.taken import with_proposals
from bot.evidence.model_account import ModelAccount
from bot.evidence.model_files import kept_asking
from bot.models.arc import CriticFinding
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
    def of(cls, outcome: Outcome, consulted: Consulted, findings: Sequence[CriticFinding] = ()) -> Self:
        """Of a run that planned; `findings` are a critic's."""
        assert outcome.plan is not None
        # The same commit, packs and configuration give the same questions: another order would mix up the answers.
        assert [one.exchange.question for one in consulted.judged] == list(outcome.plan.consultations)
        kept = kept_asking(consulted.judged, consulted.asked, outcome.plan.withheld, findings=findings)
        marked = Outcome(outcome.scan, with_proposals(outcome.plan, consulted.judged))
        return cls(marked, kept.summary, kept.account, kept.files, consulted.milliseconds)
