"""A run told for people: the same account stands behind REPORT.md, the check's summary, the comment and the terminal.

Nothing here is formatted; the templates and the terminal do that, and they show every name that came from the
repository as code.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from bot.evidence.asked import AskedQuestion, asked_questions
from bot.evidence.model_account import ModelAccount, Question
from bot.evidence.rewritten import Caution, RuleGroup, cautions, rule_groups
from bot.models.arc import RelaySummary
from bot.models.finding import cell_position
from bot.models.header import PlanHeader
from bot.models.limitation import Limitation
from bot.models.outcome import Outcome, PlanOutcome, ScanOutcome
from bot.models.run import Withheld
from bot.models.screening import ScreeningOutcome
from bot.models.struct import Frozen
from bot.packs.schema import Citation, Pack
from bot.vocabulary import Bail, ConsultSkip, EditStatus, LimitationCode, NotAsked, ProposalOutcome

_OF_OTHER_PLACES = frozenset(
    {Bail.FILE_NOT_FULLY_MIGRATED, Bail.CONSUMER_NOT_MIGRATED, Bail.CONFIGURE_CONSUMED_ELSEWHERE}
)


class Place(Frozen):
    """One row left for a person. `note` is the pack's sentence for it, `asking` what became of asking a model and
    `question` the question where there was one.
    In a notebook `line` is counted in the cell; `file_line` is the line of the file everywhere.
    """

    row_id: str
    path: str
    cell: int | None
    line: int
    file_line: int
    symbol: str | None
    note: str | None
    caused_by: tuple[Bail, ...]
    asking: ConsultSkip | NotAsked | ProposalOutcome
    question: Question | None = None

    @property
    def told_of_asking(self) -> str:
        """What became of asking a model about the place, in a sentence or two."""
        if self.question is None:
            return self.asking.sentence
        return f"Asked a model, question {self.question.number}: {self.question.told}"

    @property
    def where(self) -> str:
        """`app.py:4`, in a notebook `app.ipynb, cell 3, line 4`."""
        if self.cell is None:
            return f"{self.path}:{self.line}"
        return f"{self.path}, {cell_position(self.cell, self.line)}"


class WordGroup(Frozen):
    """The places that share a word, in the order of the documents."""

    word: Bail
    places: tuple[Place, ...]

    @property
    def follows(self) -> bool:
        """Whether these places wait for others and are told file by file: nothing is to be done at the place itself."""
        return self.word in _OF_OTHER_PLACES

    @property
    def files(self) -> int:
        """How many files the places lie in."""
        return len({place.path for place in self.places})


class MovedFile(Frozen):
    """One file that is rewritten: how many rows rules rewrite, and which answers to questions (keys) change it."""

    path: str
    rows: int
    answers: tuple[str, ...]


class LimitationGroup(Frozen):
    """The limitations that share a code."""

    code: LimitationCode
    limitations: tuple[Limitation, ...]


class PackPages(Frozen):
    """What a pack says of itself."""

    title: str
    id: str
    version: str
    limitations: tuple[str, ...]
    citations: tuple[Citation, ...]


class Ledger(Frozen):
    """The sums that must hold: actionable = rewritten + withheld; withheld = asked + skipped + not asked."""

    actionable: int
    rewritten: int
    withheld: int
    asked: int
    skipped: tuple[tuple[ConsultSkip, int], ...]
    not_asked: tuple[tuple[NotAsked, int], ...]

    @property
    def adds_up(self) -> bool:
        """Whether both sums hold; a run whose ledger does not must say so instead of anything else."""
        asking = self.asked + sum(n for _, n in self.skipped) + sum(n for _, n in self.not_asked)
        return self.actionable == self.rewritten + self.withheld and self.withheld == asking


class Account(Frozen):
    """The whole story. Without a plan (a scan), `groups` and `moved` are empty and `ledger` is None."""

    libraries: tuple[str, ...]
    actionable: int
    files_with_rows: int
    moved: tuple[MovedFile, ...]
    groups: tuple[WordGroup, ...]
    limitations: tuple[LimitationGroup, ...]
    packs: tuple[PackPages, ...]
    ledger: Ledger | None
    rules: tuple[RuleGroup, ...] = ()
    cautions: tuple[Caution, ...] = ()
    questions: tuple[AskedQuestion, ...] = ()
    headers: tuple[PlanHeader, ...] = ()
    model: ModelAccount | None = None
    screening: ScreeningOutcome | None = None
    relay: RelaySummary | None = None

    @property
    def over_limit(self) -> str | None:
        """Over which limit of the server the repository is, so that nothing was looked at."""
        over = (group for group in self.limitations if group.code is LimitationCode.REPOSITORY_OVER_LIMIT)
        return next((limitation.detail for group in over for limitation in group.limitations), None)

    @property
    def open_questions(self) -> tuple[AskedQuestion, ...]:
        """Those that nobody has answered."""
        return tuple(question for question in self.questions if question.is_open)

    @property
    def screened_lines(self) -> tuple[str, ...]:
        """What `answers:` of `.obelize.yml` gets for each answer that a screening gave."""
        given = {one.key for one in self.screening.answers} if self.screening is not None else set()
        return tuple(asked.line for asked in self.questions if asked.question.key in given)

    @property
    def withheld(self) -> int:
        """How many places are left for a person."""
        return sum(len(group.places) for group in self.groups)

    @property
    def rewritten(self) -> int:
        """How many places the rules rewrite."""
        return self.actionable - self.withheld if self.ledger is not None else 0


def account_of(
    outcome: Outcome,
    packs: Sequence[Pack],
    model: ModelAccount | None = None,
    screening: ScreeningOutcome | None = None,
    relay: RelaySummary | None = None,
) -> Account:
    """The account of a run; `packs` are those that the run used, `model` is what asking one came to, `screening` how
    amending the plan went where that was wanted, `relay` the arc of a run whose model is out of band.
    """
    actionable = [finding for finding in outcome.scan.findings if finding.actionable]
    used = {stamp.id for stamp in outcome.scan.packs}
    plan = outcome.plan
    return Account(
        libraries=tuple(pack.old_name for pack in packs if pack.id in used),
        actionable=len(actionable),
        files_with_rows=len({finding.path for finding in actionable}),
        moved=_moved(plan) if plan is not None else (),
        groups=_groups(plan, outcome.scan, model) if plan is not None else (),
        limitations=_limitation_groups(outcome.scan.limitations),
        packs=tuple(_pages(pack) for pack in packs if pack.id in used),
        ledger=ledger_of(outcome.scan, plan) if plan is not None else None,
        rules=rule_groups(plan, packs) if plan is not None else (),
        cautions=cautions(plan) if plan is not None else (),
        questions=asked_questions(plan.questions) if plan is not None else (),
        headers=plan.headers if plan is not None else (),
        model=model,
        screening=screening if screening is not None and screening.is_told else None,
        relay=relay,
    )


def ledger_of(scan: ScanOutcome, plan: PlanOutcome) -> Ledger:
    """The sums of a run, each counted from its own documents: findings, edits, withheld rows."""
    skipped = [row.skip for row in plan.withheld if row.skip is not None]
    not_asked: list[NotAsked] = [row.not_asked for row in plan.withheld if row.not_asked is not None]
    return Ledger(
        actionable=sum(finding.actionable for finding in scan.findings),
        rewritten=sum(edit.status is EditStatus.AUTO for edit in plan.edits),
        withheld=len(plan.withheld),
        asked=sum(row.asked is not None for row in plan.withheld),
        skipped=tuple((word, skipped.count(word)) for word in ConsultSkip if word in skipped),
        not_asked=tuple((word, not_asked.count(word)) for word in NotAsked if word in not_asked),
    )


def _groups(plan: PlanOutcome, scan: ScanOutcome, model: ModelAccount | None) -> tuple[WordGroup, ...]:
    """Words in the order of the vocabulary: what stands for itself first, atomicity last."""
    notes = {edit.row_id: edit.warnings for edit in plan.edits}
    lines = {finding.row_id: finding.file_line or finding.line for finding in scan.findings}
    questions = {question.number: question for question in model.questions} if model is not None else {}
    places: dict[Bail, list[Place]] = defaultdict(list)
    for row in plan.withheld:
        question = questions.get(row.asked) if row.asked is not None else None
        places[row.bail].append(_place(row, lines.get(row.row_id, row.line), notes.get(row.row_id, ()), question))
    return tuple(WordGroup(word, tuple(places[word])) for word in Bail if word in places)


def _place(row: Withheld, file_line: int, notes: tuple[str, ...], question: Question | None) -> Place:
    asking = row.skip or row.not_asked or (question.outcome if question is not None else None)
    assert asking is not None  # a row that was asked about comes with its question
    return Place(
        row_id=row.row_id,
        path=row.path,
        cell=row.cell,
        line=row.line,
        file_line=file_line,
        symbol=row.symbol,
        note=notes[0] if notes else None,
        caused_by=row.caused_by or (),
        asking=asking,
        question=question,
    )


def _moved(plan: PlanOutcome) -> tuple[MovedFile, ...]:
    rows = Counter(edit.path for edit in plan.edits if edit.status is EditStatus.AUTO)
    return tuple(MovedFile(file.path, rows[file.path], file.answers) for file in plan.files)


def _limitation_groups(limitations: Sequence[Limitation]) -> tuple[LimitationGroup, ...]:
    found: dict[LimitationCode, list[Limitation]] = defaultdict(list)
    for limitation in limitations:
        found[limitation.code].append(limitation)
    return tuple(LimitationGroup(code, tuple(found[code])) for code in LimitationCode if code in found)


def _pages(pack: Pack) -> PackPages:
    return PackPages(pack.title, pack.id, pack.version, pack.limitations, pack.citations)
