"""What the Gemini pack says about names is what the libraries say.

google-generativeai 0.8.6, and 0.7.2 for the PaLM functions that 0.8 dropped, against both ends of the range of
google-genai. The old module does not exist on the new side, so every name of it is gone; which members of its objects
read the same is measured on the class that takes their place.
"""

import ast
import email
import re
from collections.abc import Iterator
from email.message import Message

import pytest

from bot.packs.builtin_members import BUILTIN_MEMBERS
from bot.packs.schema import ModuleSurface, ObjectSurface
from tests.packs.gemini_measured import FOLDER, library, pack
from tests.wire.interpreters import GEMINI_NEW, GEMINI_OLD, GEMINI_PALM, interpreter

R = "google.generativeai"
SURFACE = pack().surface
OLD = (GEMINI_OLD, GEMINI_PALM)

UNLISTED_CLASSES = {
    # The service's own clients, and two dictionaries that are classes by mistake.
    *(f"{R}.client.FileServiceClient", f"{R}.client.FileServiceAsyncClient"),
    *(f"{R}.responder.ToolConfigDict", f"{R}.types.content_types.ToolConfigDict"),
}
INSIDE = {"add_note", "args", "with_traceback", "get", "items", "keys", "values"}
"""What classes have from Python's exceptions and mappings."""

NOT_SEARCHED_FOR = {"to_dict", "BlockReason"}
"""Not listed of classes inside others, which are found through the outer class."""

COUNTERPARTS = {
    f"{R}.ChatSession": "chats.Chat",
    f"{R}.caching.CachedContent": "types.CachedContent",
    f"{R}.operations.CreateTunedModelOperation": "types.TuningJob",
    f"{R}.types.AsyncGenerateContentResponse": "types.GenerateContentResponse",
    f"{R}.types.GenerationConfig": "types.GenerateContentConfig",
    f"{R}.types.Status": "types.FileStatus",
    f"{R}.types.TunedModel": "types.TuningJob",
    f"{R}.types.generation_types.BaseGenerateContentResponse": "types.GenerateContentResponse",
    f"{R}.types.answer_types.FinishReason": "types.FinishReason",
    f"{R}.types.content_types.FunctionCallingMode": "types.FunctionCallingConfigMode",
    f"{R}.types.content_types.Mode": "types.DynamicRetrievalConfigMode",
    f"{R}.protos.CachedContent.UsageMetadata": "types.CachedContentUsageMetadata",
    f"{R}.protos.CitationSource": "types.Citation",
    f"{R}.protos.CodeExecution": "types.ToolCodeExecution",
    f"{R}.protos.CodeExecutionResult.Outcome": "types.Outcome",
    f"{R}.protos.ExecutableCode.Language": "types.Language",
    f"{R}.protos.File.State": "types.FileState",
    f"{R}.protos.GenerateContentResponse.PromptFeedback": "types.GenerateContentResponsePromptFeedback",
    f"{R}.protos.GenerateContentResponse.UsageMetadata": "types.GenerateContentResponseUsageMetadata",
    f"{R}.protos.GenerationConfig": "types.GenerateContentConfig",
    f"{R}.protos.GenerationConfig.Modality": "types.Modality",
    f"{R}.protos.GroundingChunk.Web": "types.GroundingChunkWeb",
    f"{R}.protos.LogprobsResult.Candidate": "types.LogprobsResultCandidate",
    f"{R}.protos.LogprobsResult.TopCandidates": "types.LogprobsResultTopCandidates",
    f"{R}.protos.Tool.GoogleSearch": "types.GoogleSearch",
}
"""The class of google-genai that takes a class's place, where it is called otherwise."""

NO_COUNTERPART = re.compile(
    r"^google\.generativeai\."
    r"(answer|discuss|text|types\.(permission|retriever|model)_types)\."
    r"|\.(GenerativeModel|Permissions?|RequestOptions|TunedModelState|FunctionLibrary|CallableFunctionDeclaration)$"
    r"|\.protos\.(GroundingAttribution|TaskType)$|(Exception|Error)$"
)

FROM_SOURCE = {
    # Not annotated; read in the source of 0.8.6 (0.7.2 for PaLM), file and function named beside it.
    "chat": "ChatResponse",  # discuss.chat
    "chat_async": "ChatResponse",
    "generate_text": "Completion",  # text.generate_text
    "decode_document": "Document",  # types/retriever_types.decode_document
    "from_gapic": "CreateTunedModelOperation",  # operations.from_gapic
    "list_models": "Model",  # ModelsIterable is Iterable[Model]
    "list_tuned_models": "TunedModel",  # TunedModelsIterable is Iterable[TunedModel]
    "pil_to_blob": "Blob",  # types/content_types, 0.7.2
    "strict_to_content": "Content",
    "to_content": "Content",
    "to_file_data": "FileData",
    "to_part": "Part",
    "ChatSession.last": "GenerateContentResponse",  # BaseGenerateContentResponse: the sync or the async one
    "ChatSession.model": "GenerativeModel",  # set in __init__
    "ChatResponse.reply_async": "ChatResponse",
    "CreateTunedModelOperation.from_core_operation": "CreateTunedModelOperation",
    "CreateTunedModelOperation.from_proto": "CreateTunedModelOperation",
    "CreateTunedModelOperation.result": "TunedModel",  # set_result decodes it
    "FunctionDeclaration.from_function": "CallableFunctionDeclaration",
    "Tool.to_proto": "Tool",
    **{f"{cls}.update{way}": cls for cls in ("Chunk", "Corpus", "Document") for way in ("", "_async")},
    **{f"Document.{verb}{way}": "Chunk" for verb in ("batch_create_chunks", "get_chunk") for way in ("", "_async")},
    "GenerateContentResponse.candidates": "Candidate",  # types/generation_types: what the message holds
    "GenerateContentResponse.parts": "Part",
    "GenerateContentResponse.prompt_feedback": "PromptFeedback",
    "GenerateContentResponse.usage_metadata": "UsageMetadata",
    "GenerateContentResponse.from_iterator": "GenerateContentResponse",
    "GenerateContentResponse.from_aiterator": "AsyncGenerateContentResponse",
    "GenerateContentResponse.from_response": "GenerateContentResponse",
}


def described(cls: str) -> list[str]:
    """The public members of a class of the old library, in 0.8.6 or 0.7.2."""
    found: set[str] = set()
    for name in (cls, *(alias for alias, named in SURFACE.aliases.items() if named == cls)):
        for environment in OLD:
            found |= set(library(environment)["classes"].get(name, {}).get("members", ()))
    return sorted(found)


def counterpart(cls: str) -> str | None:
    """The class of google-genai in the place of `cls`; None where there is none."""
    if cls in COUNTERPARTS:
        return COUNTERPARTS[cls]
    return None if NO_COUNTERPART.search(cls) else f"types.{cls.rpartition('.')[2]}"


def on_new_side(environment: str, cls: str) -> set[str]:
    named = counterpart(cls)
    return set(library(environment)["classes"][named]) if named else set()


def listed(table: ObjectSurface) -> set[str]:
    builtin = BUILTIN_MEMBERS[table.builtin] if table.builtin else frozenset()
    return {*table.same, *table.gone, *table.changed, *builtin}


# ---- modules


def old_modules() -> list[str]:
    return sorted({*library(GEMINI_OLD)["modules"], *library(GEMINI_PALM)["modules"]})


def test_every_module_is_listed_with_every_public_name_and_nothing_else() -> None:
    """Submodules are names of their parent. `notebook` is not loaded by the library itself."""
    assert sorted(SURFACE.modules) == old_modules()
    for module, table in SURFACE.modules.items():
        public = {name for environment in OLD for name in library(environment)["modules"].get(module, ())}
        public |= {each.rpartition(".")[2] for each in old_modules() if each.rpartition(".")[0] == module}
        assert set(table.gone) - {"__version__", "notebook"} == public, module
        assert (table.same, table.changed) == ((), {}), module


def test_the_old_module_does_not_come_with_the_new_library() -> None:
    for environment in GEMINI_NEW:
        site = interpreter(environment).parent.parent / "lib"
        assert [path.name for path in site.glob("python*/site-packages/google/gen*") if path.is_dir()] == ["genai"]


# ---- classes


def test_every_class_is_described_under_each_of_its_names() -> None:
    """Messages are described where a program meets them: in answers, contents, tools, files and caches."""
    for environment in OLD:
        for name in library(environment)["classes"]:
            if not name.startswith(f"{R}.protos."):
                assert name in {*SURFACE.objects, *SURFACE.aliases, *UNLISTED_CLASSES}, name


def test_names_of_one_class_lead_to_one_description() -> None:
    """Also where the library has two classes of one name: `responder` repeats those of `types.content_types`."""
    identity = {n: c["identity"] for environment in OLD for n, c in library(environment)["classes"].items()}
    subclasses = {f"{R}.types.{name}" for name in ("Completion", "ChatResponse")} | {
        f"{R}.types.text_types.Completion",
        f"{R}.types.discuss_types.ChatResponse",
    }
    for alias, named in SURFACE.aliases.items():
        if not alias.startswith(f"{R}.responder.") and alias not in subclasses:
            assert identity[alias] == identity[named], alias


@pytest.mark.parametrize("cls", SURFACE.objects)
def test_every_member_of_a_class_is_listed_and_nothing_else(cls: str) -> None:
    table = SURFACE.objects[cls]
    members = set(described(cls))
    if cls == f"{R}.types.Status":  # a plain protocol buffer, whose methods all differ
        assert listed(table) == {"code", "message", "details"}
        return
    inside = cls.startswith(f"{R}.protos.") and cls.count(".") > f"{R}.protos.X".count(".")
    missing = members - listed(table) - INSIDE
    assert missing - (NOT_SEARCHED_FOR if inside else set()) == set()
    assert {*table.same, *table.gone, *table.changed} - members == set()


@pytest.mark.parametrize("cls", [cls for cls in SURFACE.objects if not NO_COUNTERPART.search(cls)])
def test_a_member_that_stayed_is_there_on_every_release_and_one_that_is_gone_on_none(cls: str) -> None:
    table = SURFACE.objects[cls]
    for environment in GEMINI_NEW:
        there = on_new_side(environment, cls)
        assert {*table.same, *table.changed} - there == set(), environment
        assert set(table.gone) & there == set(), environment


def test_a_class_without_a_counterpart_has_no_member_that_stayed() -> None:
    for cls, table in SURFACE.objects.items():
        if counterpart(cls) is None:
            assert (table.same, table.changed) == ((), {}), cls


@pytest.mark.parametrize("member", ["resolve", "to_dict", "made_up"])
def test_a_member_wrongly_listed_as_the_same_is_noticed(member: str) -> None:
    """The comparison bites: what is gone, or was never there, is not on the new side."""
    assert all(member not in on_new_side(new, f"{R}.types.GenerateContentResponse") for new in GEMINI_NEW)
    assert all("text" in on_new_side(new, f"{R}.types.GenerateContentResponse") for new in GEMINI_NEW)


# ---- what names give


def given() -> Iterator[tuple[str, str, str]]:
    """Full name, what its own library says that it gives, and what the pack says."""
    for module, table in SURFACE.modules.items():
        for name, named in table.gives.items():
            said = (library(environment)["gives"].get(f"{module}.{name}") for environment in OLD)
            yield f"{module}.{name}", next(filter(None, said), FROM_SOURCE.get(name, "")), named
    for cls, objects in SURFACE.objects.items():
        for member, named in objects.gives.items():
            found = library(GEMINI_OLD)["classes"].get(cls) or library(GEMINI_PALM)["classes"][cls]
            inner, repeated = found["holds"].get(member, ["", False])
            said_here = found["gives"].get(member) or (f"list[{inner}]" if repeated else inner)
            yield f"{cls}.{member}", said_here, named


def test_what_a_name_gives_is_what_the_library_says() -> None:
    """By its annotation, by the field of the message, or as read in the source where it says nothing."""
    wrong = {name: (said, named) for name, said, named in given() if not agrees(name, said, named)}
    assert wrong == {}


_MANY = re.compile(r"^(list|List|Iterable|AsyncIterable|Iterator|MutableSequence|tuple)\[|Iterable$")


def agrees(name: str, said: str, named: str) -> bool:
    owner, _, member = name.rpartition(".")
    names = [named.strip("[]"), *(alias for alias, cls in SURFACE.aliases.items() if cls == named.strip("[]"))]
    last_names = {each.rpartition(".")[2] for each in names}
    if name in names or member in last_names:  # a class inside another, read off it
        return True
    source = FROM_SOURCE.get(
        f"{owner.rpartition('.')[2].removeprefix('Async').removeprefix('Base')}.{member}"
    ) or FROM_SOURCE.get(member, "")
    words = set(re.findall(r"\w+", said)) | ({source, f"Async{source}"} if source else set())
    many = bool(_MANY.search(said))
    return bool(words & last_names) and (many == named.startswith("[") or not said)


def test_a_wrong_type_is_noticed() -> None:
    """The comparison bites: another class, and one object for many."""
    file, model = f"{R}.types.File", f"{R}.types.Model"
    assert agrees(f"{R}.get_file", "file_types.File", file)
    assert not agrees(f"{R}.get_file", "file_types.File", model)
    assert not agrees(f"{R}.list_files", "Iterable[file_types.File]", file)


# ---- what the sentences promise


def sentences() -> dict[str, str]:
    """Every sentence that says what to write, by the full name that it stands at."""
    found = {}
    tables: dict[str, ModuleSurface | ObjectSurface] = {**SURFACE.modules, **SURFACE.objects}
    for owner, table in tables.items():
        for name, sentence in (*table.gone.items(), *table.changed.items()):
            found[f"{owner}.{name}"] = sentence
    for name, call in SURFACE.calls.items():
        found[name] = " ".join([call.sentence, *call.keywords.values()])
    return {**found, **SURFACE.warnings}


SENTENCES = sorted(set(sentences().values()))
_PATH = re.compile(r"\b(?:google\.genai\.)?((?:client|types|chats|errors|pagers|genai)(?:\.[A-Za-z_]\w*)+)")


def promised(sentence: str) -> set[str]:
    """The names of google-genai that a sentence mentions."""
    return {match.group(1) for match in _PATH.finditer(sentence)} - {"genai.types", "genai.errors"}


def calls_in(sentence: str) -> Iterator[ast.Call]:
    """The calls that a sentence spells out, with their arguments."""
    for match in re.finditer(r"(?:client|types|genai|chat)(?:\.\w+)+\(", sentence):
        depth, end = 0, match.end() - 1
        for end in range(match.end() - 1, len(sentence)):
            depth += {"(": 1, ")": -1}.get(sentence[end], 0)
            if depth == 0:
                break
        call = ast.parse(sentence[match.start() : end + 1], mode="eval").body
        assert isinstance(call, ast.Call)
        yield call


@pytest.mark.parametrize("environment", GEMINI_NEW)
def test_every_name_that_a_sentence_promises_exists(environment: str) -> None:
    known = library(environment)["parameters"]
    missing = {name: sentence for sentence in SENTENCES for name in promised(sentence) if name not in known}
    assert missing == {}


@pytest.mark.parametrize("environment", GEMINI_NEW)
def test_every_argument_that_a_sentence_promises_is_taken(environment: str) -> None:
    known = library(environment)["parameters"]
    for sentence in SENTENCES:
        for call in calls_in(sentence):
            name = ast.unparse(call.func).replace("chat.", "chats.Chat.")
            taken = set(known[name] or ())
            assert {keyword.arg for keyword in call.keywords} <= taken, sentence


def test_a_name_that_is_not_there_is_noticed() -> None:
    """The check of sentences bites."""
    known = library(GEMINI_NEW[0])["parameters"]
    assert promised("Write client.models.invent(model=name).") - set(known) == {"client.models.invent"}
    (call,) = calls_in("Use types.HttpOptions(timeout=1, patience=2).")
    assert {keyword.arg for keyword in call.keywords} - set(known["types.HttpOptions"]) == {"patience"}


# ---- the pack as a whole


def metadata(environment: str, distribution: str) -> Message:
    site = interpreter(environment).parent.parent / "lib"
    (found,) = site.glob(f"python*/site-packages/{distribution}-*.dist-info/METADATA")
    return email.message_from_string(found.read_text(encoding="utf-8"))


def test_the_pack_states_what_was_measured() -> None:
    assert metadata(GEMINI_OLD, "google_generativeai")["Version"] == pack().old.measured
    found = [metadata(environment, "google_genai") for environment in GEMINI_NEW]
    assert [each["Version"] for each in found] == list(pack().new.measured)
    assert {each["Requires-Python"] for each in found} == {f">={pack().new.python}"}


def test_the_extras_of_the_old_library_were_for_its_developers() -> None:
    assert metadata(GEMINI_OLD, "google_generativeai").get_all("Provides-Extra") == ["dev"]
    assert pack().new.extras == {}


def test_every_source_of_the_pack_is_in_its_list_of_sources() -> None:
    sources = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    for citation in pack().citations:
        assert citation.url in sources
    for change in pack().changes:
        assert change.source in sources
        assert f"`{change.id}`" in sources
