"""Every light record is read from JSON as pydantic reads it: what it refuses is refused, what is read is the same."""

import importlib
import json
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

import bot
from bot.models.light_record import LightRecord
from bot.models.reading import MisfitError, read_json
from bot.models.writing import compact
from bot.packs.loaded import bundled_files
from bot.packs.loader import load_pack
from bot.rules.engine.kinds import rule_kinds

_ROOMS = ("analyser", "answers", "models", "packs", "rules", "scan", "configuration")


def light_records() -> list[type[LightRecord]]:
    """All of them, by name."""
    for found in pkgutil.walk_packages(bot.__path__, "bot."):
        if found.name.split(".")[1] in _ROOMS and ".bundled" not in found.name:
            importlib.import_module(found.name)
    return sorted(_below(LightRecord), key=lambda cls: (cls.__module__, cls.__qualname__))


def _below(cls: type[LightRecord]) -> Iterator[type[LightRecord]]:
    for each in cls.__subclasses__():
        if each.__module__.startswith("bot."):
            yield each
        yield from _below(each)


_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 100)
    | st.text(max_size=4)
    | st.sampled_from(["a", "a.b", "import", "name"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def _agrees(cls: type[LightRecord], document: str) -> None:
    """Pydantic also makes numbers of text and of truth values, which nothing that we write needs."""
    try:
        found = read_json(cls, document)
    except MisfitError:
        return
    assert found == TypeAdapter(cls).validate_json(document)


@pytest.mark.parametrize("cls", light_records(), ids=lambda cls: f"{cls.__module__}.{cls.__qualname__}")
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors])
@given(data=st.data())
def test_what_is_read_of_any_object_is_what_pydantic_reads(cls: type[LightRecord], data: st.DataObject) -> None:
    names = [*cls.record_fields, "another"]
    value = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(names, _VALUES)))
    _agrees(cls, json.dumps(value))


@pytest.mark.parametrize("pack", sorted(bundled_files()))
def test_a_pack_and_its_parameters_are_read_as_pydantic_reads_them(pack: str) -> None:
    loaded = load_pack(bundled_files()[pack], None)
    assert read_json(type(loaded), compact(loaded)) == loaded
    for change in loaded.changes:
        parameters = rule_kinds()[change.kind].Parameters
        document = json.dumps(change.parameters)
        assert read_json(parameters, document) == TypeAdapter(parameters).validate_json(document)


@pytest.mark.parametrize("pack", sorted(bundled_files()))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors])
@given(data=st.data())
def test_a_pack_with_one_value_exchanged_is_refused_or_read_as_pydantic_reads_it(
    pack: str, data: st.DataObject
) -> None:
    document = json.loads(_TEXTS[pack])
    place: Any = document
    while True:
        keys = sorted(place) if isinstance(place, dict) else [*range(len(place))]
        key = data.draw(st.sampled_from(keys))
        if not place[key] or not isinstance(place[key], dict | list) or data.draw(st.booleans()):
            place[key] = data.draw(_VALUES)
            break
        place = place[key]
    _agrees(_PACK, json.dumps(document))


_LOADED = {pack: load_pack(data, None) for pack, data in bundled_files().items()}
_TEXTS = {pack: compact(loaded) for pack, loaded in _LOADED.items()}
_PACK = type(next(iter(_LOADED.values())))
