"""The tables by which the Gemini pack writes values are what both libraries say."""

import json
from functools import cache
from typing import Any

import pytest

from bot.packs.surface import SurfaceIndex
from bot.rules.engine.constructions import constructions_of
from bot.rules.engine.kinds import parameters_of
from bot.rules.engine.renames import Renames
from bot.rules.errors.status_tables import StatusTables
from bot.rules.reads.tables import ReadTables
from bot.rules.written_values.tables import Tables, tables_of
from tests.packs.gemini_measured import pack, run_there
from tests.wire.interpreters import GEMINI_NEW, GEMINI_OLD


@cache
def said(environment: str, code: str) -> Any:
    """What a piece of code prints as JSON in an environment."""
    (line,) = json.loads(run_there(environment, "tests.packs.observe_gemini", text=json.dumps([code])))
    return json.loads(line)


def tables() -> Tables:
    """The tables of the bundled pack."""
    return tables_of(pack())


def test_positional_arguments_of_a_configuration_are_in_the_old_order() -> None:
    code = "import inspect, json; print(json.dumps(list(inspect.signature(genai.GenerationConfig).parameters)))"
    assert said(GEMINI_OLD, code) == list(tables().order)


def test_every_field_of_a_configuration_is_one_of_the_old_message() -> None:
    code = "import json; print(json.dumps(list(protos.GenerationConfig.meta.fields)))"
    assert {*tables().fields} <= {*said(GEMINI_OLD, code)}


@pytest.mark.parametrize("environment", GEMINI_NEW)
def test_every_field_of_a_configuration_is_one_of_the_new_class(environment: str) -> None:
    code = f"import json; print(json.dumps(list(types.{tables().config}.model_fields)))"
    safety, options = tables().safety.argument, tables().options.argument
    assert {*tables().fields, safety, options, "system_instruction"} <= {*said(environment, code)}


def test_safety_settings_are_written_in_every_way_that_the_old_library_reads() -> None:
    code = """
import json
from google.generativeai.types import safety_types as s
texts = [{k: v.name for k, v in table.items() if isinstance(k, str)} for table in (s._HARM_CATEGORIES, s._BLOCK_THRESHOLDS)]
print(json.dumps(texts))
"""
    categories, thresholds = said(GEMINI_OLD, code)
    unspecified = "HARM_CATEGORY_UNSPECIFIED"  # no service takes a setting for it
    assert tables().safety.category.texts == {k: v for k, v in categories.items() if v != unspecified}
    assert tables().safety.threshold.texts == thresholds


def test_one_threshold_alone_stands_for_the_categories_of_the_table() -> None:
    code = """
import json
from google.generativeai.types import safety_types as s
print(json.dumps(sorted(one.name for one in s.to_easy_safety_dict("low"))))
"""
    assert said(GEMINI_OLD, code) == sorted(tables().safety.every)


@pytest.mark.parametrize("environment", GEMINI_NEW)
@pytest.mark.parametrize("names", [tables().safety.category, tables().safety.threshold], ids=["category", "threshold"])
def test_categories_and_thresholds_are_members_of_the_new_classes(environment: str, names: Any) -> None:
    code = f"import json; print(json.dumps([one.name for one in types.{names.cls}]))"
    assert {*names.texts.values()} <= {*said(environment, code)}


# ---- classes


def renamed() -> dict[str, str]:
    """The classes that the pack renames, old full name to new."""
    return dict(Renames.of(pack()).symbols)


@pytest.mark.parametrize("environment", GEMINI_NEW)
def test_every_class_is_one_of_the_new_module(environment: str) -> None:
    names = sorted(renamed().values())
    code = f"import json; print(json.dumps([n for n in {names} if not hasattr(types, n.removeprefix('google.genai.types.'))]))"
    assert said(environment, code) == []


def test_every_class_is_one_of_the_old_library() -> None:
    code = f"""
import importlib, json
def found(name):
    parts = name.split(".")
    for cut in range(len(parts) - 1, 1, -1):
        try:
            value = importlib.import_module(".".join(parts[:cut]))
        except ImportError:
            continue
        for part in parts[cut:]:
            value = getattr(value, part, None)
        return value is not None
print(json.dumps([name for name in {sorted(renamed())} if not found(name)]))
"""
    assert said(GEMINI_OLD, code) == []


@pytest.mark.parametrize("environment", GEMINI_NEW)
def test_classes_are_made_with_arguments_that_the_new_ones_have(environment: str) -> None:
    made = {name: sorted({*one.keywords.values()}) for name, one in constructions_of(pack()).items()}
    asked = [(renamed()[name].rpartition(".")[2], keywords) for name, keywords in made.items()]
    code = (
        f"import json; print(json.dumps([c for c, k in {asked} if not set(k) <= set(getattr(types, c).model_fields)]))"
    )
    assert said(environment, code) == []


def test_classes_are_made_with_arguments_that_the_old_ones_have() -> None:
    asked = [
        (name.rpartition(".")[2], sorted(one.keywords))
        for name, one in constructions_of(pack()).items()
        if ".protos." in name
    ]
    code = f"""
import json
def fields(name):
    known = set(getattr(protos, name).meta.fields)
    return known | {{one.rstrip("_") for one in known}}
print(json.dumps([c for c, k in {asked} if not set(k) <= fields(c)]))
"""
    assert said(GEMINI_OLD, code) == []


@pytest.mark.parametrize("member", ["Candidate.FinishReason", "File.State", "SafetySetting.HarmBlockThreshold"])
def test_an_enumeration_in_a_class_has_a_class_of_its_own(member: str) -> None:
    code = f"import json; print(json.dumps([one.name for one in protos.{member}]))"
    (new,) = {new for old, new in renamed().items() if old.endswith(f"protos.{member}")}
    there = f"import json; print(json.dumps([one.name for one in types.{new.rpartition('.')[2]}]))"
    same = pack().surface.objects[SurfaceIndex(pack()).canonical(f"google.generativeai.protos.{member}")].same
    assert {*same} <= {*said(GEMINI_OLD, code)} & {*said(GEMINI_NEW[0], there)} & {*said(GEMINI_NEW[1], there)}


# ---- errors


def statuses() -> StatusTables:
    """The errors of the pack."""
    found: StatusTables = parameters_of(next(one for one in pack().changes if one.kind == "model_calls")).tables.errors
    return found


def test_every_class_of_errors_is_the_one_for_its_status() -> None:
    told = {name: one.value for name, one in statuses().classes.items() if one.attribute == "code"}
    code = f"""
import json
from google.api_core import exceptions
print(json.dumps([n for n, value in {told}.items() if getattr(exceptions, n).code != int(value)]))
"""
    assert said(GEMINI_OLD, code) == []


def test_no_other_class_is_between_a_class_of_one_status_and_what_is_raised_for_it() -> None:
    """`from_http_status` and `from_grpc_status` give the class itself, or one above those that are named."""
    told = {name: one.value for name, one in statuses().classes.items() if one.attribute == "code"}
    code = f"""
import json
from google.api_core import exceptions
print(json.dumps([n for n, v in {told}.items() if not isinstance(exceptions.from_http_status(int(v), ""), getattr(exceptions, n))
    and not issubclass(getattr(exceptions, n), type(exceptions.from_http_status(int(v), "")))]))
"""
    assert said(GEMINI_OLD, code) == []


@pytest.mark.parametrize("environment", GEMINI_NEW)
def test_new_errors_have_their_class_code_status_and_message(environment: str) -> None:
    told = sorted({(one.cls, one.value) for one in statuses().classes.values() if one.attribute == "code"})
    code = f"""
import json
from google.genai import errors
found = []
for cls, value in {told}:
    try:
        errors.APIError.raise_error(int(value), {{"error": {{"code": int(value), "message": "m", "status": "S"}}}}, None)
    except errors.APIError as error:
        if type(error).__name__ != cls or (error.code, error.status, error.message) != (int(value), "S", "m"):
            found.append(cls)
print(json.dumps(found))
"""
    assert said(environment, code) == []


# ---- reads


def reads() -> ReadTables:
    """The reads of the pack."""
    found: ReadTables = parameters_of(next(one for one in pack().changes if one.kind == "changed_reads"))
    return found


ENUMERATIONS = {
    "FinishReason": "Candidate.FinishReason",
    "FileState": "File.State",
    "HarmProbability": "SafetyRating.HarmProbability",
    "BlockedReason": "GenerateContentResponse.PromptFeedback.BlockReason",
}


@pytest.mark.parametrize("cls", ENUMERATIONS)
def test_numbers_are_those_of_the_old_enumerations(cls: str) -> None:
    code = f"import json; print(json.dumps({{one.name: int(one) for one in protos.{ENUMERATIONS[cls]}}}))"
    told = reads().numbers[cls]
    assert told.items() <= said(GEMINI_OLD, code).items()
    for environment in GEMINI_NEW:
        assert {*told} <= {*said(environment, f"import json; print(json.dumps([one.name for one in types.{cls}]))")}


def test_every_enumeration_with_numbers_is_looked_at() -> None:
    assert {*reads().numbers} == {*ENUMERATIONS}
