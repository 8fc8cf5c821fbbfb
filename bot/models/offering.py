"""What a finished run has to offer, kept beside its folder: all that is needed to speak of it and to write it later.

It is made once, when the run is told. Texts in it come from the repository and from a model: data, shown as code only.
The bytes that a commit would write lie beside it by their hash; nothing is computed again when somebody accepts.
"""

from bot.models.forge import CheckReport, Sha
from bot.models.names import PackId, RowId, RunId
from bot.models.record import Record
from bot.vocabulary import AmendmentRefusal, Bail, Conclusion, CriticCheck, ProposalOutcome, RelayKind, Stage

OFFERING_VERSION = 1


class OfferedPack(Record):
    """A pack that the run used."""

    id: PackId
    version: str
    old: str
    new: str


class OfferedFile(Record):
    """A file that rules rewrite. `mode` is git's, in octal; `rows` are the places in it."""

    path: str
    mode: str
    before_sha256: str
    after_sha256: str
    packs: tuple[PackId, ...]
    rows: int


class OfferedFinding(Record):
    """What a critic found in a proposal; `confirmed` tells whether it is so, null until it was looked up."""

    check: CriticCheck
    text: str
    why: str
    confirmed: bool | None


class OfferedTurn(Record):
    """Where the relay waits. `kind` is null where the operator's gate stands before the stage: then `refused` says so.

    `prompt` is null where it is too long to be shown: then it is a file of the run folder. `symbols` are what the
    proposals are about.
    """

    kind: RelayKind | None
    stage: Stage
    turn: str | None
    prompt: str | None
    ungrounded: bool
    symbols: tuple[str, ...]
    refused: str | None


class OfferedProposal(Record):
    """A guarded proposal of a model. Lines are those of the head, 1-based and inclusive; no text ends in a line end.

    `fingerprint` (of path, enclosing function, old text, symbol and word) is the same after a push that leaves the
    place as it is. `deletes` tells that the lines are taken out; else an empty `replacement` is one empty line.
    `suggestible`: GitHub can show it at its place.
    """

    number: int
    row_id: RowId
    pack: PackId
    path: str
    mode: str
    line: int
    symbol: str
    bail: Bail
    first: int
    last: int
    replaces: str
    replacement: str
    deletes: bool
    rationale: str
    before_sha256: str
    after_sha256: str
    fingerprint: str
    suggestible: bool
    findings: tuple[OfferedFinding, ...] = ()


class OpenQuestion(Record):
    """A question that waits for a person, and the answers that it takes."""

    key: str
    sentence: str
    allowed: tuple[str, ...]


class WordCount(Record):
    """How many places are left for one reason."""

    word: Bail
    places: int


class OutcomeCount(Record):
    """How many questions to a model ended how."""

    outcome: ProposalOutcome
    questions: int


class OfferedScreening(Record):
    """How a model amended the plan: what it did, a line each, and the words of what was refused. `lines` are what
    `answers:` of `.obelize.yml` gets for its answers. `skipped` says why nobody did, null where somebody did.
    """

    applied: tuple[str, ...]
    refused: tuple[AmendmentRefusal, ...]
    lines: tuple[str, ...]
    skipped: str | None


class Offering(Record):
    """The whole of it, by run. `report` is the check as it was first told; counts are of the ledger. `turn` is null
    where no turn of the relay waits, `screening` where no model amends plans.
    """

    version: int
    run_id: RunId
    repository: str
    pull: int
    head_sha: Sha
    base_sha: Sha
    relevant: bool
    quiet: bool
    conclusion: Conclusion
    report: CheckReport
    packs: tuple[OfferedPack, ...]
    moved_pins: tuple[str, ...]
    actionable: int
    rewritten: int
    withheld: int
    files_with_rows: int
    files: tuple[OfferedFile, ...]
    proposals: tuple[OfferedProposal, ...]
    questions: tuple[OpenQuestion, ...]
    left: tuple[WordCount, ...]
    asked: tuple[OutcomeCount, ...]
    model: str | None
    model_host: str | None
    turn: OfferedTurn | None = None
    screening: OfferedScreening | None = None

    @property
    def over_limit(self) -> bool:
        """Whether nothing was looked at, because the repository is over a limit."""
        return self.conclusion is Conclusion.OVER_LIMIT

    def proposal(self, number: int) -> OfferedProposal | None:
        """The proposal of this number; null where the run has none that passed."""
        return next((one for one in self.proposals if one.number == number), None)
