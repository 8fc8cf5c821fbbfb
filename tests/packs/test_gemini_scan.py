"""Small programs of every kind of use of google-generativeai, with the rows that a careful reader marks.

The marks stand at the end of the lines, after `#:`, as kind and name without `google.generativeai.`; the module itself is
written `-`. They were written by hand from the old library's documentation, not read off the scan.
"""

from textwrap import dedent

import pytest

from bot.packs.surface import SurfaceIndex
from tests.packs.gemini_measured import pack
from tests.scan.looking import facts_of, seen

SURFACE = SurfaceIndex(pack())
R = "google.generativeai"
Marked = list[tuple[int, str, str]]


def marked(program: str) -> Marked:
    """The rows that the marks ask for, by line."""
    rows = []
    for number, line in enumerate(dedent(program).splitlines(), start=1):
        for mark in filter(None, map(str.strip, line.partition("#:")[2].split(";"))):
            kind, name = mark.split()
            rows.append((number, kind, R if name == "-" else f"{R}.{name}"))
    return sorted(rows)


def found(program: str) -> Marked:
    """The rows that count, mentions in text left out: those found by a bare name only beside a use of the library."""
    rows = [row for row in facts_of(program, surface=SURFACE).rows if row.kind != "text_mention"]
    uses = any(not row.searched for row in rows)
    return sorted((row.line, str(row.kind), str(row.symbol)) for row in rows if uses or not row.searched)


PROGRAMS = {
    "the quick start": """
        import os
        import google.generativeai as genai  #: import -
        genai.configure(api_key=os.environ["GEMINI_API_KEY"])  #: call configure
        model = genai.GenerativeModel("gemini-1.5-flash")  #: call GenerativeModel
        response = model.generate_content("Write a story.")  #: method_call GenerativeModel.generate_content
        print(response.text)  #: attribute types.GenerateContentResponse.text
    """,
    "the module from its namespace": """
        from google import generativeai as genai  #: import -
        print(genai.GenerativeModel("m").count_tokens("x").total_tokens)  #: call GenerativeModel; method_call GenerativeModel.count_tokens; attribute protos.CountTokensResponse.total_tokens
    """,
    "the module by its whole name, beside another library of the namespace": """
        import google.cloud.storage
        import google.generativeai  #: import -
        google.cloud.storage.Client().bucket("b")
        google.generativeai.configure(api_key="k")  #: call configure
        google.generativeai.GenerativeModel("m").generate_content("x")  #: call GenerativeModel; method_call GenerativeModel.generate_content
    """,
    "names taken from the module": """
        from google.generativeai import GenerativeModel as Model, configure  #: import GenerativeModel; import configure
        configure(api_key="k")  #: call configure
        Model("m").generate_content("x").text.strip()  #: call GenerativeModel; method_call GenerativeModel.generate_content; attribute types.GenerateContentResponse.text
    """,
    "a chat": """
        import google.generativeai as genai  #: import -
        model = genai.GenerativeModel("m", system_instruction="Be brief.")  #: call GenerativeModel
        chat = model.start_chat(history=[])  #: method_call GenerativeModel.start_chat
        chat.send_message("Hello")  #: method_call ChatSession.send_message
        for content in chat.history:  #: attribute ChatSession.history
            print(content.role, content.parts[0].text)  #: attribute protos.Content.role; attribute protos.Content.parts; attribute protos.Part.text
        print(chat.last.text)  #: attribute ChatSession.last; attribute types.GenerateContentResponse.text
        chat.rewind()  #: method_call ChatSession.rewind
        chat.history = []  #: attribute ChatSession.history
    """,
    "a stream": """
        import google.generativeai as genai  #: import -
        model = genai.GenerativeModel("m")  #: call GenerativeModel
        response = model.generate_content("x", stream=True)  #: method_call GenerativeModel.generate_content
        for chunk in response:
            print(chunk.text)  #: attribute types.GenerateContentResponse.text
        response.resolve()  #: method_call types.GenerateContentResponse.resolve
        print("".join(c.text for c in model.generate_content("y", stream=True)))  #: attribute types.GenerateContentResponse.text; method_call GenerativeModel.generate_content
    """,
    "asynchronous calls": """
        import google.generativeai as genai  #: import -
        async def main(model: genai.GenerativeModel):  #: attribute GenerativeModel
            response = await model.generate_content_async("x")  #: method_call GenerativeModel.generate_content_async
            print(response.text)  #: attribute types.AsyncGenerateContentResponse.text
            async for chunk in await model.generate_content_async("x", stream=True):  #: method_call GenerativeModel.generate_content_async
                print(chunk.text)  #: attribute types.GenerateContentResponse.text
            chat = model.start_chat()  #: method_call GenerativeModel.start_chat
            answer = await chat.send_message_async("x")  #: method_call ChatSession.send_message_async
            print(answer.candidates)  #: attribute types.AsyncGenerateContentResponse.candidates
    """,
    "an attribute bound in one method and used in others": """
        import google.generativeai as genai  #: import -
        class Bot:
            def __init__(self, key):
                genai.configure(api_key=key)  #: call configure
                self.model = genai.GenerativeModel("m")  #: call GenerativeModel
                self.chat = None
            def start(self):
                self.chat = self.model.start_chat()  #: method_call GenerativeModel.start_chat
            def ask(self, text):
                return self.chat.send_message(text).text  #: method_call ChatSession.send_message; attribute types.GenerateContentResponse.text
        Bot("k").model.generate_content("x")  #: method_call GenerativeModel.generate_content
    """,
    "a module's constant used in functions, and a helper that gives a model": """
        import google.generativeai as genai  #: import -
        MODEL = genai.GenerativeModel("m")  #: call GenerativeModel
        def get_model(name):
            return genai.GenerativeModel(name)  #: call GenerativeModel
        def ask(text):
            return MODEL.generate_content(text)  #: method_call GenerativeModel.generate_content
        print(ask("x").text)  #: attribute types.GenerateContentResponse.text
        get_model("n").generate_content("x")  #: method_call GenerativeModel.generate_content
    """,
    "models in containers, comprehensions and by walrus": """
        import google.generativeai as genai  #: import -
        models = {name: genai.GenerativeModel(name) for name in ("a", "b")}  #: call GenerativeModel
        answers = [m.generate_content("x") for m in models.values()]  #: method_call GenerativeModel.generate_content
        print([a.text for a in answers])  #: attribute types.GenerateContentResponse.text
        models["a"].count_tokens("x")  #: method_call GenerativeModel.count_tokens
        if (reply := models["b"].generate_content("y")).candidates:  #: method_call GenerativeModel.generate_content; attribute types.GenerateContentResponse.candidates
            first, _ = genai.GenerativeModel("c"), reply.text  #: call GenerativeModel; attribute types.GenerateContentResponse.text
            first.start_chat()  #: method_call GenerativeModel.start_chat
    """,
    "what is read of an answer": """
        import google.generativeai as genai  #: import -
        answer = genai.GenerativeModel("m").generate_content("x")  #: call GenerativeModel; method_call GenerativeModel.generate_content
        if answer.prompt_feedback.block_reason:  #: attribute types.GenerateContentResponse.prompt_feedback; attribute protos.GenerateContentResponse.PromptFeedback.block_reason
            raise SystemExit
        candidate = answer.candidates[0]  #: attribute types.GenerateContentResponse.candidates
        print(candidate.finish_reason.name)  #: attribute protos.Candidate.finish_reason
        for rating in candidate.safety_ratings:  #: attribute protos.Candidate.safety_ratings
            print(rating.category, rating.probability)  #: attribute protos.SafetyRating.category; attribute protos.SafetyRating.probability
        for part in candidate.content.parts:  #: attribute protos.Candidate.content; attribute protos.Content.parts
            if part.function_call:  #: attribute protos.Part.function_call
                print(part.function_call.name, dict(part.function_call.args))  #: attribute protos.Part.function_call; attribute protos.FunctionCall.name; attribute protos.Part.function_call; attribute protos.FunctionCall.args
        usage = answer.usage_metadata  #: attribute types.GenerateContentResponse.usage_metadata
        print(usage.prompt_token_count, usage.total_token_count)  #: attribute protos.GenerateContentResponse.UsageMetadata.prompt_token_count; attribute protos.GenerateContentResponse.UsageMetadata.total_token_count
        print(answer.to_dict())  #: method_call types.GenerateContentResponse.to_dict
    """,
    "settings from the module of types": """
        import google.generativeai as genai  #: import -
        from google.generativeai.types import HarmBlockThreshold, HarmCategory  #: import types.HarmBlockThreshold; import types.HarmCategory
        safety = {HarmCategory.HARM_CATEGORY_HARASSMENT: HarmBlockThreshold.BLOCK_NONE}  #: attribute types.HarmCategory.HARM_CATEGORY_HARASSMENT; attribute types.HarmBlockThreshold.BLOCK_NONE
        config = genai.types.GenerationConfig(temperature=0.2)  #: call types.GenerationConfig
        other = genai.GenerationConfig(top_k=1)  #: call GenerationConfig
        print(config.temperature, other.top_k)  #: attribute types.GenerationConfig.temperature; attribute GenerationConfig.top_k
    """,
    "the module of types under other names": """
        import google.generativeai.types as t  #: import types
        from google.generativeai import types  #: import types
        from google.generativeai.types import generation_types  #: import types.generation_types
        t.GenerationConfig()  #: call types.GenerationConfig
        types.RequestOptions(timeout=5)  #: call types.RequestOptions
        generation_types.GenerationConfig()  #: call types.generation_types.GenerationConfig
    """,
    "errors that are caught": """
        import google.generativeai as genai  #: import -
        from google.generativeai.types.generation_types import StopCandidateException  #: import types.generation_types.StopCandidateException
        try:
            genai.GenerativeModel("m").generate_content("x")  #: call GenerativeModel; method_call GenerativeModel.generate_content
        except (genai.types.BlockedPromptException, StopCandidateException):  #: attribute types.BlockedPromptException; attribute types.generation_types.StopCandidateException
            pass
    """,
    "files": """
        import google.generativeai as genai  #: import -
        file = genai.upload_file("film.mp4")  #: call upload_file
        while file.state.name == "PROCESSING":  #: attribute types.File.state
            file = genai.get_file(file.name)  #: call get_file; attribute types.File.name
        print(file.uri, file.display_name)  #: attribute types.File.uri; attribute types.File.display_name
        for each in genai.list_files():  #: call list_files
            each.delete()  #: method_call types.File.delete
        genai.delete_file(file)  #: call delete_file
    """,
    "models and embeddings": """
        import google.generativeai as genai  #: import -
        for m in genai.list_models():  #: call list_models
            if "generateContent" in m.supported_generation_methods:  #: attribute types.Model.supported_generation_methods
                print(m.name)  #: attribute types.Model.name
        vector = genai.embed_content(model="models/text-embedding-004", content="x")["embedding"]  #: call embed_content
        print(genai.get_model("models/m").input_token_limit)  #: call get_model; attribute types.Model.input_token_limit
    """,
    "a cache": """
        from google.generativeai import GenerativeModel, caching  #: import GenerativeModel; import caching
        cache = caching.CachedContent.create(model="m", contents=["x"])  #: call caching.CachedContent.create
        model = GenerativeModel.from_cached_content(cached_content=cache)  #: call GenerativeModel.from_cached_content
        print(model.generate_content("x").usage_metadata.cached_content_token_count)  #: method_call GenerativeModel.generate_content; attribute types.GenerateContentResponse.usage_metadata; attribute protos.GenerateContentResponse.UsageMetadata.cached_content_token_count
        print(cache.name, cache.expire_time)  #: attribute caching.CachedContent.name; attribute caching.CachedContent.expire_time
        cache.delete()  #: method_call caching.CachedContent.delete
    """,
    "a tuned model": """
        import google.generativeai as genai  #: import -
        operation = genai.create_tuned_model(source_model="m", training_data=[])  #: call create_tuned_model
        for status in operation.wait_bar():  #: method_call operations.CreateTunedModelOperation.wait_bar
            pass
        tuned = operation.result()  #: method_call operations.CreateTunedModelOperation.result
        print(tuned.name, tuned.state, tuned.tuning_task.snapshots)  #: attribute types.TunedModel.name; attribute types.TunedModel.state; attribute types.TunedModel.tuning_task; attribute types.model_types.TuningTask.snapshots
        genai.delete_tuned_model(tuned.name)  #: call delete_tuned_model; attribute types.TunedModel.name
    """,
    "messages built by hand": """
        import google.generativeai as genai  #: import -
        from google.generativeai.protos import Part  #: import protos.Part
        content = genai.protos.Content(role="user", parts=[Part(text="x")])  #: call protos.Content; call protos.Part
        tool = genai.protos.Tool(function_declarations=[genai.protos.FunctionDeclaration(name="f")])  #: call protos.Tool; call protos.FunctionDeclaration
        print(genai.protos.Type.STRING, tool.function_declarations)  #: attribute protos.Type.STRING; attribute protos.Tool.function_declarations
    """,
    "the functions of PaLM": """
        import google.generativeai as palm  #: import -
        completion = palm.generate_text(model="models/text-bison-001", prompt="x")  #: call generate_text
        print(completion.result)  #: attribute text.Completion.result
        talk = palm.chat(messages=["x"])  #: call chat
        talk = talk.reply("y")  #: method_call discuss.ChatResponse.reply
        print(talk.last)  #: attribute discuss.ChatResponse.last
    """,
    "imports in a function, in a handler and for type checking": """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from google.generativeai import ChatSession  #: import ChatSession
        try:
            import google.generativeai as genai  #: import -
        except ImportError:
            genai = None
        def ask(text):
            import google.generativeai  #: import -
            return google.generativeai.GenerativeModel("m").generate_content(text)  #: call GenerativeModel; method_call GenerativeModel.generate_content
        def go_on(chat: "ChatSession"):  #: dynamic ChatSession
            chat.send_message("x")  #: method_call ChatSession.send_message
            genai.configure(api_key="k")  #: call configure
    """,
    "the module as a value, and under a second name": """
        import google.generativeai as genai  #: import -
        client = genai  #: attribute -
        client.configure(api_key="k")  #: call configure
        def make(library):
            return library.GenerativeModel("m")  #: call GenerativeModel
        make(genai).generate_content("x")  #: attribute -; method_call GenerativeModel.generate_content
    """,
    "reached by a string": """
        import importlib
        from unittest.mock import patch
        genai = importlib.import_module("google.generativeai")  #: dynamic -
        genai.configure(api_key="k")  #: call configure
        @patch("google.generativeai.GenerativeModel.generate_content")  #: dynamic GenerativeModel.generate_content
        def test_it(mocked):
            pass
    """,
    "a class that derives from the library's": """
        import google.generativeai as genai  #: import -
        class Mine(genai.GenerativeModel):  #: attribute GenerativeModel
            def ask(self, text):
                return self.generate_content(text).text  #: method_call GenerativeModel.generate_content; attribute types.GenerateContentResponse.text
        Mine("m").start_chat()  #: method_call GenerativeModel.start_chat
    """,
    "a star import, and names of its own": """
        from google.generativeai import *  #: star_import -
        class GenerationSettings:
            text = ""
        print(GenerationSettings().text)
    """,
    "a submodule that the package hides": """
        from google.generativeai.generative_models import GenerativeModel  #: import generative_models.GenerativeModel
        import google.generativeai.client as c  #: import client
        GenerativeModel("m").generate_content("x")  #: call generative_models.GenerativeModel; method_call generative_models.GenerativeModel.generate_content
        c.get_default_generative_client()  #: call client.get_default_generative_client
    """,
}  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_the_rows_of_a_program_are_those_that_a_careful_reader_marks(program: str) -> None:
    assert found(program) == marked(program)


NOTHING = {
    "a program of google-genai": """
        from google import genai
        from google.genai import errors, types
        client = genai.Client(api_key="k")
        config = types.GenerateContentConfig(temperature=0.2, safety_settings=[
            types.SafetySetting(category=types.HarmCategory.HARM_CATEGORY_HARASSMENT, threshold="BLOCK_NONE")])
        try:
            response = client.models.generate_content(model="m", contents="x", config=config)
        except errors.APIError:
            raise
        print(response.text, response.candidates[0].finish_reason, response.usage_metadata.total_token_count)
        for chunk in client.models.generate_content_stream(model="m", contents="x"):
            print(chunk.text)
    """,
    "its chats, files and caches": """
        from google import genai
        client = genai.Client()
        chat = client.chats.create(model="m", history=[])
        chat.send_message("x")
        print(chat.get_history())
        file = client.files.upload(file="film.mp4")
        while file.state.name == "PROCESSING":
            file = client.files.get(name=file.name)
        client.files.delete(name=file.name)
        client.caches.create(model="m")
        print([model.name for model in client.models.list()])
    """,
    "the module by its whole name": """
        import google.genai
        import google.genai.types
        client = google.genai.Client()
        client.models.count_tokens(model="m", contents=google.genai.types.Content())
    """,
    "asynchronous calls": """
        from google import genai
        async def ask():
            response = await genai.Client().aio.models.generate_content(model="m", contents="x")
            return response.text
    """,
    "Vertex AI, whose classes have the same names": """
        import vertexai
        from vertexai.generative_models import GenerationConfig, GenerativeModel, HarmCategory
        vertexai.init(project="p")
        chat = GenerativeModel("m").start_chat(history=[])
        print(chat.send_message("x", stream=True), chat.history, HarmCategory.HARM_CATEGORY_HARASSMENT)
    """,
    "the layer below, and wrappers around either library": """
        import google.ai.generativelanguage as glm
        from langchain_google_genai import ChatGoogleGenerativeAI
        glm.Content(parts=[glm.Part(text="x")])
        ChatGoogleGenerativeAI(model="m").invoke("x")
    """,
    "names of a program's own": """
        class GenerativeModel:
            def generate_content(self, text):
                return text
        def configure(api_key): ...
        configure(api_key="k")
        GenerativeModel().generate_content("x")
    """,
    "a module of a longer name, and one further down": """
        import google.generativeai_extras as genai
        import mine.google.generativeai as other
        genai.configure(api_key="k")
        other.GenerativeModel("m")
    """,
    "the old library, named in text alone": """
        '''Once written for google.generativeai.'''
        from google import genai
        client = genai.Client()  # was genai.configure(...) of google.generativeai
        print("pip install google-generativeai")
        print(client.models.generate_content(model="m", contents="google.generativeai?").prompt_feedback)
    """,
}  # fmt: skip


@pytest.mark.parametrize("program", NOTHING.values(), ids=NOTHING.keys())
def test_a_program_that_does_not_use_the_library_has_no_row(program: str) -> None:
    assert found(program) == []


@pytest.mark.parametrize(
    ("line", "bail"),
    [
        pytest.param("genai.get_operation('x')", "flag_only_surface", id="a name that is gone"),
        pytest.param("chat.send_message('x')", None, id="a message alone is sent as before"),
        pytest.param("chat.send_message('x', stream=s)", "argument_changed", id="a stream is another method"),
        pytest.param("chat.send_message(content='x')", None, id="the parameter has another name, which is rewritten"),
        pytest.param("chat.send_message(**options)", "argument_changed", id="hidden arguments"),
        pytest.param("chat.last.text", None, id="the text of an answer"),
        pytest.param("chat.history", "flag_only_surface", id="a member that is gone"),
        pytest.param("genai.invented()", "symbol_unknown", id="a name that no release had"),
    ],
)  # fmt: skip
def test_a_row_says_what_became_of_the_name(line: str, bail: str | None) -> None:
    program = f"import google.generativeai as genai\nchat = genai.GenerativeModel('m').start_chat()\n{line}"
    assert [row[3] for row in seen(program, surface=SURFACE) if row[0] == 3][-1] == bail
