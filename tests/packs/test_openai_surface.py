"""What the pack says about names is what the libraries say: openai 0.28.1 against 1.0.0 and both ends of the range."""

import email
import json
import re
from email.message import Message

import pytest

from bot.packs.builtin_members import BUILTIN_MEMBERS
from bot.packs.surface import SurfaceIndex
from tests.packs.measured_openai import old_library, pack, run_there, usable
from tests.wire.interpreters import OPENAI_FIRST, OPENAI_LOWEST, OPENAI_NEW, OPENAI_NEWEST, OPENAI_OLD, interpreter

SURFACE = pack().surface
EVERY_NEW = (OPENAI_FIRST, *OPENAI_NEW)

HOME = {"openai.OpenAIObject": "openai.openai_object.OpenAIObject"}
"""The pack's own name for what methods gave, to the class that it is: the class is gone, and its objects are still read."""

NOT_DESCRIBED = re.compile(
    r"openai\.(api_resources\.abstract|api_resources\.experimental|cli|datalib|upload_progress|validators)\b"
)
"""Modules whose classes have no members in the pack: a member is gone with its class."""

EARLIER = {
    **dict.fromkeys(("Answer", "Classification", "Search"), "0.25.0"),
    **dict.fromkeys(("Snapshot", "client_id", "default_http_client", "file_api_base", "gzip_stream"), "0.8.0"),
    **dict.fromkeys(("max_network_retries", "multipart_data_generator", "request_metrics"), "0.8.0"),
    "error.IdempotencyError": "0.8.0",
    **{f"api_resources.{each}": "0.25.0" for each in ("Answer", "Classification", "Search")},
    **{f"api_resources.{each}": "0.25.0" for each in ("answer", "classification", "search")},
    **{f"api_resources.{each.lower()}.{each}": "0.25.0" for each in ("Answer", "Classification", "Search")},
    **dict.fromkeys(("api_resources.Snapshot", "api_resources.snapshot", "api_resources.snapshot.Snapshot"), "0.8.0"),
    **{f"datalib.{each}": "0.26.5" for each in ("HAS_NUMPY", "HAS_PANDAS", "INSTRUCTIONS", "MissingDependencyError")},
    **{f"datalib.{each}": "0.26.5" for each in ("NUMPY_INSTRUCTIONS", "PANDAS_INSTRUCTIONS", "numpy", "pandas")},
    **{f"datalib.{each}": "0.26.5" for each in ("assert_has_numpy", "assert_has_pandas")},
    "Engine.search": "0.25.0",
}
"""Gone before 0.28.1, to the last release in which they were read; those releases have no wheels to install."""

LEFT_LATER = re.compile(r"openai\.cli$")
"""The command's module: gone as a module for programs since 3.0, and from 1.0.0 on without the names that it had."""


def listed(module: str) -> dict[str, str]:
    """Full name to what the pack says of it, for one module."""
    table = SURFACE.modules[module]
    fates = {"same": table.same, "gone": table.gone, "changed": table.changed}
    return {f"{module}.{name}": fate for fate, names in fates.items() for name in names}


NAMES = {name: fate for module in SURFACE.modules for name, fate in listed(module).items()}
MEMBERS = {
    f"{cls}.{member}": fate
    for cls, described in SURFACE.objects.items()
    for fate, names in (("same", described.same), ("gone", described.gone), ("changed", described.changed))
    for member in names
}
OF_0_28 = [name for name in NAMES if name.removeprefix("openai.") not in EARLIER]


# ---- names of modules


EARLIER_MODULES = {f"openai.api_resources.{name}" for name in ("answer", "classification", "search", "snapshot")}


def test_every_module_is_described() -> None:
    assert old_library()["modules"].keys() == SURFACE.modules.keys() - EARLIER_MODULES


@pytest.mark.parametrize("module", sorted(SURFACE.modules.keys() - EARLIER_MODULES))
def test_every_name_that_a_module_has_of_its_own_is_listed(module: str) -> None:
    """What it only imports for its own use is left out, and is gone with the module."""
    own = {f"{module}.{name}" for name, is_own in old_library()["modules"][module].items() if is_own}
    assert own - NAMES.keys() == set()


def test_what_is_listed_was_there() -> None:
    assert set(OF_0_28) - usable(OPENAI_OLD, OF_0_28) == set()


def test_what_was_gone_before_the_last_release_is_not_in_it() -> None:
    earlier = [f"openai.{name}" for name in EARLIER]
    assert usable(OPENAI_OLD, earlier) == set()
    assert set(earlier) <= {*NAMES, *MEMBERS}


def test_a_name_that_stayed_or_changed_is_on_every_side() -> None:
    stayed = {name for name, fate in NAMES.items() if fate != "gone"}
    assert stayed >= {"openai.api_key", "openai.organization", "openai.APIError", "openai.api_type"}
    for environment in (OPENAI_OLD, *EVERY_NEW):
        assert stayed - usable(environment, stayed) == set(), environment


def test_a_name_that_is_gone_is_usable_on_no_new_side() -> None:
    gone = {name for name, fate in NAMES.items() if fate == "gone"}
    for environment in (OPENAI_FIRST, OPENAI_LOWEST):
        assert {name for name in usable(environment, gone) if not LEFT_LATER.search(name)} == set(), environment
    assert usable(OPENAI_NEWEST, gone) == set()


def test_a_name_listed_wrongly_is_noticed() -> None:
    """The comparison bites: what stands in for a class that is gone, and raises when it is used, is not the class."""
    stayed = {"openai.api_key", "openai.version", "openai.APIError"}
    gone = {"openai.ChatCompletion", "openai.error.Timeout", "openai.api_base", "openai.nothing"}
    assert usable(OPENAI_NEWEST, stayed | gone) == stayed


# ---- members of classes


def members(cls: str) -> set[str]:
    names: list[str] = old_library()["classes"][HOME.get(cls, cls)]
    return set(names)


def test_every_class_is_described_under_one_of_its_names() -> None:
    surface = SurfaceIndex(pack())
    public = {cls for cls in old_library()["classes"] if cls in NAMES and not NOT_DESCRIBED.match(cls)}
    assert {cls for cls in public if not surface.has_class(cls)} == {"openai.api_requestor.AioHTTPSession"}


@pytest.mark.parametrize("cls", [cls for cls in SURFACE.objects if cls not in HOME])
def test_every_member_of_a_class_is_listed(cls: str) -> None:
    described = SURFACE.objects[cls]
    inherited = BUILTIN_MEMBERS[described.builtin] if described.builtin else frozenset()
    known = {*described.same, *described.gone, *described.changed}
    assert members(cls) - inherited - known == set()
    assert known - members(cls) == {
        name.rpartition(".")[2]
        for name in EARLIER
        if f"openai.{name}" in MEMBERS and f"openai.{name}".startswith(f"{cls}.")
    }


def test_a_member_of_an_answer_is_one_of_the_old_class_or_a_field() -> None:
    described = SURFACE.objects["openai.OpenAIObject"]
    assert {*described.gone, *described.changed, "to_dict"} <= members("openai.OpenAIObject")


def test_a_member_of_an_answer_that_is_gone_is_on_no_new_side() -> None:
    described = SURFACE.objects["openai.OpenAIObject"]
    for environment in OPENAI_NEW:
        assert usable(environment, [f"answer.{name}" for name in described.gone]) == set()
        stayed = {f"answer.{name}" for name in (*described.changed, "to_dict")}
        assert usable(environment, stayed) == stayed


FIELDS = {
    "categories": "openai.types.Moderation",
    "category_scores": "openai.types.Moderation",
    "choices": "openai.types.chat.ChatCompletion",
    "data": "openai.types.CreateEmbeddingResponse",
    "delta": "openai.types.chat.chat_completion_chunk.Choice",
    "function_call": "openai.types.chat.ChatCompletionMessage",
    "hyperparameters": "openai.types.fine_tuning.FineTuningJob",
    "logprobs": "openai.types.CompletionChoice",
    "message": "openai.types.chat.chat_completion.Choice",
    "results": "openai.types.ModerationCreateResponse",
    "usage": "openai.types.chat.ChatCompletion",
}
"""What can be read from an answer and holds further parts of it, to a model of the new library that has it."""


def test_what_leads_into_an_answer_reads_the_same_on_the_new_side() -> None:
    assert FIELDS.keys() | {"to_dict"} == set(SURFACE.objects["openai.OpenAIObject"].same)
    for environment in OPENAI_NEW:
        asked = json.dumps(sorted(set(FIELDS.values())))
        fields = json.loads(run_there(environment, "tests.packs.describe_openai", "fields", text=asked))
        assert [name for name, model in FIELDS.items() if name not in fields[model]] == []


def test_a_member_of_an_error_that_stayed_is_one_of_the_new_errors() -> None:
    """`request_id` is given to errors of a status alone."""
    for environment in OPENAI_NEW:
        names = json.loads(
            run_there(environment, "tests.packs.observe_openai", text='["print(sorted(vars(failed(400))))"]')
        )
        assert "'code'" in names[0]
        assert "'param'" in names[0]
        assert "'request_id'" in names[0]
    stayed = {
        member for cls in SURFACE.objects if cls.startswith("openai.error.") for member in SURFACE.objects[cls].same
    }
    assert stayed == {"code", "param", "request_id"}


@pytest.mark.parametrize(("alias", "name"), SURFACE.aliases.items())
def test_a_further_name_of_a_class_is_one(alias: str, name: str) -> None:
    assert old_library()["classes"][alias] == old_library()["classes"][name]
    assert alias.rpartition(".")[2] == name.rpartition(".")[2]


# ---- what methods give


@pytest.mark.parametrize(
    "cls", [cls for cls, described in SURFACE.objects.items() if described.gives and cls not in HOME]
)
def test_what_a_method_gives_is_what_the_pack_says(cls: str) -> None:
    """Methods that the pack says nothing of give something else: bytes, a plain dict, the bare answer of the service."""
    measured = {name: classes for name, classes in old_library()["gives"].items() if name.startswith(f"{cls}.")}
    objects = {name.rpartition(".")[2] for name, classes in measured.items() if "OpenAIObject" in classes}
    assert objects == set(SURFACE.objects[cls].gives)


# ---- what is to be written instead

SAID = sorted(
    {sentence for table in SURFACE.modules.values() for sentence in (*table.gone.values(), *table.changed.values())}
    | {sentence for table in SURFACE.objects.values() for sentence in (*table.gone.values(), *table.changed.values())}
)
NAMED = sorted(
    {name for sentence in SAID for name in re.findall(r"\b(?:client|answer|openai)(?:\.[A-Za-z_]+)+", sentence)}
)


def test_what_a_suggestion_names_exists_on_the_new_side() -> None:
    assert len(NAMED) > 30
    for environment in OPENAI_NEW:
        assert set(NAMED) - usable(environment, NAMED) == set()


# ---- the two distributions


def metadata(environment: str) -> Message:
    """What the distribution says of itself."""
    site = interpreter(environment).parent.parent / "lib"
    (found,) = site.glob("python*/site-packages/openai-*.dist-info/METADATA")
    return email.message_from_string(found.read_text(encoding="utf-8"))


def test_the_pack_states_what_was_measured() -> None:
    assert metadata(OPENAI_OLD)["Version"] == pack().old.measured
    assert [metadata(environment)["Version"] for environment in OPENAI_NEW] == list(pack().new.measured)
    assert metadata(OPENAI_NEWEST)["Requires-Python"] == f">={pack().new.python}"
    assert metadata(OPENAI_FIRST)["Version"] == "1.0.0"


def test_the_extras_exist_on_both_sides() -> None:
    for environment, names in ((OPENAI_OLD, pack().new.extras), (OPENAI_NEWEST, pack().new.extras.values())):
        assert set(names) <= set(metadata(environment).get_all("Provides-Extra", []))
    assert "embeddings" not in metadata(OPENAI_NEWEST).get_all("Provides-Extra", [])


def test_member_names_that_are_searched_say_that_the_library_is_meant() -> None:
    assert SurfaceIndex(pack()).searched_names == {"openai_id", "response_ms", "to_dict_recursive", "typed_api_type"}
