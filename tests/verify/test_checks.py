"""The verdict of the repository's own checks, before and after a commit."""

import pytest

from bot.models.commit_checks import CheckSeen, CommitChecks
from bot.verify.checks import broken, verdict
from bot.vocabulary import CheckState, VerifyReason, VerifyStatus

P, F, S, U, R = (
    CheckState.PASSED,
    CheckState.FAILED,
    CheckState.STOPPED,
    CheckState.UNAPPROVED,
    CheckState.RUNNING,
)


def seen(unfinished: bool = False, **states: CheckState) -> CommitChecks:
    checks = tuple(CheckSeen("ci", name, state, None) for name, state in states.items())
    return CommitChecks(checks, unfinished)


@pytest.mark.parametrize(
    ("before", "after", "status", "reason"),
    [
        pytest.param(seen(a=P), seen(a=P), VerifyStatus.PASS, VerifyReason.CHECKS_PASSED, id="green stays green"),
        pytest.param(seen(a=F), seen(a=P), VerifyStatus.PASS, VerifyReason.CHECKS_PASSED, id="red becomes green"),
        pytest.param(seen(), seen(a=P), VerifyStatus.PASS, VerifyReason.CHECKS_PASSED, id="green, and nothing known before"),
        pytest.param(seen(a=P, b=P), seen(a=F, b=P), VerifyStatus.FAIL, VerifyReason.CHECK_BROKEN, id="green becomes red"),
        pytest.param(seen(a=P, b=F), seen(a=F, b=F), VerifyStatus.FAIL, VerifyReason.CHECK_BROKEN, id="one broken outweighs one that was red"),
        pytest.param(seen(a=P), seen(a=F, b=R), VerifyStatus.FAIL, VerifyReason.CHECK_BROKEN, id="broken is told while others run"),
        pytest.param(seen(a=F), seen(a=F), VerifyStatus.INCONCLUSIVE, VerifyReason.CHECK_FAILED_BEFORE, id="red stays red"),
        pytest.param(seen(a=P), seen(a=P, b=F), VerifyStatus.INCONCLUSIVE, VerifyReason.CHECK_BEFORE_NOT_KNOWN, id="a new check fails"),
        pytest.param(seen(a=R), seen(a=F), VerifyStatus.INCONCLUSIVE, VerifyReason.CHECK_BEFORE_NOT_KNOWN, id="it still ran before"),
        pytest.param(seen(a=P), seen(a=S), VerifyStatus.INCONCLUSIVE, VerifyReason.CHECK_STOPPED, id="cancelled"),
        pytest.param(seen(a=P), seen(ci=U), VerifyStatus.NOT_RUN, VerifyReason.APPROVAL_NEEDED, id="a first-time author"),
    ],
)  # fmt: skip
def test_what_they_say(before: CommitChecks, after: CommitChecks, status: VerifyStatus, reason: VerifyReason) -> None:
    waits = reason is not VerifyReason.APPROVAL_NEEDED
    found = verdict(before, after, waits=waits)
    assert found is not None
    assert (found.status, found.reason) == (status, reason)


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        pytest.param(seen(a=P), seen(), VerifyReason.CHECK_MISSING, id="nothing came yet"),
        pytest.param(seen(), seen(), VerifyReason.NO_CHECKS, id="there is nothing at all"),
        pytest.param(seen(a=P), seen(a=R), VerifyReason.CHECKS_RUNNING, id="it runs"),
        pytest.param(seen(a=P, b=P), seen(a=P), VerifyReason.CHECK_MISSING, id="one that waits for another has no run yet"),
        pytest.param(seen(a=F), seen(a=F, unfinished=True), VerifyReason.CHECK_FAILED_BEFORE, id="a suite has not ended"),
    ],
)  # fmt: skip
def test_whoever_waits_hears_nothing_yet_and_whoever_does_not_hears_why(
    before: CommitChecks, after: CommitChecks, reason: VerifyReason
) -> None:
    assert verdict(before, after, waits=True) is None
    found = verdict(before, after, waits=False)
    assert found is not None
    assert found.reason is reason


def test_of_two_with_one_name_the_worse_counts() -> None:
    """Two workflows may both have a job `build`."""
    after = CommitChecks((CheckSeen("ci", "build", P, None), CheckSeen("ci", "build", F, "https://ci/2")), False)
    found = verdict(seen(build=P), after, waits=True)
    assert found is not None
    (one,) = broken(found)
    assert (one.name, one.before, one.after) == ("build", P, F)


@pytest.mark.parametrize(
    ("before", "baseline"),
    [
        (seen(), None),
        (seen(a=P), VerifyStatus.PASS),
        (seen(a=P, b=F), VerifyStatus.FAIL),
        (seen(a=P, b=R), VerifyStatus.INCONCLUSIVE),
        (seen(a=P, unfinished=True), VerifyStatus.INCONCLUSIVE),
    ],
)
def test_the_baseline(before: CommitChecks, baseline: VerifyStatus | None) -> None:
    found = verdict(before, seen(a=P, b=P), waits=False)
    assert found is not None
    assert found.baseline is baseline
