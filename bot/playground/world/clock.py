"""The time, in the form that GitHub writes it: UTC, whole seconds, a `Z` at the end."""

from datetime import UTC, datetime


def now() -> datetime:
    """This moment in UTC, without fractions of a second."""
    return datetime.now(UTC).replace(microsecond=0)


def stamp(moment: datetime) -> str:
    """`2026-11-30T14:25:30Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def stamp_or_none(moment: datetime | None) -> str | None:
    """Like `stamp`; null stays null."""
    return None if moment is None else stamp(moment)
