"""The ids of runs: when a run began, and enough that is random to tell it from others of that second. Pure."""

import datetime as dt
import re

from bot.models.names import RunId

_TIME = "%Y%m%dT%H%M%SZ"
_RUN_ID = re.compile(r"[0-9]{8}T[0-9]{6}Z-[0-9a-f]{8}")


def made_run_id(at: dt.datetime, random_hex: str) -> RunId:
    """The id of a run that begins at a moment; `random_hex` are 8 random hexadecimal digits."""
    return RunId(f"{at.astimezone(dt.UTC):{_TIME}}-{random_hex}")


def time_of(run_id: RunId) -> dt.datetime:
    """When the run began, to the second."""
    return dt.datetime.strptime(run_id.partition("-")[0], _TIME).replace(tzinfo=dt.UTC)


def is_run_id(text: str) -> bool:
    """Whether the text has the form of a run's id, such as `20261130T142530Z-3f9a1c72`."""
    return _RUN_ID.fullmatch(text) is not None
