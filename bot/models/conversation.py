"""What people ask of Obelize, parsed, and what is to be done about it: records, no text of a comment but its arguments.

A command is taken from a comment or a button. `bot/conversation` decides what it means in the state that stands, and
returns acts or a `Refused`; `bot/workflows` carries acts out.
"""

from pydantic import AwareDatetime

from bot.models.forge import FullName, Sha
from bot.models.names import InstallationId, RepositoryId, RunId
from bot.models.offering import Offering
from bot.models.record import Record
from bot.vocabulary import CommandRefusal, CommandVerb, CommitKind, OfferState, VerifyReason, VerifyStatus


class Speaker(Record):
    """Who spoke, by number: logins change hands."""

    id: int
    login: str


class Command(Record):
    """One line of a comment, or a button. What the verb does not take is empty or null.

    `words` are text for a model. `head` is the beginning of a commit's name that the person added (`@ab12cd3`), lower
    case.
    """

    verb: CommandVerb
    numbers: tuple[int, ...] = ()
    every: bool = False
    head: str | None = None
    key: str | None = None
    value: str | None = None
    reason: str | None = None
    words: str | None = None


class Refused(Record):
    """Not done. `detail` adds to the word's sentence what exactly is meant, in our words and numbers."""

    refusal: CommandRefusal
    detail: str | None = None


class CommandPlace(Record):
    """Where a command is carried out and at whose word, as GitHub had it just before.

    `line` is which command of its comment it is, from 1; `comment_id` is null for a button. `permission` is GitHub's
    own word for what the person may do.
    """

    command_id: str
    line: int
    installation_id: InstallationId
    repository_id: RepositoryId
    full_name: FullName
    pull: int
    speaker: Speaker
    permission: str
    given_at: AwareDatetime
    comment_id: int | None = None


class TellCommands(Record):
    """Say what can be asked."""


class Explain(Record):
    """Say all that is known of a proposal."""

    run_id: RunId
    number: int


class ShowContext(Record):
    """Show what a model was sent by a run, or would be; no number: all of it."""

    run_id: RunId
    number: int | None


class RunAgain(Record):
    """Read the head once more."""


class SetMuted(Record):
    """Keep silent on the pull request, or speak again."""

    muted: bool


class SetPaused(Record):
    """Leave the pull request alone, or look at it again."""

    paused: bool


class KeepAnswer(Record):
    """Keep the answer to a question for this pull request, and plan again."""

    key: str
    value: str


class RevisePlan(Record):
    """Keep what somebody wants of the plan of this head, until a model was asked."""

    head_sha: Sha
    words: str


class TakeReply(Record):
    """Take what stands in the fence below the command as the reply to the turn that is open on the head."""

    head_sha: Sha


class Decline(Record):
    """Take proposals of a run off the table."""

    run_id: RunId
    numbers: tuple[int, ...]
    reason: str | None


class WriteCommit(Record):
    """Commit bytes that a run kept: files of the rules (`apply`), or proposals by number (`accept`).

    Only on top of `head_sha`, the head that the run had read.
    """

    kind: CommitKind
    run_id: RunId
    head_sha: Sha
    numbers: tuple[int, ...] = ()


class TakeBack(Record):
    """Commit the bytes from before one of our commits, where they are still what it wrote."""

    commit_sha: Sha


class AskChecks(Record):
    """Ask once more what the repository's own checks say of one of our commits."""

    commit_sha: Sha


class Committed(Record):
    """It is in a commit; `run_id` names the run that made it, `numbers` are those of accepted proposals."""

    sha: Sha
    kind: CommitKind
    run_id: RunId
    numbers: tuple[int, ...]


class ChecksTold(Record):
    """What the repository's own checks say of one of our commits; `status` and `reason` are null while they run.

    `broken` names the checks that passed before it and fail after it: text of other Apps, shown as code only.
    """

    commit_sha: Sha
    status: VerifyStatus | None
    reason: VerifyReason | None
    broken: tuple[str, ...]


class OpenMigration(Record):
    """Open, or bring up to date, a pull request that migrates the default branch."""


class MigrationOpened(Record):
    """The pull request stands; `opened` tells that it is new, and `sha` is its head."""

    pull: int
    sha: Sha
    run_id: RunId
    opened: bool


Act = (
    TellCommands
    | Explain
    | ShowContext
    | RunAgain
    | SetMuted
    | SetPaused
    | KeepAnswer
    | RevisePlan
    | TakeReply
    | Decline
    | WriteCommit
    | TakeBack
    | AskChecks
    | OpenMigration
)


class OfferStanding(Record):
    """What became of a place that was offered."""

    fingerprint: str
    state: OfferState
    decided_by: str | None


class OurCommit(Record):
    """A commit that Obelize made on the pull request; an undo names as its parent run the one that it takes back."""

    sha: Sha
    kind: CommitKind
    run_id: RunId
    parent_run_id: RunId


class Scene(Record):
    """All that deciding looks at. What belongs to a pull request is null or empty on an issue.

    `shown` is what the run offered whose result stood when the person spoke, `newest` what the newest run on the
    present head offers. `commits` are ours on the pull request, oldest first. `again`: an earlier attempt of this
    command broke.
    """

    is_pull: bool
    head_sha: Sha | None
    paused: bool
    shown: Offering | None
    newest: Offering | None
    offers: tuple[OfferStanding, ...]
    commits: tuple[OurCommit, ...]
    again: bool

    def offer(self, fingerprint: str) -> OfferStanding | None:
        """What became of a place; null where it was never offered."""
        return next((offer for offer in self.offers if offer.fingerprint == fingerprint), None)
