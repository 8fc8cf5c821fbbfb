"""What a run has to offer, taken together once when it is told: all that is needed to speak of it and to write it."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.consult.provider import Reply
from bot.consult.records import Judged
from bot.evidence.account import Account
from bot.models.arc import CriticFinding
from bot.models.commit import file_mode
from bot.models.consultation import Consultation
from bot.models.forge import CheckReport
from bot.models.names import CommitSha, PackId, RunId
from bot.models.offering import (
    OFFERING_VERSION,
    OfferedFile,
    OfferedFinding,
    OfferedPack,
    OfferedProposal,
    OfferedScreening,
    OfferedTurn,
    Offering,
    OpenQuestion,
    OutcomeCount,
    WordCount,
)
from bot.models.outcome import PlanOutcome
from bot.models.struct import Frozen
from bot.packs.schema import Pack
from bot.publish.placing import is_suggestible
from bot.publish.relevance import Relevance
from bot.source.patch import LineRange
from bot.vocabulary import Conclusion, EditStatus, ProposalOutcome


class OfferedBytes(Frozen):
    """A file for which a proposal passed: its bytes in the head, with each proposal in it by number, and the stretches
    of it that the pull request's page shows.
    """

    before: bytes
    after: Mapping[int, bytes]
    shown: tuple[LineRange, ...]


class OfferedRun(Frozen):
    """Which run of which pull request, and how it was told."""

    run_id: RunId
    repository: str
    pull: int
    head_sha: CommitSha
    base_sha: CommitSha
    relevance: Relevance
    quiet: bool
    conclusion: Conclusion
    report: CheckReport


def offering_of(
    run: OfferedRun,
    plan: PlanOutcome,
    account: Account,
    packs: Sequence[Pack],
    judged: Iterable[Judged],
    files: Mapping[str, OfferedBytes],
    executable: frozenset[str],
    turn: OfferedTurn | None = None,
) -> Offering:
    """Of a run that planned; `packs` are those that it used, `files` hold every file with a proposal that passed, and
    `turn` is where the relay waits.
    """
    assert account.ledger is not None
    ledger, model = account.ledger, account.model
    summary = model.summary if model is not None and not model.is_out_of_band else None
    findings = {one.question.number: one.findings for one in model.proposals} if model is not None else {}
    return Offering(
        version=OFFERING_VERSION,
        run_id=run.run_id,
        repository=run.repository,
        pull=run.pull,
        head_sha=run.head_sha,
        base_sha=run.base_sha,
        relevant=run.relevance.relevant,
        quiet=run.quiet,
        conclusion=run.conclusion,
        report=run.report,
        packs=tuple(map(offered_pack, packs)),
        moved_pins=tuple(sorted(run.relevance.moved_pins)),
        actionable=ledger.actionable,
        rewritten=ledger.rewritten,
        withheld=ledger.withheld,
        files_with_rows=account.files_with_rows,
        files=tuple(_files(plan, [pack.id for pack in packs], executable)),
        proposals=tuple(_proposals(judged, files, executable, findings)),
        questions=tuple(_questions(account)),
        left=tuple(WordCount(word=group.word, places=len(group.places)) for group in account.groups),
        asked=tuple(OutcomeCount(outcome=word, questions=n) for word, n in _outcomes(account)),
        model=summary.model if summary is not None else None,
        model_host=summary.host if summary is not None else None,
        turn=turn,
        screening=_screening(account),
    )


def offered_pack(pack: Pack) -> OfferedPack:
    """What is told of a pack that a run used."""
    return OfferedPack(id=pack.id, version=pack.version, old=pack.old_name, new=pack.new.distribution)


def fingerprint(question: Consultation) -> str:
    """The same for the same place after a push: a row's id is made of path, scope, symbol and the text of its line."""
    return hashlib.sha256(json.dumps([question.row_id, question.bail]).encode()).hexdigest()


def _files(plan: PlanOutcome, used: Sequence[PackId], executable: frozenset[str]) -> Iterator[OfferedFile]:
    rows = [edit.path for edit in plan.edits if edit.status is EditStatus.AUTO]
    for file in plan.files:
        by_rules = {PackId(rule.rpartition(":")[0]) for rule in file.rules}
        yield OfferedFile(
            path=file.path,
            mode=file_mode(executable=file.path in executable),
            before_sha256=file.before_sha256,
            after_sha256=file.after_sha256,
            # What an answer alone changes belongs to no rule.
            packs=tuple(pack for pack in used if pack in by_rules or not by_rules),
            rows=rows.count(file.path),
        )


def _proposals(
    judged: Iterable[Judged],
    files: Mapping[str, OfferedBytes],
    executable: frozenset[str],
    findings: Mapping[int, tuple[CriticFinding, ...]],
) -> Iterator[OfferedProposal]:
    for one in judged:
        said, question = one.exchange.outcome, one.exchange.question
        if not one.passed or not isinstance(said, Reply) or said.proposal is None:
            continue
        given, file = said.proposal, files[question.path]
        yield OfferedProposal(
            number=question.index,
            row_id=question.row_id,
            pack=question.pack,
            path=question.path,
            mode=file_mode(executable=question.path in executable),
            line=question.line,
            symbol=question.symbol,
            bail=question.bail,
            first=given.start_line,
            last=given.end_line,
            replaces=given.replaces.removesuffix("\n"),
            replacement=given.replacement.removesuffix("\n"),
            deletes=not given.replacement,
            rationale=given.rationale,
            before_sha256=question.before_sha256,
            after_sha256=hashlib.sha256(file.after[question.index]).hexdigest(),
            fingerprint=fingerprint(question),
            suggestible=is_suggestible(given.start_line, given.end_line, file.before, file.shown),
            findings=tuple(
                OfferedFinding(check=found.check, text=found.text, why=found.why, confirmed=found.confirmed)
                for found in findings.get(question.index, ())
            ),
        )


def _questions(account: Account) -> Iterator[OpenQuestion]:
    for asked in account.open_questions:
        question = asked.question
        yield OpenQuestion(key=question.key, sentence=question.sentence, allowed=question.allowed)


def _screening(account: Account) -> OfferedScreening | None:
    screening = account.screening
    if screening is None:
        return None
    answers = tuple(f"{one.key}: {one.value}" for one in screening.answers)
    return OfferedScreening(
        applied=(*answers, *(one.summary for one in screening.applied)),
        refused=tuple(one.refusal for one in screening.refused),
        lines=account.screened_lines,
        skipped=screening.skipped,
    )


def _outcomes(account: Account) -> Iterator[tuple[ProposalOutcome, int]]:
    yield from account.model.by_outcome if account.model is not None else ()
