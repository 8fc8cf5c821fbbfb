"""Which exit code a command gives where several apply."""

from collections.abc import Iterable

from bot.vocabulary import ExitCode, VerifyStatus

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

_VERDICTS = {VerifyStatus.FAIL: ExitCode.VERIFICATION_FAILED, VerifyStatus.INCONCLUSIVE: ExitCode.NO_VERDICT}


def verdict_code(status: VerifyStatus) -> ExitCode:
    """What a verdict ends a command with, if nothing weighs more."""
    return _VERDICTS.get(status, ExitCode.DONE)


def weightiest(codes: Iterable[ExitCode]) -> ExitCode:
    """The weightiest of them, in the order that `ExitCode` states; DONE where there is none."""
    return min(codes, key=_FIRST_WINS.index, default=ExitCode.DONE)
