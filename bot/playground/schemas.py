"""Checks requests, answers and deliveries against GitHub's published description, as githubkit generates it.

The package of generated models holds some two thousand modules and loads them one by one when a name is first asked
for; only the named ones are touched here. Beyond the models themselves the check is closed: a key that the
description does not know is an error, because it would be lost on the way without a word.
"""

import importlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

_MODELS = "githubkit_schemas.v2026_03_10.models"
_ABSENT = "<UNSET>"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One way in which a value does not fit. `kind` is pydantic's word, `where` the path to the spot."""

    where: tuple[str | int, ...]
    kind: str
    found: Any
    limits: dict[str, Any]

    def __str__(self) -> str:
        spot = "/".join(str(part) for part in self.where) or "(root)"
        return f"{spot}: {self.kind} {self.limits or ''}".rstrip()


def mismatches(value: Any, names: Iterable[str], tolerated: frozenset[str] = frozenset()) -> list[Mismatch]:
    """How `value` fails every one of the named models; empty when it fits one.

    Of several failures the shortest is given, the first of equals. Keys in `tolerated` may be present anywhere though
    the description does not know them.
    """
    text = json.dumps(value)
    failures: list[list[Mismatch]] = []
    for name in names:
        found = _against(text, value, _model(name), tolerated)
        if not found:
            return []
        failures.append(found)
    return min(failures, key=len, default=[])


@cache
def _model(name: str) -> type[BaseModel]:
    found: type[BaseModel] = getattr(importlib.import_module(_MODELS), name)
    return found


def _against(text: str, value: Any, model: type[BaseModel], tolerated: frozenset[str]) -> list[Mismatch]:
    try:
        # JSON in strict mode: "1" is no integer, 1 no string, and a moment is still a string.
        understood = model.model_validate_json(text, strict=True)
    except ValidationError as error:
        return [_mismatch(each, value) for each in error.errors(include_url=False) if not _is_about_absence(each)]
    kept = understood.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if understood.model_extra:
        kept = {key: kept[key] for key in kept if key not in understood.model_extra or _open(model)}
    return [each for each in _lost(value, kept, ()) if each.where[-1] not in tolerated]


def _open(model: type[BaseModel]) -> bool:
    """Whether the description names no key at all, so that every key is meant to be free."""
    return not model.model_fields


def nulls(value: Any, where: tuple[str | int, ...] = ()) -> list[Mismatch]:
    """Where a request says null. githubkit lets null pass for every optional field; GitHub's own schemas do not."""
    if value is None:
        return [Mismatch(where, "null", None, {})]
    if isinstance(value, dict):
        return [each for key in value for each in nulls(value[key], (*where, key))]
    if isinstance(value, list):
        return [each for index, item in enumerate(value) for each in nulls(item, (*where, index))]
    return []


def _lost(sent: Any, kept: Any, where: tuple[str | int, ...]) -> list[Mismatch]:
    if isinstance(sent, dict) and isinstance(kept, dict):
        lost = [Mismatch((*where, key), "extra_forbidden", sent[key], {}) for key in sent if key not in kept]
        for key in kept:
            lost += _lost(sent.get(key), kept[key], (*where, key))
        return lost
    if isinstance(sent, list) and isinstance(kept, list):
        pairs = zip(sent, kept, strict=False)
        return [each for index, (one, other) in enumerate(pairs) for each in _lost(one, other, (*where, index))]
    return []


def _is_about_absence(error: ErrorDetails) -> bool:
    """Every optional field may also be githubkit's mark for an absent one; that branch failing says nothing."""
    return error["type"] == "literal_error" and error.get("ctx", {}).get("expected") == _ABSENT


def _mismatch(error: ErrorDetails, value: Any) -> Mismatch:
    where = _steps_that_exist(error["loc"], value)
    if error["type"] == "missing":
        where = (*where, error["loc"][-1])
    return Mismatch(where, error["type"], error["input"], dict(error.get("ctx", {})))


def _steps_that_exist(location: tuple[str | int, ...], value: Any) -> tuple[str | int, ...]:
    """Pydantic puts the name of the tried union branch into a location; here only steps into the value are kept."""
    kept: list[str | int] = []
    spot = value
    for step in location:
        inside = isinstance(spot, dict) and step in spot
        inside = inside or (isinstance(spot, list) and isinstance(step, int) and step < len(spot))
        if inside:
            spot = spot[step]
            kept.append(step)
    return tuple(kept)
