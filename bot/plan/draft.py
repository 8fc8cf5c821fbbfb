"""A file on its way into the plan: what is known of it, and whether it moves."""

from bot.models.struct import Frozen
from bot.scan.facts import Judgement, Replacement, Row
from bot.scan.manifests.encoded import decoded
from bot.scan.source_text import SourceText, read_source, text_source
from bot.vocabulary import Bail, FindingKind, ScanStatus


class Fate(Frozen):
    """The last word on one row; `bail` is None where the row is rewritten, `caused_by` as in the records."""

    bail: Bail | None
    caused_by: tuple[Bail, ...] | None = None


class Answered(Frozen):
    """Text that is exchanged because a question (its key) was answered so; `adds` tells that a dependency is put in."""

    key: str
    replacement: Replacement
    adds: bool = False


class FileDraft(Frozen):
    """Rows and judgements of one file, in parallel, and what holds the whole file back, if anything does.

    `source` are the bytes that were read, `executable` git's mode bit, `answered` what answers change in the file.
    """

    path: str
    rows: tuple[Row, ...]
    judgements: tuple[Judgement, ...]
    source: bytes
    executable: bool = False
    held_back: Bail | None = None
    answered: tuple[Answered, ...] = ()

    @property
    def actionable(self) -> tuple[int, ...]:
        """Indexes of the rows that the ledger counts."""
        return tuple(i for i, row in enumerate(self.rows) if row.scan_status is not ScanStatus.NOT_A_USAGE)

    @property
    def withheld_words(self) -> frozenset[Bail]:
        """The words of the rows that are withheld for a reason of their own."""
        bails = (self.judgements[index].bail for index in self.actionable)
        return frozenset(bail for bail in bails if bail is not None)

    @property
    def moves(self) -> bool:
        """Whether every actionable row of the file is migrated."""
        return bool(self.actionable) and not self.withheld_words and self.held_back is None

    @property
    def replacements(self) -> tuple[Replacement, ...]:
        """Everything that is exchanged in the file if it moves, in order."""
        found = {r for index in self.actionable for r in self.judgements[index].replacements}
        found |= {one.replacement for one in self.answered}
        return tuple(sorted(found, key=lambda r: (r.start, r.end)))

    @property
    def addition(self) -> Replacement | None:
        """What puts a dependency in; at most one."""
        return next((one.replacement for one in self.answered if one.adds), None)

    @property
    def is_manifest(self) -> bool:
        """Whether this is a dependency file; its lines move one by one. Without rows it is one that gets a line."""
        return not self.rows or any(row.kind is FindingKind.MANIFEST for row in self.rows)

    @property
    def text(self) -> str:
        """The text in which replacements count, without a byte order mark; of a file that could be read."""
        if self.is_manifest:
            return text_source(decoded(self.source).text).text
        source = read_source(self.source)
        assert isinstance(source, SourceText)
        return source.text

    @property
    def key(self) -> tuple[str, bool]:
        """What tells drafts apart: setup.py may be both code and a dependency file."""
        return self.path, self.is_manifest

    def fates(self) -> dict[int, Fate]:
        """The last word on each actionable row, file atomicity applied: the row's own word first, then what holds the
        whole file back, then the file's other rows.
        """
        causes = tuple(sorted(self.withheld_words))
        return {index: self._fate(self.judgements[index], causes) for index in self.actionable}

    def _fate(self, judgement: Judgement, causes: tuple[Bail, ...]) -> Fate:
        if judgement.bail is not None:
            return Fate(judgement.bail)
        if causes and not self.is_manifest:
            return Fate(Bail.FILE_NOT_FULLY_MIGRATED, causes)
        return Fate(self.held_back)
