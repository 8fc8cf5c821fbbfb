"""run.json: what ran, on what, how it ended, and the index of the run folder."""

from bot.models.arc import RelaySummary
from bot.models.finding import FindingCounts
from bot.models.light_record import LightRecord
from bot.models.limitation import Limitation
from bot.models.model_records import ModelSummary
from bot.models.names import PackId, RowId, RunId
from bot.models.plan import FileEdit, PlanCounts
from bot.models.question import Question
from bot.models.screening import ScreeningOutcome
from bot.models.verification import Verification
from bot.vocabulary import Bail, ConfigSource, ConsultSkip, NotAsked, PackSource, RunMode, WriteRefusal


class Trigger(LightRecord):
    """Who asked: a command line (`argv`), or a delivery about a pull request."""

    argv: tuple[str, ...] | None
    delivery: str | None
    repository: str | None
    pull_request: int | None
    head: str | None
    base: str | None
    command: str | None
    given_by: str | None


class GitState(LightRecord):
    """The commit that was read; `branch` null when detached or unknown, `sha` null outside a repository."""

    sha: str | None
    branch: str | None
    dirty: bool


class RunPack(LightRecord):
    """A pack of this run; `blocked` is null unless something kept the whole pack from planning."""

    id: PackId
    version: str
    sha256: str
    source: PackSource
    blocked: None


class RunConfig(LightRecord):
    """What was selected: gitignore-style patterns, and the size limit in bytes. `client_names` (by pack) is what the
    repository's owner, or who screened the plan, wants clients to be called; `releases` (by pack) are those of the new
    library that are declared, where they are fewer than the pack allows. `left_out` are files and folders that are
    looked at and not rewritten.
    """

    source: ConfigSource
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    max_file_bytes: int
    client_names: dict[str, str]
    releases: dict[str, str]
    left_out: tuple[str, ...]


class Withheld(LightRecord):
    """A row left for a person; exactly one of `asked` (consultation number), `skip` and `not_asked` is set.
    `cell`, `line` and `column` are the finding's.
    """

    row_id: RowId
    path: str
    cell: int | None
    line: int
    column: int
    symbol: str | None
    bail: Bail
    caused_by: tuple[Bail, ...] | None
    asked: int | None
    skip: ConsultSkip | None
    not_asked: NotAsked | None

    def __post_init__(self) -> None:
        if sum(word is not None for word in (self.asked, self.skip, self.not_asked)) != 1:
            raise ValueError("exactly one of asked, skip and not_asked is set")


class RefusedWrite(LightRecord):
    """A file that was to be written and could not be; then the run wrote none. `detail` is what the system said."""

    path: str
    reason: WriteRefusal
    detail: str | None


class Timings(LightRecord):
    """When and how long, in UTC (ISO 8601) and milliseconds; the only part that depends on the clock."""

    started_at: str
    finished_at: str
    total_ms: int
    scan_ms: int | None
    plan_ms: int | None
    apply_ms: int | None
    verify_ms: int | None
    model_ms: int | None


class IndexEntry(LightRecord):
    """One other file of the run folder."""

    path: str
    sha256: str
    bytes: int


class RunCounts(LightRecord):
    """The scan's counts and the plan's; `plan` is null in a scan."""

    scan: FindingCounts
    plan: PlanCounts | None


class RunDocument(LightRecord):
    """run.json, written last. Fields of parts that are not built yet are null or empty.

    `model` is set exactly when a model was there to be asked, `timings.model_ms` exactly when it was.
    """

    version: int
    run_id: RunId
    obelize_version: str
    mode: RunMode
    trigger: Trigger
    parent: RunId | None
    exit_code: int
    python: str
    platform: str
    git: GitState
    packs: tuple[RunPack, ...]
    config: RunConfig
    counts: RunCounts
    file_edits: tuple[FileEdit, ...]
    refused: tuple[RefusedWrite, ...]
    idempotent: bool | None
    withheld: tuple[Withheld, ...]
    questions: tuple[Question, ...]
    verify: Verification | None
    model: ModelSummary | None
    screening: ScreeningOutcome | None
    relay: RelaySummary | None
    limitations: tuple[Limitation, ...]
    timings: Timings
    files: tuple[IndexEntry, ...]

    def __post_init__(self) -> None:
        consulted = any(row.asked is not None for row in self.withheld)
        if consulted != (self.timings.model_ms is not None):
            raise ValueError("model_ms is set exactly when a model was consulted")
        if consulted and self.model is None:
            raise ValueError("a row was asked about, and no model is named")
