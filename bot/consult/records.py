"""What is kept of asking: the documents of `model/` in the run folder, and what became of each question."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from bot.consult.outcomes import Standing, outcome_of
from bot.consult.provider import Exchange, ProviderError, Reply
from bot.models.arc import CriticFinding
from bot.models.consultation import GuardVerdict
from bot.models.document import FORMAT_VERSION
from bot.models.model_records import ModelDocument, ModelSummary, ProposalRecord, RowNotAsked
from bot.models.run import Withheld
from bot.models.struct import Frozen
from bot.vocabulary import ProposalOutcome, ProviderName


class Asked(Frozen):
    """Who was asked, as people and records are told; `log_prompts` keeps what was sent."""

    provider: ProviderName
    host: str
    model: str
    log_prompts: bool = False


class Judged(Frozen):
    """A question and what came of it. Where there was a proposal: the guard's verdict, the file as it was looked at,
    and the bytes that the guard checked.
    """

    exchange: Exchange
    verdict: GuardVerdict | None = None
    before: bytes = b""
    after: bytes = b""

    @property
    def passed(self) -> bool:
        """Whether a proposal passed the guard."""
        return self.verdict is not None and self.verdict.refusal is None


class Settlement(Frozen):
    """What a run did with proposals: whether it wrote at all, which numbers were accepted, and what failed to write."""

    run_wrote: bool
    accepted: frozenset[int]
    refused_paths: frozenset[str] = frozenset()


NOTHING_WRITTEN = Settlement(run_wrote=False, accepted=frozenset())
"""A dry run, and a run on a push."""


def chosen(judged: Iterable[Judged], accepted: Collection[int]) -> dict[str, Judged]:
    """The accepted proposals by file: of those for one file the first in the order of the document."""
    found: dict[str, Judged] = {}
    for one in judged:
        if one.passed and one.exchange.question.index in accepted:
            found.setdefault(one.exchange.question.path, one)
    return found


def records(
    judged: Sequence[Judged], settlement: Settlement, asked: Asked, findings: Sequence[CriticFinding] = ()
) -> Iterator[ProposalRecord]:
    """One for each question, in their order, with what a critic found in its proposal."""
    taken = {path: one.exchange.question.index for path, one in chosen(judged, settlement.accepted).items()}
    for one in judged:
        found = tuple(each for each in findings if each.proposal == one.exchange.question.index)
        yield _record(one, _outcome(one, settlement, taken), asked, found)


def model_document(
    judged: Sequence[Judged], settlement: Settlement, asked: Asked, left: Iterable[Withheld]
) -> ModelDocument:
    """model.json; `left` are the run's withheld rows, of which those that were not asked are listed."""
    spent = [one.exchange.outcome.tokens for one in judged]
    return ModelDocument(
        version=FORMAT_VERSION,
        summary=ModelSummary(
            provider=asked.provider,
            host=asked.host,
            model=asked.model,
            proposals=sum(one.passed for one in judged),
            accepted=len(chosen(judged, settlement.accepted)) if settlement.run_wrote else 0,
            tokens_in=sum(tokens or 0 for tokens, _ in spent),
            tokens_out=sum(tokens or 0 for _, tokens in spent),
        ),
        consulted=len(judged),
        skipped=tuple(_not_asked(left)),
    )


def _not_asked(left: Iterable[Withheld]) -> Iterator[RowNotAsked]:
    for row in left:
        word = row.skip or row.not_asked
        if word is not None:
            yield RowNotAsked(row_id=row.row_id, path=row.path, line=row.line, reason=word)


def _outcome(one: Judged, settlement: Settlement, taken: dict[str, int]) -> ProposalOutcome:
    question, outcome = one.exchange.question, one.exchange.outcome
    return outcome_of(
        Standing(
            answered=isinstance(outcome, Reply),
            proposed=isinstance(outcome, Reply) and outcome.proposal is not None,
            passed=one.passed,
            run_wrote=settlement.run_wrote,
            accepted=question.index in settlement.accepted,
            file_taken=taken.get(question.path, question.index) != question.index,
            write_refused=question.path in settlement.refused_paths,
        )
    )


def _record(one: Judged, outcome: ProposalOutcome, asked: Asked, findings: tuple[CriticFinding, ...]) -> ProposalRecord:
    question, said = one.exchange.question, one.exchange.outcome
    failed = said if isinstance(said, ProviderError) else None
    return ProposalRecord(
        version=FORMAT_VERSION,
        index=question.index,
        path=question.path,
        line=question.line,
        symbol=question.symbol,
        bail=question.bail,
        context_start_line=question.context.start_line,
        context_end_line=question.context.end_line,
        prompt_sha256=one.exchange.prompt_sha256,
        prompt=one.exchange.request.decode() if asked.log_prompts else None,
        provider=asked.provider,
        model=asked.model,
        tokens_in=said.tokens[0],
        tokens_out=said.tokens[1],
        outcome=outcome,
        failure=failed.failure if failed is not None else None,
        refusal=one.verdict.refusal if one.verdict is not None else None,
        detail=_detail(one, failed),
        proposal=said.given,
        findings=findings,
    )


def _detail(one: Judged, failed: ProviderError | None) -> str | None:
    if failed is not None:
        return failed.detail
    return one.verdict.detail if one.verdict is not None else None
