"""The one exception of this room, the case of it that another try may cure, and the one that none does."""


class GitFailed(Exception):  # noqa: N818 - it names the fact, as every caller reads it
    """Git could not do what was asked; the message is one bounded, printable line that holds no secret.

    `exit_status` is null where git did not run to its end, negative where a signal ended it. `stderr` is what git
    said, redacted, at most 16 KiB; it may hold contributed text and is for matching, not for showing.
    """

    def __init__(self, message: str, exit_status: int | None = None, stderr: str = "") -> None:
        super().__init__(message)
        self.exit_status = exit_status
        self.stderr = stderr


class GitTimedOut(GitFailed):
    """Git did not end in the time it was given."""


class OverLimit(GitFailed):
    """A repository is over a bound that this server sets; trying again does not help.

    The message is a sentence with the bound as a number and what can be done, and may be shown.
    """
