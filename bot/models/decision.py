"""What a webhook delivery asks for: the records that the pure handlers return and the delivery workflow carries out.

A decision holds what GitHub said, already checked for shape, and nothing that was looked up; whether it still holds
(the head may have moved, the run may exist) is asked where it is carried out.
"""

from typing import Annotated

from pydantic import AwareDatetime, Field, StringConstraints

from bot.models.record import Record
from bot.models.run_key import Id, RunKey, Sha
from bot.vocabulary import CommandVerb, DeliveryOutcome, RunDemand

FullName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$", max_length=200)]
Login = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._\[\]-]+$", max_length=100)]
RefName = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x20\x7f]+$", max_length=255)]


class RepositoryFacts(Record):
    """A repository as a payload names it; `default_branch` is null where the payload does not say."""

    id: Id
    full_name: FullName
    private: bool
    default_branch: RefName | None


class PullFacts(Record):
    """A pull request as a payload describes it."""

    number: Id
    head_sha: Sha
    base_sha: Sha
    closed: bool
    updated_at: AwareDatetime


class StartRun(Record):
    """A head is there to be looked at, as strongly as `demand` says."""

    installation_id: Id
    repository: RepositoryFacts
    pull: PullFacts
    demand: RunDemand


class RunHeadAgain(Record):
    """Somebody pressed "Re-run". `pull` is null where the whole commit is meant: every pull request with that head."""

    installation_id: Id
    repository: RepositoryFacts
    head_sha: Sha
    pull: Annotated[int, Field(ge=1)] | None


class ScanBranch(Record):
    """The default branch has another head: what is left there is counted. Nobody is told."""

    installation_id: Id
    repository: RepositoryFacts
    head_sha: Sha


class ClosePull(Record):
    """A pull request was closed; a run at work ends at its next step."""

    installation_id: Id
    repository: RepositoryFacts
    pull: PullFacts


class AskVerdict(Record):
    """Other CI has said something of a commit, which may be one that Obelize made."""

    installation_id: Id
    repository: RepositoryFacts
    sha: Sha


class HearComment(Record):
    """Somebody spoke to Obelize in a new comment: `lines` are those that begin with its name, `body_sha256` is of all.

    `number` is that of the pull request or issue.
    """

    installation_id: Id
    repository: RepositoryFacts
    number: Id
    is_pull: bool
    comment_id: Id
    speaker_id: Id
    speaker: Login
    lines: Annotated[tuple[str, ...], Field(min_length=1)]
    body_sha256: str
    spoken_at: AwareDatetime


class PressButton(Record):
    """Somebody pressed a button of the check of `run`, which stands for this command."""

    installation_id: Id
    repository: RepositoryFacts
    run: RunKey
    verb: CommandVerb
    speaker_id: Id
    speaker: Login


class RecordRepository(Record):
    """A repository was renamed, moved, or changed who may see it; of the last, `seen_since` is when."""

    installation_id: Id
    repository: RepositoryFacts
    seen_since: AwareDatetime | None = None


class RecordInstallation(Record):
    """An installation was made or its permissions were accepted; `repositories` are those it can reach, if named."""

    installation_id: Id
    account: Login
    repositories: tuple[RepositoryFacts, ...]


class ForgetInstallation(Record):
    """An installation was deleted: what is kept about its repositories goes."""

    installation_id: Id


class SuspendInstallation(Record):
    """An installation was suspended, or is no longer."""

    installation_id: Id
    account: Login
    suspended: bool


class ChangeRepositories(Record):
    """An installation reaches other repositories now; what is kept about the removed ones goes."""

    installation_id: Id
    account: Login
    added: tuple[RepositoryFacts, ...]
    removed: tuple[Id, ...]


class Nothing(Record):
    """Nothing is to be done, and the word says why; `detail` names the part of the payload, never its content."""

    outcome: DeliveryOutcome
    detail: str | None


Decision = (
    StartRun
    | RunHeadAgain
    | ScanBranch
    | ClosePull
    | AskVerdict
    | HearComment
    | PressButton
    | RecordRepository
    | RecordInstallation
    | ForgetInstallation
    | SuspendInstallation
    | ChangeRepositories
    | Nothing
)


def nothing(outcome: DeliveryOutcome, detail: str | None = None) -> Nothing:
    """A delivery that ends here."""
    return Nothing(outcome=outcome, detail=detail)
