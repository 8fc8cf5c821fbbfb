"""The oracle of gemini bites: what is wrong in one way is told from what is right, and what it forgives is said.

The texts of the new side stand here as written by hand, so that the oracle is tried without our own rules.
"""

import json
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.wire.exchange import Exchange, disagreements
from tests.wire.gemini_requests import NAMES, GeminiRequest, compared
from tests.wire.gemini_run import exchange
from tests.wire.interpreters import GEMINI_NEW, GEMINI_OLD, interpreter

OLD = """\
import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel(
    "gemini-pro",
    generation_config={"temperature": 0.7, "top_k": 40},
    safety_settings={"HARASSMENT": "BLOCK_NONE"},
    system_instruction="Be short.",
)
print(model.generate_content("Hello").text)
chat = model.start_chat(history=[{"role": "user", "parts": ["Earlier"]}, {"role": "model", "parts": ["Yes"]}])
print(chat.send_message("Now").text)
for piece in model.generate_content("Story", stream=True):
    print(piece.text)
print(genai.embed_content(model="models/e", content="text", task_type="retrieval_query")["embedding"])
uploaded = genai.upload_file("note.txt")
print(model.generate_content([uploaded, "Sum up"]).text)
"""

NEW = """\
from google import genai
from google.genai import types

client = genai.Client(api_key="AIza-own", http_options={"api_version": "v1beta"})
model = "gemini-pro"
config = types.GenerateContentConfig(
    temperature=0.7,
    top_k=40,
    safety_settings=[types.SafetySetting(category="HARM_CATEGORY_HARASSMENT", threshold="BLOCK_NONE")],
    system_instruction="Be short.",
)
print(client.models.generate_content(model=model, contents="Hello", config=config).text)
history = [{"role": "user", "parts": [{"text": "Earlier"}]}, {"role": "model", "parts": [{"text": "Yes"}]}]
chat = client.chats.create(model=model, history=history, config=config)
print(chat.send_message("Now").text)
for piece in client.models.generate_content_stream(model=model, contents="Story", config=config):
    print(piece.text)
asked = types.EmbedContentConfig(task_type="RETRIEVAL_QUERY")
print(client.models.embed_content(model="models/e", contents="text", config=asked).embeddings[0].values)
uploaded = client.files.upload(file="note.txt", config={"display_name": "note.txt"})
print(client.models.generate_content(model=model, contents=[uploaded, "Sum up"], config=config).text)
"""

WRONG = {
    "another key": ('"AIza-own"', '"AIza-other"'),
    "another version of the service": (', http_options={"api_version": "v1beta"}', ""),
    "another model": ('"gemini-pro"', '"gemini-2.0"'),
    "a setting lost": ("    top_k=40,\n", ""),
    "another number": ("0.7", "0.75"),
    "another threshold": ("BLOCK_NONE", "BLOCK_LOW_AND_ABOVE"),
    "another category": ("HARASSMENT", "HATE_SPEECH"),
    "the instruction lost": ('    system_instruction="Be short.",\n', ""),
    "a turn lost": ('{"role": "user", "parts": [{"text": "Earlier"}]}, ', ""),
    "another role": ('"role": "model"', '"role": "user"'),
    "the configuration of the chat lost": ("history=history, config=config", "history=history"),
    "no stream": ("generate_content_stream(model=model, contents", "generate_content(model=model, contents"),
    "a task in the old spelling": ("RETRIEVAL_QUERY", "retrieval_query"),
    "no display name": (', config={"display_name": "note.txt"}', ""),
    "the order of parts": ('[uploaded, "Sum up"]', '["Sum up", uploaded]'),
    "a request too many": ('print(chat.send_message("Now").text)', 'chat.send_message("x")\nprint(chat.send_message("Now").text)'),
    "what is printed": ("print(piece.text)", 'print(piece.text, end="")'),
    "a client that nobody holds": (
        "print(client.models.generate_content(model=model, contents=\"Hello\"",
        'print(genai.Client(api_key="AIza-own").models.generate_content(model=model, contents="Hello"',
    ),
}  # fmt: skip


@pytest.fixture(scope="module", params=GEMINI_NEW)
def new_gemini(request: pytest.FixtureRequest) -> Path:
    """The interpreter of a new side."""
    return interpreter(request.param)


@cache
def old_exchange(documents: Path) -> Exchange:
    """What the program does on the old side; asked once."""
    return exchange(interpreter(GEMINI_OLD), {"program.py": OLD}, documents)


def test_a_right_rewrite_is_no_disagreement(new_gemini: Path, gemini_documents: Path) -> None:
    before = old_exchange(gemini_documents)
    assert before.outcome.raised is None
    assert len(before.requests) == 6
    assert disagreements(before, exchange(new_gemini, {"program.py": NEW}, gemini_documents)) == []


@pytest.mark.parametrize(("right", "wrong"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_rewrite_is_a_disagreement(right: str, wrong: str, gemini_documents: Path) -> None:
    assert right in NEW
    wrongly = exchange(interpreter(GEMINI_NEW[0]), {"program.py": NEW.replace(right, wrong)}, gemini_documents)
    assert disagreements(old_exchange(gemini_documents), wrongly) != []


def generate(body: Mapping[str, Any], path: str = "/v1beta/models/m:generateContent") -> GeminiRequest:
    return compared("POST", path, [("$alt", "json;enum-encoding=int")], body, "K")


SAME = {
    "a role that is the default": ({"contents": [{"role": "user", "parts": [{"text": "a"}]}]}, {"contents": [{"parts": [{"text": "a"}]}]}),
    "a number of an enumeration": (
        {"safetySettings": [{"category": 7, "threshold": 4}]},
        {"safetySettings": [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}]},
    ),
    "an empty configuration": ({"generationConfig": {}, "safetySettings": []}, {}),
    "a whole number": ({"generationConfig": {"temperature": 1.0}}, {"generationConfig": {"temperature": 1}}),
    "single precision": ({"generationConfig": {"topP": 0.949999988}}, {"generationConfig": {"topP": 0.95}}),
    "either spelling of names": ({"generationConfig": {"top_k": 3}}, {"generationConfig": {"topK": 3}}),
    "either alphabet of base64": ({"contents": [{"parts": [{"inlineData": {"data": "-_=="}}]}]}, {"contents": [{"parts": [{"inlineData": {"data": "+/=="}}]}]}),
    "pieces kept as turns": (
        {"contents": [{"role": "model", "parts": [{"text": "a"}]}, {"role": "model", "parts": [{"text": "b"}]}]},
        {"contents": [{"role": "model", "parts": [{"text": "ab"}]}]},
    ),
    "the role of an instruction": ({"systemInstruction": {"role": "user", "parts": [{"text": "a"}]}}, {"systemInstruction": {"parts": [{"text": "a"}]}}),
}  # fmt: skip

OTHER = {
    "true is no number": ({"generationConfig": {"responseLogprobs": True}}, {"generationConfig": {"responseLogprobs": 1}}),
    "a role": ({"contents": [{"role": "model", "parts": []}]}, {"contents": [{"parts": []}]}),
    "two parts of one turn": (
        {"contents": [{"role": "model", "parts": [{"text": "a"}, {"text": "b"}]}]},
        {"contents": [{"role": "model", "parts": [{"text": "ab"}]}]},
    ),
    "two turns of the user": (
        {"contents": [{"role": "user", "parts": [{"text": "a"}]}, {"role": "user", "parts": [{"text": "b"}]}]},
        {"contents": [{"role": "user", "parts": [{"text": "ab"}]}]},
    ),
    "a number": ({"generationConfig": {"temperature": 0.7}}, {"generationConfig": {"temperature": 0.71}}),
    "a tool without settings": ({"tools": [{"codeExecution": {}}]}, {}),
    "a name of the program's own": (
        {"tools": [{"functionDeclarations": [{"parameters": {"properties": {"my_name": {"type": 1}}}}]}]},
        {"tools": [{"functionDeclarations": [{"parameters": {"properties": {"myName": {"type": 1}}}}]}]},
    ),
    "an argument of the program's own": (
        {"contents": [{"parts": [{"functionCall": {"args": {"a_b": 1}}}]}]},
        {"contents": [{"parts": [{"functionCall": {"args": {"aB": 1}}}]}]},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME.keys())
def test_what_the_service_does_not_tell_apart_is_forgiven(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert generate(one) == generate(other)


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=OTHER.keys())
def test_everything_else_is_a_difference(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert generate(one) != generate(other)


def test_tokens_are_counted_of_contents_or_of_a_whole_request() -> None:
    contents = [{"parts": [{"text": "a"}]}]
    path = "/v1beta/models/m:countTokens"
    whole = {"model": "models/m", "contents": contents, "generationConfig": {"temperature": 1}}
    assert generate({"generateContentRequest": whole}, path) == generate({"contents": contents}, path)
    instructed = {**whole, "systemInstruction": {"parts": [{"text": "b"}]}}
    assert generate({"generateContentRequest": instructed}, path) != generate({"contents": contents}, path)


def test_the_numbers_of_enumerations_are_the_old_librarys() -> None:
    code = """
import json
from google.generativeai import protos
kinds = {
    "category": protos.HarmCategory, "threshold": protos.SafetySetting.HarmBlockThreshold, "taskType": protos.TaskType,
    "type": protos.Type, "mode": protos.FunctionCallingConfig.Mode, "language": protos.ExecutableCode.Language,
    "outcome": protos.CodeExecutionResult.Outcome, "responseModalities": protos.GenerationConfig.Modality,
}
print(json.dumps({name: {each.value: each.name for each in kind} for name, kind in kinds.items()}))
"""
    done = subprocess.run(
        [str(interpreter(GEMINI_OLD)), "-W", "ignore", "-c", code], capture_output=True, text=True, check=True
    )
    measured = json.loads(done.stdout)
    assert NAMES.keys() == measured.keys()
    for field, names in NAMES.items():
        assert {number: measured[field][str(number)] for number in names} == names


def test_a_program_sees_nothing_of_the_one_before(gemini_documents: Path) -> None:
    first = "import os, sys\nimport google.generativeai as genai\nos.environ['LEFT'] = '1'\ngenai.left = sys.left = 1\nprint(1)"
    second = "import os, sys\nimport google.generativeai as genai\nprint('LEFT' in os.environ, hasattr(genai, 'left'), hasattr(sys, 'left'), 'tests' in sys.modules and len(sys.path))"
    exchange(interpreter(GEMINI_OLD), {"program.py": first}, gemini_documents)
    done = exchange(interpreter(GEMINI_OLD), {"program.py": second}, gemini_documents)
    assert done.outcome.stdout.startswith("False False False")


def test_how_a_program_ends_is_told(gemini_documents: Path) -> None:
    ends = {
        "print(1)": None,
        "raise KeyError('x')": "KeyError",
        "import sys\nsys.exit(0)": None,
        "import none_such": "ModuleNotFoundError",
    }
    found = {text: exchange(interpreter(GEMINI_NEW[0]), {"program.py": text}, gemini_documents) for text in ends}
    assert {text: each.outcome.raised for text, each in found.items()} == ends


def test_files_of_a_program_find_one_another(gemini_documents: Path) -> None:
    files = {
        "program.py": "from inner.part import said\nprint(said, __name__)",
        "inner/part.py": "said = open('note.txt').read()",
    }
    assert exchange(interpreter(GEMINI_NEW[0]), files, gemini_documents).outcome.stdout == "note __main__\n"
