"""What commands that ran before and after a write say of it."""

import pytest

from bot.models.verification import CommandVerdict, Ran
from bot.verify.verdict import baseline_of, not_verified, verified
from bot.vocabulary import CommandSource, VerifyReason, VerifyStatus

PASSED = Ran(exit_code=0, timed_out=False, duration_ms=1, log="verify/x.log")
FAILED = Ran(exit_code=1, timed_out=False, duration_ms=1, log="verify/x.log")
LATE = Ran(exit_code=None, timed_out=True, duration_ms=1, log="verify/x.log")


def command(before: Ran | None, after: Ran | None) -> CommandVerdict:
    return CommandVerdict(command="c", source=CommandSource.ARGUMENT, before=before, after=after)


@pytest.mark.parametrize(
    ("commands", "status", "reason"),
    [
        pytest.param([(PASSED, PASSED)], VerifyStatus.PASS, VerifyReason.ALL_PASSED, id="passes on"),
        pytest.param([(FAILED, PASSED)], VerifyStatus.PASS, VerifyReason.ALL_PASSED, id="passes now"),
        pytest.param([(PASSED, FAILED)], VerifyStatus.FAIL, VerifyReason.BROKEN_BY_WRITE, id="broken"),
        pytest.param([(FAILED, FAILED)], VerifyStatus.INCONCLUSIVE, VerifyReason.FAILED_BEFORE, id="broken before"),
        pytest.param([(None, FAILED)], VerifyStatus.INCONCLUSIVE, VerifyReason.BEFORE_NOT_KNOWN, id="no baseline"),
        pytest.param([(LATE, FAILED)], VerifyStatus.INCONCLUSIVE, VerifyReason.BEFORE_NOT_KNOWN, id="no time before"),
        pytest.param([(PASSED, LATE)], VerifyStatus.INCONCLUSIVE, VerifyReason.TIMED_OUT, id="no time after"),
        pytest.param(
            [(PASSED, LATE), (PASSED, FAILED), (PASSED, PASSED)],
            VerifyStatus.FAIL,
            VerifyReason.BROKEN_BY_WRITE,
            id="one that broke outweighs the others",
        ),
        pytest.param(
            [(FAILED, FAILED), (PASSED, PASSED)],
            VerifyStatus.INCONCLUSIVE,
            VerifyReason.FAILED_BEFORE,
            id="one that says nothing leaves it open",
        ),
        pytest.param([], VerifyStatus.NOT_RUN, VerifyReason.NO_COMMANDS, id="no commands"),
    ],
)
def test_the_verdict(commands: list[tuple[Ran | None, Ran | None]], status: VerifyStatus, reason: VerifyReason) -> None:
    verification = verified([command(*pair) for pair in commands])
    assert (verification.status, verification.reason) == (status, reason)


@pytest.mark.parametrize(
    ("runs", "status"),
    [
        ([PASSED, PASSED], VerifyStatus.PASS),
        ([PASSED, FAILED], VerifyStatus.FAIL),
        ([FAILED, LATE], VerifyStatus.INCONCLUSIVE),
        ([None, None], None),
        ([], None),
    ],
)
def test_the_baseline(runs: list[Ran | None], status: VerifyStatus | None) -> None:
    assert baseline_of(runs) is status


def test_not_run_and_a_command_that_ran_do_not_go_together() -> None:
    with pytest.raises(ValueError, match="not_run"):
        not_verified(VerifyReason.NOT_ALLOWED, [command(None, PASSED)])
