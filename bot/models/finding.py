"""What the scan found: its own view, never a word of the rules or of atomicity."""

from bot.models.light_record import LightRecord
from bot.models.names import PackId, RowId
from bot.vocabulary import Bail, ConfidenceReason, FindingKind, ScanStatus

WITHHELD = frozenset({ScanStatus.NEEDS_REVIEW, ScanStatus.UNSUPPORTED})


class Finding(LightRecord):
    """One use, or mention, of a library.

    `symbol` is the library's own full name whatever the file calls it, methods through their class
    (`PyPDF2.PdfReader.pages`); null exactly when the file could not be read. `bail` is set exactly when the
    status is needs_review or unsupported. `line` and `column` are where the expression begins; for a name taken by
    `from … import`, where the statement does. In a notebook they are counted in the cell: `cell` is its number among
    all cells of the notebook, text cells included, from 1, and `file_line` the line of the file on which the line of
    the cell stands. Both are null elsewhere, and on the one row of a notebook that could not be read.
    """

    row_id: RowId
    path: str
    cell: int | None
    line: int
    column: int
    file_line: int | None
    kind: FindingKind
    confidence_reason: ConfidenceReason
    symbol: str | None
    pack: PackId
    scan_status: ScanStatus
    bail: Bail | None

    def __post_init__(self) -> None:
        if (self.bail is not None) != (self.scan_status in WITHHELD):
            raise ValueError("a bail is set exactly when the status is needs_review or unsupported")
        if (self.symbol is None) != (self.kind is FindingKind.PARSE_ERROR):
            raise ValueError("a symbol is null exactly on a parse_error")

    @property
    def actionable(self) -> bool:
        """Whether the ledger counts this row: everything but a mere mention."""
        return self.scan_status is not ScanStatus.NOT_A_USAGE

    @property
    def position(self) -> str:
        """The place in its file, for a column of a table: `4`, in a notebook `cell 3, line 4`."""
        return str(self.line) if self.cell is None else cell_position(self.cell, self.line)

    def sort_key(self) -> tuple[str, int, int, int, str, str]:
        """Documents list findings in this order."""
        return (self.path, self.cell or 0, self.line, self.column, self.kind, self.symbol or "")


def cell_position(cell: int, line: int) -> str:
    """A place in a notebook, as people say it."""
    return f"cell {cell}, line {line}"


class PackStamp(LightRecord):
    """Which pack, exactly: `sha256` is that of the pack.yaml that was read."""

    id: PackId
    version: str
    sha256: str


class FindingCounts(LightRecord):
    """How much was looked at and found; `files_parsed` are those that held a token and went to the analyser."""

    files_listed: int
    files_read: int
    files_parsed: int
    findings: int
    eligible: int
    needs_review: int
    unsupported: int
    not_a_usage: int
    limitations: int


class FindingsDocument(LightRecord):
    """findings.json, and what `obelize scan --json` prints, byte for byte."""

    version: int
    packs: tuple[PackStamp, ...]
    counts: FindingCounts
    findings: tuple[Finding, ...]
