"""What asking a model came to, told for people: who was asked, and what became of each question."""

from collections.abc import Iterable, Sequence

from bot.models.arc import CriticFinding
from bot.models.model_records import ModelSummary, ProposalRecord
from bot.models.struct import Frozen
from bot.vocabulary import ProposalOutcome, ProviderName

_GUARDED = frozenset(
    {
        ProposalOutcome.NOT_APPLIED,
        ProposalOutcome.NOT_ACCEPTED,
        ProposalOutcome.FILE_ALREADY_PROPOSED,
        ProposalOutcome.WRITE_REFUSED,
        ProposalOutcome.WRITTEN,
    }
)
"""Of proposals that passed the guard."""


class Question(Frozen):
    """One question and what became of it. `because` is the sentence of what failed or was refused, `detail` says what
    exactly; both may quote a stranger.
    """

    number: int
    path: str
    line: int
    symbol: str
    outcome: ProposalOutcome
    because: str | None
    detail: str | None

    @property
    def passed(self) -> bool:
        """Whether there is a proposal that the guard let through; its number is the question's."""
        return self.outcome in _GUARDED

    @property
    def told(self) -> str:
        """The outcome in a sentence or two."""
        return " ".join(part for part in (self.outcome.sentence, self.because) if part)


class Proposal(Frozen):
    """A proposal that passed the guard: a model's own text, which is shown as code and nothing else."""

    question: Question
    first: int
    last: int
    replaces: str
    replacement: str
    rationale: str
    findings: tuple[CriticFinding, ...] = ()


class ModelAccount(Frozen):
    """Who was asked, the questions in their order, and the proposals that passed."""

    summary: ModelSummary
    questions: tuple[Question, ...]
    proposals: tuple[Proposal, ...]

    @property
    def is_out_of_band(self) -> bool:
        """Whether the questions went out as turns of the relay: then nobody is known who was asked."""
        return self.summary.provider is ProviderName.RELAY

    @property
    def by_outcome(self) -> tuple[tuple[ProposalOutcome, int], ...]:
        """How many questions ended how, in the order of the words."""
        ended = [question.outcome for question in self.questions]
        return tuple((word, ended.count(word)) for word in ProposalOutcome if word in ended)


def model_account(summary: ModelSummary, records: Sequence[ProposalRecord]) -> ModelAccount:
    """The account of a run's model records."""
    return ModelAccount(summary, tuple(map(_question, records)), tuple(_proposals(records)))


def _question(record: ProposalRecord) -> Question:
    word = record.failure or record.refusal
    return Question(
        number=record.index,
        path=record.path,
        line=record.line,
        symbol=record.symbol,
        outcome=record.outcome,
        because=word.sentence if word is not None else None,
        detail=record.detail,
    )


def _proposals(records: Iterable[ProposalRecord]) -> Iterable[Proposal]:
    for record in records:
        given = record.proposal
        if record.outcome in _GUARDED and given is not None:
            yield Proposal(
                question=_question(record),
                first=given["start_line"],
                last=given["end_line"],
                replaces=given["replaces"],
                replacement=given["replacement"],
                rationale=given["rationale"],
                findings=record.findings,
            )
