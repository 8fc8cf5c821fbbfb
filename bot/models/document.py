"""The documents of a run folder: which version they are of, and how they become bytes."""

from bot.models.light_record import LightRecord
from bot.models.writing import indented

FORMAT_VERSION = 5
"""The version that findings.json, plan.json and run.json state; bumped when a field changes its type or meaning."""


def document(record: LightRecord, *, escaped: bool = False) -> bytes:
    """The record as the bytes of a JSON file: two spaces, fields in the order declared, UTF-8, one LF at the end.

    With `escaped` every character outside ASCII is written out, half a character too, which UTF-8 cannot hold.
    """
    return indented(record, escaped=escaped).encode() + b"\n"
