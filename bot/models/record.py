"""What the records of the forge and of durable work share: frozen, closed, checked by pydantic when they are made."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A value: cannot be changed, refuses unknown fields, equal when its fields are."""

    # Built when it is first used: a process that starts for one answer needs few of the many records.
    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, ser_json_bytes="base64", val_json_bytes="base64"
    )
