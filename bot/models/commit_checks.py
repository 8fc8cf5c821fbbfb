"""What the repository's own CI says of a commit. Names are other Apps' text: data, shown as code only."""

from bot.models.struct import Frozen
from bot.vocabulary import CheckState


class CheckSeen(Frozen):
    """A check, or a commit status; `url` is its page."""

    app: str
    name: str
    state: CheckState
    url: str | None


class CommitChecks(Frozen):
    """All that other Apps say; `unfinished`: there may be more to come, because a suite of them has not ended."""

    checks: tuple[CheckSeen, ...]
    unfinished: bool
