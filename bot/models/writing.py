"""Light records as JSON: the bytes that pydantic writes for the same fields."""

import json
from typing import Any

from bot.models.light_record import LightRecord


def plain(value: Any) -> Any:
    """The value with dictionaries in the place of records; everything else stays."""
    if isinstance(value, LightRecord):
        return {name: plain(held) for name, held in fields_of(value).items()}
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if isinstance(value, dict):
        return {name: plain(held) for name, held in value.items()}
    return value


def compact(value: Any) -> str:
    """As JSON without blanks. Raises ValueError for what JSON cannot hold, a lone surrogate included."""
    return _whole(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain))


def indented(value: Any, *, escaped: bool = False) -> str:
    """The same, two spaces a level; with `escaped` in ASCII, which can hold a lone surrogate."""
    return _whole(json.dumps(value, ensure_ascii=escaped, allow_nan=False, indent=2, default=_plain))


def fields_of(record: LightRecord) -> dict[str, Any]:
    """Name and value of each field, in the order declared."""
    return {name: record.__dict__[name] for name in type(record).record_fields}


def _whole(text: str) -> str:
    text.encode()
    return text


def _plain(value: Any) -> Any:
    """What stands for a value that is none of JSON's own types."""
    if isinstance(value, LightRecord):
        return fields_of(value)
    raise TypeError(f"{type(value).__name__} is no part of a document")
