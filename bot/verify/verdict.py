"""The verdict over commands that were run before and after a write. Pure."""

from collections.abc import Sequence

from bot.models.verification import CommandVerdict, Ran, Verification
from bot.vocabulary import VerifyReason, VerifyStatus


def verified(commands: Sequence[CommandVerdict]) -> Verification:
    """What the commands say. One that passed before and fails after outweighs everything else."""
    reasons = [_reason(one) for one in commands]
    for reason in _WEIGHTIEST_FIRST:
        if reason in reasons:
            return _verification(reason, commands)
    return _verification(VerifyReason.ALL_PASSED if commands else VerifyReason.NO_COMMANDS, commands)


def not_verified(reason: VerifyReason, commands: Sequence[CommandVerdict] = ()) -> Verification:
    """Nothing was run after the write, for this reason."""
    return _verification(reason, commands)


def baseline_of(runs: Sequence[Ran | None]) -> VerifyStatus | None:
    """What the commands said before the write; null where none was run then."""
    known = [run for run in runs if run is not None]
    if not known:
        return None
    if all(run.passed for run in known):
        return VerifyStatus.PASS
    return VerifyStatus.INCONCLUSIVE if any(run.timed_out for run in known) else VerifyStatus.FAIL


_STATUSES = {
    VerifyReason.ALL_PASSED: VerifyStatus.PASS,
    VerifyReason.BROKEN_BY_WRITE: VerifyStatus.FAIL,
    VerifyReason.DOES_NOT_COMPILE: VerifyStatus.FAIL,
    VerifyReason.FAILED_BEFORE: VerifyStatus.INCONCLUSIVE,
    VerifyReason.TIMED_OUT: VerifyStatus.INCONCLUSIVE,
    VerifyReason.BEFORE_NOT_KNOWN: VerifyStatus.INCONCLUSIVE,
    VerifyReason.NO_COMMANDS: VerifyStatus.NOT_RUN,
    VerifyReason.NOT_ALLOWED: VerifyStatus.NOT_RUN,
    VerifyReason.NOTHING_WRITTEN: VerifyStatus.NOT_RUN,
}
_WEIGHTIEST_FIRST = (
    VerifyReason.BROKEN_BY_WRITE,
    VerifyReason.TIMED_OUT,
    VerifyReason.BEFORE_NOT_KNOWN,
    VerifyReason.FAILED_BEFORE,
)


def _verification(reason: VerifyReason, commands: Sequence[CommandVerdict]) -> Verification:
    return Verification(
        status=_STATUSES[reason],
        reason=reason,
        baseline=baseline_of([one.before for one in commands]),
        commands=tuple(commands),
        suites=(),
    )


def _reason(one: CommandVerdict) -> VerifyReason:
    if one.after is not None and one.after.passed:
        return VerifyReason.ALL_PASSED
    if one.after is None or one.after.timed_out:
        return VerifyReason.TIMED_OUT
    if one.before is None or one.before.timed_out:
        return VerifyReason.BEFORE_NOT_KNOWN
    return VerifyReason.BROKEN_BY_WRITE if one.before.passed else VerifyReason.FAILED_BEFORE
