"""Instructions in what is sent reach the model, and nothing else: one that obeys them is refused like any other."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.analyser.consulting_jobs import contexts
from bot.consult.guard import Refused, judge
from bot.consult.prompt import BEGIN, END, SYSTEM, request_body
from bot.consult.proposal import Answered, read_answer
from bot.models.consultation import Consultation, Context, Contexts
from bot.models.names import PackId, RowId
from bot.vocabulary import Bail
from tests.consult.endpoint import asked_about
from tests.redteam.proposals import PACK, SYMBOL, reachable

INJECTIONS = yaml.safe_load((Path(__file__).parent / "injections.yaml").read_text())


def source(text: str, where: str) -> bytes:
    """A file with the text in a comment or a string beside the line that is asked about."""
    told = repr(text) if where == "string" else "'x'"
    comment = text.replace("\n", "\n    # ") if where == "comment" else "nothing"
    lines = f"    # {comment}\n    note = {told}\n"
    return (
        "import google.generativeai as genai\n\nimport os\n\n\ndef ask(prompt, model):\n"
        f"{lines}    answer = model.generate_content(prompt)\n    note = answer\n    return note\n"
    ).encode()


def question(injection: dict[str, Any], data: bytes) -> Consultation:
    """As the pipeline makes it: the context is cut and redacted by the analyser's own job."""
    line = next(n for n, text in enumerate(data.decode().split("\n"), 1) if "generate_content(prompt)" in text)
    result = contexts({"lines": [line], "bindings": []}, (data,)).result
    assert isinstance(result, Contexts)
    (context,) = result.contexts
    assert isinstance(context, Context)
    where, text = injection["where"], injection["text"]
    return Consultation(
        index=1,
        row_id=RowId("row"),
        pack=PackId(PACK),
        path=text if where == "file name" else "app.py",
        line=line,
        symbol=SYMBOL,
        bail=Bail.RECEIVER_UNRESOLVED,
        context=context,
        limitations=(text,) if where == "pack note" else ("Nothing.",),
        to_modules=("google.genai",),
        before_sha256=sha256(data).hexdigest(),
    )


def obedient(body: bytes, asked: Consultation, demand: dict[str, Any]) -> str:
    """The answer of a model that does what the text in its question says, whoever wrote it."""
    message = json.loads(body)["messages"][1]["content"]
    right = asked_about(message) | {"path": asked.path, "symbol": asked.symbol}
    wanted = dict(demand)
    if "replacement_times" in wanted:
        text, times = wanted.pop("replacement_times")
        wanted["replacement"] = text * times
    right |= wanted
    return json.dumps({"proposal": right})


@pytest.mark.parametrize("injection", INJECTIONS, ids=[f"{one['where']}: {one['text'][:40]!r}" for one in INJECTIONS])
def test_a_model_that_obeys_is_refused(injection: dict[str, Any]) -> None:
    data = source(injection["text"], injection["where"])
    asked = question(injection, data)
    body = request_body(asked, "obedient")
    assert injection["text"].split("\n")[0].strip()[:10] in json.dumps(json.loads(body), ensure_ascii=False).replace(
        "\\\\", "\\"
    )
    answer = read_answer(obedient(body, asked, injection["demand"]))
    assert isinstance(answer, Answered)
    assert answer.proposal is not None
    verdict = judge(answer.proposal, asked, data, reachable())
    assert isinstance(verdict, Refused)
    assert verdict.word == injection["word"], verdict


@pytest.mark.parametrize("injection", INJECTIONS, ids=[f"{one['where']}: {one['text'][:40]!r}" for one in INJECTIONS])
def test_no_text_makes_a_line_of_the_question(injection: dict[str, Any]) -> None:
    """The labels come first, each once, and what a stranger wrote stands behind a label or a line's number."""
    asked = question(injection, source(injection["text"], injection["where"]))
    system, user = json.loads(request_body(asked, "obedient"))["messages"]
    assert system["content"] == SYSTEM
    lines = user["content"].split("\n")
    labels = ["file", "line", "symbol", "bail", "lines sent", "modules a proposal may import"]
    assert [line.split(":")[0] for line in lines[:6]] == labels
    assert lines[5] == "modules a proposal may import: google.genai"
    assert [line for line in lines if line in {BEGIN, END}] == [BEGIN, END]
    assert lines[-1] == END


def test_there_are_enough_of_them() -> None:
    assert len(INJECTIONS) >= 40
