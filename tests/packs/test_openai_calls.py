"""Whatever the pack writes into a program is there in the new releases: paths, arguments, parts of answers, errors.

What the tables say of the old side is there in 0.28.1. That both sides then do the same is shown by the programs of
`tests/wire/programs/openai`; here each name is read off the libraries.
"""

import json
from typing import Any

import pytest

from bot.models.reading import read
from bot.rules.answers.shapes import PLAIN, Shapes
from bot.rules.calls.tables import Parameters as Calls
from bot.rules.errors.tables import Parameters as Errors
from tests.packs.measured_openai import old_library, pack, run_there, usable
from tests.wire.cases import OPENAI_PROGRAMS, programs
from tests.wire.interpreters import OPENAI_NEW

(_CALLS,) = (change for change in pack().changes if change.kind == "rewrite_call")
(_ERRORS,) = (change for change in pack().changes if change.kind == "error_classes")
TABLES = read(Calls, _CALLS.parameters)
ERRORS = read(Errors, _ERRORS.parameters)

MODELS = {
    "chat-answer": "openai.types.chat.ChatCompletion",
    "chat-choice": "openai.types.chat.chat_completion.Choice",
    "chat-message": "openai.types.chat.ChatCompletionMessage",
    "function-call": "openai.types.chat.chat_completion_message.FunctionCall",
    "token-counts": "openai.types.CompletionUsage",
    "chat-piece": "openai.types.chat.ChatCompletionChunk",
    "piece-choice": "openai.types.chat.chat_completion_chunk.Choice",
    "chat-delta": "openai.types.chat.chat_completion_chunk.ChoiceDelta",
    "function-delta": "openai.types.chat.chat_completion_chunk.ChoiceDeltaFunctionCall",
    "tool-delta": "openai.types.chat.chat_completion_chunk.ChoiceDeltaToolCall",
    "text-answer": "openai.types.Completion",
    "text-choice": "openai.types.CompletionChoice",
    "token-scores": "openai.types.completion_choice.Logprobs",
    "embeddings-answer": "openai.types.CreateEmbeddingResponse",
    "embedding": "openai.types.Embedding",
    "input-counts": "openai.types.create_embedding_response.Usage",
    "moderation-answer": "openai.types.ModerationCreateResponse",
    "moderation": "openai.types.Moderation",
    "moderation-categories": "openai.types.moderation.Categories",
    "images-answer": "openai.types.ImagesResponse",
    "image": "openai.types.Image",
    "spoken-text": "openai.types.audio.Transcription",
    "spoken-details": "openai.types.audio.TranscriptionVerbose",
    "spoken-segment": "openai.types.audio.TranscriptionSegment",
    "models": "openai.pagination.SyncPage",
    "model": "openai.types.Model",
    "files": "openai.pagination.SyncCursorPage",
    "file": "openai.types.FileObject",
    "deleted": "openai.types.FileDeleted",
    "tuning-jobs": "openai.pagination.SyncCursorPage",
    "tuning-job": "openai.types.fine_tuning.FineTuningJob",
    "tuning-events": "openai.pagination.SyncCursorPage",
    "tuning-event": "openai.types.fine_tuning.FineTuningJobEvent",
}
"""Each shape to the model of the new library that it stands for."""

BY_PROGRAM = {"tool-call"}
"""Shapes whose model changed its name between the two releases: a program of the wire cases reads them."""


@pytest.mark.parametrize("environment", OPENAI_NEW)
def test_every_argument_that_is_written_is_one_of_the_new_method(environment: str) -> None:
    paths = sorted({call.to for call in TABLES.calls.values()})
    told: dict[str, Any] = json.loads(
        run_there(environment, "tests.packs.describe_openai", "parameters", text=json.dumps(paths))
    )
    for name, call in TABLES.calls.items():
        renamed = TABLES.arguments[call.arguments].renamed.values()
        written = {*call.keywords, *call.named.values(), *renamed, *filter(None, call.positional)}
        assert written <= {*told[call.to]["all"]}, name
        assert {*call.required} == {*told[call.to]["required"]}, name
        assert call.positional.count("") <= len(told[call.to]["positional"]), name


@pytest.mark.parametrize("environment", OPENAI_NEW)
def test_every_name_that_is_written_is_there(environment: str) -> None:
    usual, apart = TABLES.clients.usual, TABLES.clients.apart
    names = {f"openai.{name}" for name in (usual.plain, usual.plain_later, apart.plain, apart.plain_later)}
    names |= {f"openai.{name}" for name in (*usual.settings.values(), *apart.settings.values())}
    names |= {"openai.http_client", "openai.DefaultHttpxClient", "openai.azure_ad_token"}
    names |= {f"openai.{name}" for new in ERRORS.classes.values() for name in new}
    names |= {f"client.{call.to}" for call in TABLES.calls.values()}
    assert names - usable(environment, names) == set()


@pytest.mark.parametrize("environment", OPENAI_NEW)
def test_every_part_of_an_answer_is_an_attribute_of_its_model(environment: str) -> None:
    assert MODELS.keys() | BY_PROGRAM == TABLES.shapes.keys()
    asked = json.dumps(sorted(set(MODELS.values())))
    fields = json.loads(run_there(environment, "tests.packs.describe_openai", "fields", text=asked))
    shapes = Shapes(shapes=TABLES.shapes)
    for shape, model in MODELS.items():
        parts = [part for key in TABLES.shapes[shape].parts if (part := shapes.part(shape, key)) is not None]
        assert [part.attribute for part in parts if part.attribute not in fields[model]] == [], shape


def test_a_fake_answer_is_made_by_the_class_of_the_real_one() -> None:
    (mocks,) = (change for change in pack().changes if change.kind == "mock_targets")
    models = {shape: f"openai.{model}" for shape, model in mocks.parameters["models"].items()}
    assert models.items() <= MODELS.items()


def test_every_old_call_and_error_is_of_the_old_library() -> None:
    surface = pack().surface
    calls = {*TABLES.calls, *(call.awaited for call in TABLES.calls.values() if call.awaited)}
    for name in calls:
        owner, _, method = name.rpartition(".")
        assert method in surface.objects[owner].gone, name
    errors = old_library()["modules"]["openai.error"]
    assert {name.rpartition(".")[2] for name in ERRORS.classes} <= {*errors}


@pytest.mark.parametrize("environment", OPENAI_NEW)
def test_what_new_errors_have_beside_the_old_ones_is_stated(environment: str) -> None:
    told = set(json.loads(run_there(environment, "tests.packs.describe_openai", "errors")))
    every = [pack().surface.objects[cls].same for cls in ERRORS.classes]
    assert {*ERRORS.added} == {name for name in told if not all(name in same for same in every)}
    assert {condition.partition(" ")[0] for condition in ERRORS.told.values()} <= told


def test_every_call_has_a_program_that_makes_it() -> None:
    """The awaited twins differ by the client alone, which the programs of each kind show."""
    texts = " ".join(program.text for program in programs(OPENAI_PROGRAMS))
    for name in TABLES.calls:
        assert name.removeprefix("openai.") + "(" in texts, name


def test_every_plain_part_says_so() -> None:
    assert PLAIN not in TABLES.shapes
