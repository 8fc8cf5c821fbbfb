"""What a run may write: the final word on every actionable row, and the files that change."""

from bot.models.finding import PackStamp
from bot.models.header import PlanHeader
from bot.models.light_record import LightRecord
from bot.models.names import RowId
from bot.models.question import Question
from bot.vocabulary import Bail, EditStatus


class Edit(LightRecord):
    """What became of one actionable row.

    `rule_id` is `<pack>:<change>`; null where no change of the pack speaks for the row. `reason` is the bail, null on
    auto. `caused_by` holds the sorted words of the file's other rows, exactly when the reason is
    file_not_fully_migrated. `warnings` are sentences of the pack: where behaviour differs at the edges, or what to
    write instead. `cell`, `line` and `column` are the finding's.
    """

    row_id: RowId
    path: str
    cell: int | None
    line: int
    column: int
    status: EditStatus
    rule_id: str | None
    reason: Bail | None
    caused_by: tuple[Bail, ...] | None
    warnings: tuple[str, ...]

    def __post_init__(self) -> None:
        if (self.reason is None) != (self.status is EditStatus.AUTO):
            raise ValueError("a reason is null exactly on auto")
        if (self.caused_by is None) == (self.reason is Bail.FILE_NOT_FULLY_MIGRATED):
            raise ValueError("caused_by is set exactly when the reason is file_not_fully_migrated")


class Hunk(LightRecord):
    """One changed stretch: line numbers and counts as in a unified diff without context, and what is behind it: rows,
    and keys of questions that somebody answered.
    """

    old_start: int
    old_lines: int
    new_start: int
    new_lines: int
    rows: tuple[RowId, ...]
    answers: tuple[str, ...]


class FileEdit(LightRecord):
    """One file that changes, and what is behind it: rules and answers to questions, or proposals; never both, never
    neither. `answers` are keys of questions.
    """

    path: str
    before_sha256: str
    after_sha256: str
    hunks: tuple[Hunk, ...]
    rules: tuple[str, ...]
    answers: tuple[str, ...]
    proposals: tuple[int, ...]

    def __post_init__(self) -> None:
        if bool(self.rules or self.answers) == bool(self.proposals):
            raise ValueError("a file edit names rules and answers, or proposals: one of them, not both")
        if any(not hunk.rows and not hunk.answers for hunk in self.hunks):
            raise ValueError("every hunk names the rows or answers behind it")


class PlanCounts(LightRecord):
    """The ledger's first sum: actionable = auto + withheld."""

    actionable: int
    auto: int
    withheld: int
    files: int

    def __post_init__(self) -> None:
        if self.actionable != self.auto + self.withheld:
            raise ValueError("the ledger does not add up: actionable rows = rewritten + withheld")


class PlanDocument(LightRecord):
    """plan.json: what was observed and decided for each pack, what is asked, and planned edits, written or not."""

    version: int
    packs: tuple[PackStamp, ...]
    headers: tuple[PlanHeader, ...]
    questions: tuple[Question, ...]
    counts: PlanCounts
    edits: tuple[Edit, ...]
    files: tuple[FileEdit, ...]
