"""What people ask of Obelize, parsed, and what is to be done about it: records, no text of a comment but its arguments.

A command is taken from a comment or a button. `bot/conversation` decides what it means in the state that stands, and
returns one `Act` or a `Refused`; `bot/workflows` carries acts out.
"""

from bot.models.forge import Sha
from bot.models.names import RunId
from bot.models.record import Record
from bot.vocabulary import CommandRefusal, CommandVerb, CommitKind


class Speaker(Record):
    """Who spoke, by number: logins change hands."""

    id: int
    login: str


class Command(Record):
    """One line of a comment, or a button. What the verb does not take is empty or null.

    `head` is the beginning of a commit's name that the person added (`@ab12cd3`), lower case.
    """

    verb: CommandVerb
    numbers: tuple[int, ...] = ()
    every: bool = False
    head: str | None = None
    key: str | None = None
    value: str | None = None
    reason: str | None = None


class Refused(Record):
    """Not done. `detail` adds to the word's sentence what exactly is meant, in our words and numbers."""

    refusal: CommandRefusal
    detail: str | None = None


class Say(Record):
    """Answer with this Markdown, which a template made."""

    markdown: str


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


class Decline(Record):
    """Take proposals off the table."""

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


class OpenMigration(Record):
    """Open, or bring up to date, a pull request that migrates the default branch."""


Act = Say | RunAgain | SetMuted | SetPaused | KeepAnswer | Decline | WriteCommit | TakeBack | AskChecks | OpenMigration
