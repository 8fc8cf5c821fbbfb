"""The verdict of the repository's own checks: on the commit that was read, and on the one that was written. Pure."""

from collections.abc import Sequence

from bot.models.commit_checks import CheckSeen, CommitChecks
from bot.models.verification import SuiteVerdict, Verification
from bot.vocabulary import CheckState, VerifyReason, VerifyStatus

_WORST_FIRST = (
    CheckState.FAILED,
    CheckState.STOPPED,
    CheckState.UNAPPROVED,
    CheckState.RUNNING,
    CheckState.PASSED,
)


def verdict(before: CommitChecks, after: CommitChecks, *, waits: bool) -> Verification | None:
    """What the checks say of the commit; null while more may come and somebody `waits` for it.

    A check that passed before and fails after is told at once, whatever else still runs.
    """
    suites = tuple(_compared(before.checks, after.checks))
    reasons = [_reason(one) for one in suites]
    if VerifyReason.CHECK_BROKEN not in reasons and waits and _may_come(after, reasons):
        return None
    reason = next((word for word in _WEIGHTIEST_FIRST if word in reasons), VerifyReason.NO_CHECKS)
    return Verification(status=_STATUSES[reason], reason=reason, baseline=baseline(before), commands=(), suites=suites)


def broken(verification: Verification) -> tuple[SuiteVerdict, ...]:
    """Those that passed before and fail after."""
    return tuple(
        one for one in verification.suites if one.before is CheckState.PASSED and one.after is CheckState.FAILED
    )


_STATUSES = {
    VerifyReason.CHECK_BROKEN: VerifyStatus.FAIL,
    VerifyReason.APPROVAL_NEEDED: VerifyStatus.NOT_RUN,
    VerifyReason.CHECKS_RUNNING: VerifyStatus.INCONCLUSIVE,
    VerifyReason.CHECK_STOPPED: VerifyStatus.INCONCLUSIVE,
    VerifyReason.CHECK_BEFORE_NOT_KNOWN: VerifyStatus.INCONCLUSIVE,
    VerifyReason.CHECK_FAILED_BEFORE: VerifyStatus.INCONCLUSIVE,
    VerifyReason.CHECK_MISSING: VerifyStatus.INCONCLUSIVE,
    VerifyReason.CHECKS_PASSED: VerifyStatus.PASS,
    VerifyReason.NO_CHECKS: VerifyStatus.NOT_RUN,
}
_WEIGHTIEST_FIRST = tuple(_STATUSES)


def _may_come(after: CommitChecks, reasons: Sequence[VerifyReason]) -> bool:
    """Whether the checks have not said everything: one runs, none came yet, or one that ran before is not there."""
    incomplete = {VerifyReason.CHECKS_RUNNING, VerifyReason.CHECK_MISSING}
    return after.unfinished or not after.checks or not incomplete.isdisjoint(reasons)


def _compared(before: Sequence[CheckSeen], after: Sequence[CheckSeen]) -> list[SuiteVerdict]:
    """By App and name; of several with one name, as two workflows may have, the worst counts."""
    names = sorted({(one.app, one.name) for one in (*before, *after)})
    return [
        SuiteVerdict(
            app=app,
            name=name,
            before=_worst(before, app, name),
            after=_worst(after, app, name),
            url=next((one.url for one in after if (one.app, one.name) == (app, name)), None),
        )
        for app, name in names
    ]


def _worst(checks: Sequence[CheckSeen], app: str, name: str) -> CheckState | None:
    states = {one.state for one in checks if (one.app, one.name) == (app, name)}
    return next((state for state in _WORST_FIRST if state in states), None)


def _reason(one: SuiteVerdict) -> VerifyReason:
    match one.after:
        case CheckState.PASSED:
            return VerifyReason.CHECKS_PASSED
        case CheckState.STOPPED:
            return VerifyReason.CHECK_STOPPED
        case CheckState.UNAPPROVED:
            return VerifyReason.APPROVAL_NEEDED
        case CheckState.RUNNING:
            return VerifyReason.CHECKS_RUNNING
        case None:
            return VerifyReason.CHECK_MISSING
    return _FAILED_AFTER.get(one.before or CheckState.RUNNING, VerifyReason.CHECK_BEFORE_NOT_KNOWN)


_FAILED_AFTER = {CheckState.PASSED: VerifyReason.CHECK_BROKEN, CheckState.FAILED: VerifyReason.CHECK_FAILED_BEFORE}


def baseline(before: CommitChecks) -> VerifyStatus | None:
    """What the checks said of the commit that was read."""
    states = {one.state for one in before.checks}
    if not states:
        return None
    if states == {CheckState.PASSED}:
        return VerifyStatus.INCONCLUSIVE if before.unfinished else VerifyStatus.PASS
    return VerifyStatus.FAIL if CheckState.FAILED in states else VerifyStatus.INCONCLUSIVE
