"""Configurations and contents as they are written for the new library; that they mean the same is run in tests/wire."""

import ast

import pytest

from bot.packs.surface import SurfaceIndex
from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.engine.splice import spliced
from bot.rules.written_values.configuration import config_text
from bot.rules.written_values.contents import contents_text, history_text, message_text
from bot.rules.written_values.tables import tables_of
from bot.rules.written_values.written import Written
from bot.scan.examine import Examined, examine_text
from bot.scan.reach import Reach
from bot.scan.rows import FileView
from bot.scan.source_text import text_source
from bot.vocabulary import Bail
from tests.packs.gemini_measured import pack

IMPORT = "import google.generativeai as genai\n"
SURFACE = SurfaceIndex(pack())


def view_of(code: str) -> FileView:
    examined = examine_text(text_source(IMPORT + code), SURFACE, Reach({}))
    assert isinstance(examined, Examined)
    return examined.view


def called(view: FileView, name: str) -> ast.Call:
    """The last call of a function or method of that name."""
    return [call for call, _ in view.anatomy.calls if getattr(call.func, "attr", None) == name][-1]


def configured(code: str, base: str | None = None) -> Written | Problem | None:
    """The configuration of the request that a piece makes."""
    view = view_of(code)
    model, call = called(view, "GenerativeModel"), called(view, "generate_content")
    tables = tables_of(pack())
    return config_text(view, Names(view.anatomy), model.keywords, call.keywords, tables, types_name="types", base=base)


CONFIGURED = [
    (
        "a dict that is written out becomes named arguments",
        'm = genai.GenerativeModel("m", generation_config={"temperature": 0.5, "top_k": 3})\nm.generate_content("x")',
        "types.GenerateContentConfig(temperature=0.5, top_k=3)",
    ),
    (
        "an object of the old class becomes named arguments, those by position as well",
        'm = genai.GenerativeModel("m", generation_config=genai.GenerationConfig(1, max_output_tokens=9))\nm.generate_content("x")',
        "types.GenerateContentConfig(candidate_count=1, max_output_tokens=9)",
    ),
    (
        "a dict that a name holds is unpacked, whatever is put into it key by key",
        'g = {"temperature": 0}\ng["top_p"] = 1\nm = genai.GenerativeModel("m", generation_config=g)\nm.generate_content("x")',
        "types.GenerateContentConfig(**g)",
    ),
    (
        "what the call brings wins over the model's, key by key",
        'm = genai.GenerativeModel("m", generation_config={"temperature": 0.5, "top_k": 3})\nm.generate_content("x", generation_config={"top_k": 4})',
        "types.GenerateContentConfig(temperature=0.5, top_k=4)",
    ),
    (
        "a dict that is unpacked and what is written out are laid over one another in a dict",
        'g = {"temperature": 0}\nm = genai.GenerativeModel("m", generation_config=g)\nm.generate_content("x", generation_config={"temperature": 1})',
        'types.GenerateContentConfig(**{**g, "temperature": 1})',
    ),
    (
        "settings that are written as the new library takes them stay as they are",
        'm = genai.GenerativeModel("m", safety_settings=[{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}])\nm.generate_content("x")',
        'types.GenerateContentConfig(\n    safety_settings=[{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}],\n)',
    ),
    (
        "a mapping of short names becomes a list of objects",
        'm = genai.GenerativeModel("m", safety_settings={"hate": "LOW"})\nm.generate_content("x")',
        "types.GenerateContentConfig(\n    safety_settings=[\n        types.SafetySetting(category=types.HarmCategory.HARM_CATEGORY_HATE_SPEECH, threshold=types.HarmBlockThreshold.BLOCK_LOW_AND_ABOVE),\n    ],\n)",
    ),
    (
        "instructions and a time limit, which is in thousandths, are part of it",
        'm = genai.GenerativeModel("m", system_instruction="s")\nm.generate_content("x", request_options={"timeout": 1.5})',
        'types.GenerateContentConfig(system_instruction="s", http_options=types.HttpOptions(timeout=1500))',
    ),
    (
        "settings that are put into a list one after the other",
        's = []\nfor c in ("HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_HATE_SPEECH"):\n    s.append({"category": c, "threshold": "BLOCK_NONE"})\ngenai.GenerativeModel("m", safety_settings=s).generate_content("x")',
        "types.GenerateContentConfig(safety_settings=s)",
    ),
    (
        "a parameter that is a mapping, or None",
        'def f(g: dict = None):\n    genai.GenerativeModel("m", generation_config=g).generate_content("x")',
        "types.GenerateContentConfig(**(g or {}))",
    ),
    (
        "a parameter that is a mapping and nothing else",
        'def f(g: dict):\n    genai.GenerativeModel("m", generation_config=g).generate_content("x")',
        "types.GenerateContentConfig(**g)",
    ),
    (
        "arguments that are None say nothing",
        'm = genai.GenerativeModel("m", system_instruction=None, generation_config=genai.GenerationConfig(top_k=None))\nm.generate_content("x", generation_config=None)',
        None,
    ),
]


@pytest.mark.parametrize(("code", "expected"), [one[1:] for one in CONFIGURED], ids=[one[0] for one in CONFIGURED])
def test_a_configuration_is_written(code: str, expected: str | None) -> None:
    found = configured(code)
    assert not isinstance(found, Problem)
    assert (found.text if found is not None else None) == expected


def test_what_a_call_brings_is_laid_over_what_a_name_holds() -> None:
    code = 'm = genai.GenerativeModel("m", system_instruction="s")\nm.generate_content("x", generation_config={"top_k": 1})'
    found = configured(code, base="m_config")
    assert isinstance(found, Written)
    assert found.text == 'm_config.model_copy(update={"top_k": 1})'
    plain = configured(
        'm = genai.GenerativeModel("m", system_instruction="s")\nm.generate_content("x")', base="m_config"
    )
    assert isinstance(plain, Written)
    assert plain.text == "m_config"


WITHHELD = [
    (
        "a key that no configuration has",
        'genai.GenerativeModel("m", generation_config={"seed": 1}).generate_content("x")',
    ),
    (
        "a parameter of which nothing is known",
        'def f(g):\n    genai.GenerativeModel("m", generation_config=g).generate_content("x")',
    ),
    (
        "a parameter that is an object, or None",
        'def f(g: genai.GenerationConfig = None):\n    genai.GenerativeModel("m", generation_config=g).generate_content("x")',
    ),
    (
        "short names that are put into a list",
        's = []\nfor c in ("harassment", "hate"):\n    s.append({"category": c, "threshold": "BLOCK_NONE"})\ngenai.GenerativeModel("m", safety_settings=s).generate_content("x")',
    ),
    (
        "a category that is put into a list twice",
        's = [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}]\ns.append({"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_ONLY_HIGH"})\ngenai.GenerativeModel("m", safety_settings=s).generate_content("x")',
    ),
    (
        "a list that is extended",
        's = []\ns.extend(others)\ngenai.GenerativeModel("m", safety_settings=s).generate_content("x")',
    ),
    (
        "an object and a dict, of which one is chosen",
        'g = {"top_k": 1} if x else genai.GenerationConfig(top_k=1)\ngenai.GenerativeModel("m", generation_config=g).generate_content("x")',
    ),
    (
        "a threshold that is computed",
        'genai.GenerativeModel("m", safety_settings={"hate": level()}).generate_content("x")',
    ),
    (
        "settings that are imported",
        'from rules import settings\ngenai.GenerativeModel("m", safety_settings=settings).generate_content("x")',
    ),
    (
        "a mapping that is read in another way as well",
        's = {"hate": "low"}\nprint(s)\ngenai.GenerativeModel("m", safety_settings=s).generate_content("x")',
    ),
    (
        "functions as tools, which the new library declares in another way",
        'def f(a: int): ...\ngenai.GenerativeModel("m", tools=[f]).generate_content("x")',
    ),
    (
        "a schema of two properties, whose order the new library sends",
        'genai.GenerativeModel("m", generation_config={"response_schema": {"properties": {"a": {}, "b": {}}}}).generate_content("x")',
    ),
    (
        "options that are more than a time limit",
        'genai.GenerativeModel("m").generate_content("x", request_options={"retry": r, "timeout": 1})',
    ),
]


@pytest.mark.parametrize("code", [one[1] for one in WITHHELD], ids=[one[0] for one in WITHHELD])
def test_a_configuration_is_withheld(code: str) -> None:
    found = configured(code)
    assert isinstance(found, Problem)
    assert found.bail in {Bail.ARGUMENT_CHANGED, Bail.ARGUMENTS_NOT_KNOWN}


def with_edits(view: FileView, found: Written) -> str:
    """The file with the edits of contents in their place."""
    text = spliced(view.source.text, [*found.inside, *found.edits])
    assert isinstance(text, str)
    return text.removeprefix(IMPORT)


CONTENTS = [
    ("text stays", 'genai.GenerativeModel("m").generate_content("a")', None),
    ("a parameter stays", 'def f(p):\n    genai.GenerativeModel("m").generate_content([p, "x"])', None),
    (
        "text among the parts of a turn becomes a dict",
        'genai.GenerativeModel("m").generate_content([{"role": "user", "parts": ["a", f"{b}"]}])',
        'genai.GenerativeModel("m").generate_content([{"role": "user", "parts": [{"text": "a"}, {"text": f"{b}"}]}])',
    ),
    (
        "the only part of a turn becomes a list",
        'genai.GenerativeModel("m").generate_content({"parts": "a"})',
        'genai.GenerativeModel("m").generate_content({"parts": [{"text": "a"}]})',
    ),
    (
        "bytes are put under their key",
        'genai.GenerativeModel("m").generate_content(["a", {"mime_type": "image/png", "data": d}])',
        'genai.GenerativeModel("m").generate_content(["a", {"inline_data": {"mime_type": "image/png", "data": d}}])',
    ),
    (
        "a turn with a part that may be anything becomes an object",
        'def f(p):\n    genai.GenerativeModel("m").generate_content([{"role": "model", "parts": [p, "x"]}])',
        'def f(p):\n    genai.GenerativeModel("m").generate_content([types.ModelContent(parts=[p, "x"])])',
    ),
    (
        "so does one of which the role is computed",
        'def f(p, r):\n    genai.GenerativeModel("m").generate_content([{"role": r, "parts": [p]}])',
        'def f(p, r):\n    genai.GenerativeModel("m").generate_content([types.Content(role=r, parts=types.UserContent(parts=[p]).parts)])',
    ),
    (
        "turns are rewritten where they are put into the list",
        't = []\nt.append({"role": "user", "parts": ["a"]})\ngenai.GenerativeModel("m").generate_content(t)',
        't = []\nt.append({"role": "user", "parts": [{"text": "a"}]})\ngenai.GenerativeModel("m").generate_content(t)',
    ),
    (
        "what a function of the file gives is rewritten there",
        'def f():\n    return [{"mime_type": "a/b", "data": d}]\ni = f()\ngenai.GenerativeModel("m").generate_content(["x", i[0]])',
        'def f():\n    return [{"inline_data": {"mime_type": "a/b", "data": d}}]\ni = f()\ngenai.GenerativeModel("m").generate_content(["x", i[0]])',
    ),
    (
        "so it is where its items are put into another list",
        'def f():\n    return [{"mime_type": "a/b", "data": d}]\ni = f()\np = ["x", i[0]]\ngenai.GenerativeModel("m").generate_content(p)',
        'def f():\n    return [{"inline_data": {"mime_type": "a/b", "data": d}}]\ni = f()\np = ["x", i[0]]\ngenai.GenerativeModel("m").generate_content(p)',
    ),
    (
        "what a function is called with is rewritten there",
        'def ask(p):\n    genai.GenerativeModel("m").generate_content(["x", p])\nask({"mime_type": "a/b", "data": d})',
        'def ask(p):\n    genai.GenerativeModel("m").generate_content(["x", p])\nask({"inline_data": {"mime_type": "a/b", "data": d}})',
    ),
    (
        "parts that a name holds are rewritten where they are put in",
        'p = [x]\np.append({"mime_type": "a/b", "data": d})\ngenai.GenerativeModel("m").generate_content([{"role": "user", "parts": p}])',
        'p = [x]\np.append({"inline_data": {"mime_type": "a/b", "data": d}})\ngenai.GenerativeModel("m").generate_content([types.UserContent(parts=p)])',
    ),
]


@pytest.mark.parametrize(("code", "expected"), [one[1:] for one in CONTENTS], ids=[one[0] for one in CONTENTS])
def test_contents_are_written(code: str, expected: str | None) -> None:
    view = view_of(code)
    node = called(view, "generate_content").args[0]
    found = contents_text(view, Names(view.anatomy), node, tables_of(pack()), types_name="types")
    assert isinstance(found, Written)
    assert with_edits(view, found) == (expected or code)


NOT_CONTENTS = [
    (
        "a parameter, in a file that writes a picture as a dict which was not followed",
        'class A:\n    def f(self):\n        return {"mime_type": "a/b", "data": d}\ndef g(p):\n    genai.GenerativeModel("m").generate_content(p)',
    ),
    (
        "what a function gives, which is stored as well",
        'def f():\n    return [{"mime_type": "a/b", "data": d}]\nsave(f())\ngenai.GenerativeModel("m").generate_content(["x", f()[0]])',
    ),
    ("a tuple", 'genai.GenerativeModel("m").generate_content(("a", "b"))'),
    ("a part of unknown keys", 'genai.GenerativeModel("m").generate_content([{"image": i}])'),
    (
        "turns that are stored as well",
        't = [{"role": "user", "parts": ["a"]}]\nsave(t)\ngenai.GenerativeModel("m").generate_content(t)',
    ),
    (
        "turns whose parts are read as well",
        't = [{"role": "user", "parts": ["a"]}]\nprint(t[0]["parts"])\ngenai.GenerativeModel("m").generate_content(t)',
    ),
]


@pytest.mark.parametrize("code", [one[1] for one in NOT_CONTENTS], ids=[one[0] for one in NOT_CONTENTS])
def test_contents_are_withheld(code: str) -> None:
    view = view_of(code)
    node = called(view, "generate_content").args[0]
    found = contents_text(view, Names(view.anatomy), node, tables_of(pack()), types_name="types")
    assert isinstance(found, Problem)
    assert found.bail is Bail.ARGUMENT_CHANGED


MESSAGES = [
    ("a turn is its parts", '{"role": "user", "parts": ["a", b]}', '["a", b]'),
    ("a part is an object", '["a", {"text": b}]', '["a", types.Part(text=b)]'),
    (
        "bytes are an object",
        '[{"mime_type": "a/b", "data": d}]',
        '[types.Part(inline_data={"mime_type": "a/b", "data": d})]',
    ),
]


@pytest.mark.parametrize(("message", "expected"), [one[1:] for one in MESSAGES], ids=[one[0] for one in MESSAGES])
def test_messages_are_written(message: str, expected: str) -> None:
    view = view_of(f"c = genai.GenerativeModel('m').start_chat()\nc.send_message({message})")
    node = called(view, "send_message").args[0]
    found = message_text(view, Names(view.anatomy), node, tables_of(pack()), types_name="types")
    assert isinstance(found, Written)
    assert found.text == expected


TOOLS = [
    (
        "a tool that is asked for by its name",
        '"code_execution"',
        "[types.Tool(code_execution=types.ToolCodeExecution())]",
    ),
    (
        "a dict of declarations stays",
        '[{"function_declarations": [{"name": "f"}]}]',
        '[{"function_declarations": [{"name": "f"}]}]',
    ),
    (
        "a tool of the old class, with its classes inside",
        '[genai.protos.Tool(function_declarations=[genai.protos.FunctionDeclaration(name="f")])]',
        '[genai.types.Tool(function_declarations=[genai.types.FunctionDeclaration(name="f")])]',
    ),
    (
        "a declaration alone is put into a tool",
        '[genai.types.FunctionDeclaration(name="f", description="d")]',
        '[types.Tool(function_declarations=[genai.types.FunctionDeclaration(name="f", description="d")])]',
    ),
]


@pytest.mark.parametrize(("tools", "expected"), [one[1:] for one in TOOLS], ids=[one[0] for one in TOOLS])
def test_tools_are_written(tools: str, expected: str) -> None:
    found = configured(f'genai.GenerativeModel("m", tools={tools}).generate_content("x")')
    assert isinstance(found, Written)
    assert "".join(found.text.split()).rstrip(",)") == f"types.GenerateContentConfig(tools={expected}".replace(
        " ", ""
    ).rstrip(")")


def test_a_schema_of_one_property_stays() -> None:
    schema = '{"type": "object", "properties": {"a": {"type": "string"}}}'
    found = configured(
        f'genai.GenerativeModel("m", generation_config={{"response_schema": {schema}}}).generate_content("x")'
    )
    assert isinstance(found, Written)
    assert schema in found.text


def history(code: str) -> Written | Problem:
    view = view_of(code)
    (node,) = (one.value for call, _ in view.anatomy.calls for one in call.keywords if one.arg == "history")
    return history_text(view, Names(view.anatomy), node, tables_of(pack()), types_name="types")


HISTORIES = [
    ("turns that are written out", '[{"role": "user", "parts": ["a"]}]', True),
    ("a speaker that is chosen", '[{"role": "user" if x else "model", "parts": ["a"]} for x in y]', True),
    ("nothing", "None", True),
    ("the last of another chat", "c.history[-2:]", True),
    ("a speaker that a chat does not have", '[{"role": "system", "parts": ["a"]}]', False),
    ("no speaker", '[{"parts": ["a"]}]', False),
    ("turns out of a file", "json.load(f)", False),
]


@pytest.mark.parametrize(("turns", "moves"), [one[1:] for one in HISTORIES], ids=[one[0] for one in HISTORIES])
def test_a_history_is_written_where_its_turns_are_seen(turns: str, moves: bool) -> None:
    assert (
        isinstance(
            history(f"m = genai.GenerativeModel('m')\nc = m.start_chat()\nm.start_chat(history={turns})"), Written
        )
        == moves
    )


def test_turns_that_a_function_is_given_are_passed_on_as_they_are() -> None:
    found = history("def f(turns=None):\n    return genai.GenerativeModel('m').start_chat(history=turns or [])")
    assert isinstance(found, Written)
    assert found.text == "turns or []"
