"""What the steps of a run hand on: ids, counts and hashes, never anything that grows with the repository.

They are kept by the durable engine as JSON and read back after a crash, so every field is plain.
"""

from bot.models.names import CommitSha, InstallationId, RunId
from bot.models.record import Record
from bot.vocabulary import Conclusion, RunState, VerifyStatus


class Ending(Record):
    """The run is over, or over here: which state its row gets, and why, in a sentence of ours."""

    state: RunState
    conclusion: Conclusion | None
    reason: str | None


class Failure(Record):
    """A step could not do its work; `reason` is for people, in our words."""

    reason: str


class Begun(Record):
    """The run has the lease; `trigger` is the delivery that asked for it, null where the sweep or a comment did.

    `command` is what somebody asked by comment or button, and `given_by` who that was.
    """

    run_id: RunId
    installation_id: InstallationId
    full_name: str
    started_at: str
    trigger: str | None
    command: str | None
    given_by: str | None


class Looked(Record):
    """The pull request as GitHub has it now; `config` is the hash of `.obelize.yml`, if there is one.

    `answers` are those that people gave by comment, by key: a run keeps to the ones that it began with. So it does to
    `held`, the amendments of the plan that hold (as text), and to the `words` in which somebody wants it revised.
    `baseline` is what the repository's own checks say of the head, where that is asked.
    """

    full_name: str
    private: bool
    head_sha: CommitSha
    head_ref: str
    base_sha: CommitSha
    base_ref: str
    config: str | None
    answers: dict[str, str]
    held: str = "[]"
    words: str | None = None
    words_by: str | None = None
    baseline: VerifyStatus | None = None


class Questions(Record):
    """What a model is to be asked before the run can be told: the hash of the questions, and how many they are."""

    consultations: str
    count: int


class ToScreen(Record):
    """A model may amend the plan before the run goes on: the hash of what it is to be shown."""

    task: str


class PlanScreened(Record):
    """What screening came to: the hash of model/screening.json."""

    kept: str


class Answer(Record):
    """What a model answered to one question, and the guard's verdict on it: the hash of both. `silent` where nothing
    was answered.
    """

    kept: str
    silent: bool = False


class RefKept(Record):
    """The run folder lies in the repository, under this ref."""

    ref: str


class Analysed(Record):
    """What the run found, told for the check: hashes of what is to be posted, and what decides how.

    `in_repository` where the owner wants the run folder kept in the repository itself.
    """

    conclusion: Conclusion
    relevant: bool
    quiet: bool
    report: str
    annotations: str
    rows_left: int
    in_repository: bool = False
