"""Which exit code a command gives where several apply."""

from collections.abc import Iterable

from bot.vocabulary import ExitCode

_FIRST_WINS = (
    ExitCode.USAGE,
    ExitCode.UNEXPECTED,
    ExitCode.INVALID_PACK,
    ExitCode.RELAY_GAP,
    ExitCode.POLICY_REFUSED,
    ExitCode.VERIFICATION_FAILED,
    ExitCode.NO_VERDICT,
    ExitCode.ROWS_LEFT,
    ExitCode.DONE,
)


def weightiest(codes: Iterable[ExitCode]) -> ExitCode:
    """The weightiest of them, in the order that `ExitCode` states; DONE where there is none."""
    return min(codes, key=_FIRST_WINS.index, default=ExitCode.DONE)
