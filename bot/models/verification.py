"""What verification found: verify/verify.json of a run folder."""

from bot.models.light_record import LightRecord
from bot.vocabulary import CheckState, CommandSource, VerifyReason, VerifyStatus


class Ran(LightRecord):
    """One command that was run once. `exit_code` is null where it did not end by itself; negative is the signal that
    ended it. `log` is where in the run folder its output stands.
    """

    exit_code: int | None
    timed_out: bool
    duration_ms: int
    log: str

    @property
    def passed(self) -> bool:
        """Whether it ended by itself with 0."""
        return self.exit_code == 0 and not self.timed_out


class CommandVerdict(LightRecord):
    """A command, and how it went before and after the write; null where it was not run then."""

    command: str
    source: CommandSource
    before: Ran | None
    after: Ran | None


class SuiteVerdict(LightRecord):
    """A check of the repository's own CI on the commit that was read (`before`) and on the one that was written; null
    where it was not there. `app` is the App that runs it, `url` its page.
    """

    app: str
    name: str
    before: CheckState | None
    after: CheckState | None
    url: str | None


class Verification(LightRecord):
    """The verdict of commands or of the repository's own checks. `baseline` is what they said before the write, null
    where they were not run then.
    """

    status: VerifyStatus
    reason: VerifyReason
    baseline: VerifyStatus | None
    commands: tuple[CommandVerdict, ...]
    suites: tuple[SuiteVerdict, ...]

    def __post_init__(self) -> None:
        if self.status is VerifyStatus.NOT_RUN and any(one.after is not None for one in self.commands):
            raise ValueError("not_run, and a command was run after the write")
