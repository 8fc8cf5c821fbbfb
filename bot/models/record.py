"""What all records share: frozen, closed, and one way to become bytes."""

from pydantic import BaseModel, ConfigDict

FORMAT_VERSION = 3
"""The version that findings.json, plan.json and run.json state; bumped when a field changes its type or meaning."""


class Record(BaseModel):
    """A value: cannot be changed, refuses unknown fields, equal when its fields are."""

    # Built when it is first used: a process that starts for one answer needs few of the many records.
    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, ser_json_bytes="base64", val_json_bytes="base64"
    )


def document(record: Record) -> bytes:
    """The record as the bytes of a JSON file: two spaces, fields in the order declared, UTF-8, one LF at the end."""
    return record.model_dump_json(indent=2).encode() + b"\n"
