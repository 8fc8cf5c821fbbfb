"""What the pipeline hands to the shells: everything that a run folder, a check or a terminal needs to know."""

from typing import TYPE_CHECKING

from bot.models.finding import Finding, FindingCounts, PackStamp
from bot.models.header import PlanHeader
from bot.models.limitation import Limitation
from bot.models.plan import Edit, FileEdit, PlanCounts
from bot.models.question import Question
from bot.models.run import Withheld
from bot.models.struct import Frozen

if TYPE_CHECKING:
    from bot.models.consultation import Consultation


class WrittenFile(Frozen):
    """The bytes of one file that changes, before and after."""

    path: str
    before: bytes
    after: bytes


class ScanOutcome(Frozen):
    """What a scan found, in the order of the documents."""

    packs: tuple[PackStamp, ...]
    counts: FindingCounts
    findings: tuple[Finding, ...]
    limitations: tuple[Limitation, ...]


class RefusedAnswer(Frozen):
    """An answer that was given and cannot be taken; `sentence` says why, and what could be."""

    key: str
    sentence: str


class PlanOutcome(Frozen):
    """What a run may write. `idempotent`: a second run over the result changes nothing; None when nothing changes.

    `refused` are answers that whoever gave them can put right: then nothing of the plan is to be kept. `consultations`
    are what a model is to be asked, where one is.
    """

    counts: PlanCounts
    headers: tuple[PlanHeader, ...]
    edits: tuple[Edit, ...]
    files: tuple[FileEdit, ...]
    withheld: tuple[Withheld, ...]
    questions: tuple[Question, ...]
    patch: bytes
    written: tuple[WrittenFile, ...]
    idempotent: bool | None
    refused: tuple[RefusedAnswer, ...]
    consultations: "tuple[Consultation, ...]" = ()


class Outcome(Frozen):
    """A run's result; `plan` is None when the run only scanned."""

    scan: ScanOutcome
    plan: PlanOutcome | None
