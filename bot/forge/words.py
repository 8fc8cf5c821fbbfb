"""The one module that knows GitHub's words for what is ours, and ours for what is GitHub's.

Sets that GitHub owns grow without notice: a word that is not known here reads as the cautious answer.
"""

from collections.abc import Mapping

from bot.vocabulary import AnnotationLevel, CheckState, Conclusion

IN_PROGRESS = "in_progress"
COMPLETED = "completed"
CANCELLED = "cancelled"

CONCLUSIONS: Mapping[Conclusion, str] = {
    Conclusion.NOTHING_LEFT: "success",
    Conclusion.WAITS_FOR_PERSON: "action_required",
    Conclusion.ROWS_LEFT: "neutral",
    Conclusion.RUN_FAILED: "failure",
    Conclusion.BROKE_CHECKS: "failure",
    Conclusion.LEDGER_WRONG: "failure",
    Conclusion.OVERTAKEN: CANCELLED,
    Conclusion.SWITCHED_OFF: "skipped",
    # DESIGN, "The ledger adds up": a run that could not complete reads neutral and says so in its first line; only a
    # broken configuration, a change of ours that broke CI, and a wrong sum fail the check.
    Conclusion.INTERNAL_ERROR: "neutral",
    Conclusion.OVER_LIMIT: "neutral",
}

LEVELS: Mapping[AnnotationLevel, str] = {
    AnnotationLevel.NOTE: "notice",
    AnnotationLevel.ATTENTION: "warning",
    AnnotationLevel.FAULT: "failure",
}


def is_finished(status: str) -> bool:
    """Whether a check run of this status will not change any more."""
    return status == COMPLETED


def is_cancelled(conclusion: str | None) -> bool:
    """Whether a check run of this conclusion says nothing about its head.

    `stale` is what GitHub sets by itself on a run that was left unfinished for two weeks.
    """
    return conclusion in {CANCELLED, "stale"}


_CHECK_STATES: Mapping[str, CheckState] = {
    # A skipped or neutral check counts as passing for a branch that requires it (GITHUB.md §4).
    "success": CheckState.PASSED,
    "neutral": CheckState.PASSED,
    "skipped": CheckState.PASSED,
    "failure": CheckState.FAILED,
    "startup_failure": CheckState.FAILED,
    "action_required": CheckState.UNAPPROVED,
}
_STATUS_STATES: Mapping[str, CheckState] = {
    "success": CheckState.PASSED,
    "failure": CheckState.FAILED,
    "error": CheckState.FAILED,
    "pending": CheckState.RUNNING,
}


def check_state(status: str, conclusion: str | None) -> CheckState:
    """How a check run or suite stands; a conclusion that is not known says nothing about the commit."""
    if not is_finished(status):
        return CheckState.RUNNING
    return _CHECK_STATES.get(conclusion or "", CheckState.STOPPED)


def status_state(state: str) -> CheckState:
    """How a commit status stands."""
    return _STATUS_STATES.get(state, CheckState.STOPPED)


NO_PERMISSION = "none"
_MAY_WRITE = frozenset({"write", "admin"})
"""`maintain` reads as write and `triage` as read; in a public repository everybody has `read` (GITHUB.md §7)."""

HEARD, CARRIED_OUT, NOT_CARRIED_OUT = "eyes", "rocket", "confused"
"""Reactions to a comment that holds a command."""


def may_write(permission: str) -> bool:
    """Whether who has this permission may push to the repository."""
    return permission in _MAY_WRITE


def is_open(state: str) -> bool:
    """Whether a pull request of this state still takes part."""
    return state == "open"


def is_bot(account_type: str | None) -> bool:
    """Whether an account of this type is a program."""
    return account_type == "Bot"


def is_every_repository(selection: str) -> bool:
    """Whether an installation covers all repositories of its account, later ones too."""
    return selection == "all"


def arrived(status_code: int) -> bool:
    """Whether a delivery with this answer of the receiver was a success."""
    return 200 <= status_code < 300
