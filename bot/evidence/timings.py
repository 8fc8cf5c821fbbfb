"""When a run was at work, as run.json tells it. Pure: the shells own the clock."""

import datetime as dt

from bot.models.run import Timings


def timings(
    started: dt.datetime,
    finished: dt.datetime,
    *,
    scan_ms: int | None = None,
    plan_ms: int | None = None,
    apply_ms: int | None = None,
    verify_ms: int | None = None,
    model_ms: int | None = None,
) -> Timings:
    """From two moments with a time zone, and how long each part took, in milliseconds; null for a part that was not."""
    return Timings(
        started_at=started.isoformat(timespec="milliseconds"),
        finished_at=finished.isoformat(timespec="milliseconds"),
        total_ms=milliseconds(started, finished),
        scan_ms=scan_ms,
        plan_ms=plan_ms,
        apply_ms=apply_ms,
        verify_ms=verify_ms,
        model_ms=model_ms,
    )


def milliseconds(started: dt.datetime, finished: dt.datetime) -> int:
    """How long it took."""
    return round((finished - started).total_seconds() * 1000)
