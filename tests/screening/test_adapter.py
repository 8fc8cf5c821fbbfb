"""A model of the user's becomes a screener: one request, read for its shape alone."""

import json
from typing import Any

import pytest

from bot.consult.providers.openai_compat import OpenAICompat
from bot.screening.adapter import ModelScreener
from bot.screening.answer import Amendments, read_amendments
from bot.screening.landing import Screened
from bot.screening.prompt import BEGIN_WORDS, SYSTEM
from bot.screening.run import run
from bot.vocabulary import AmendmentKind, AmendmentRefusal, ScreeningFunction, ScreeningSkip
from tests.consult.endpoint import Answer, Endpoint, Raw, endpoint
from tests.screening.plans import ENV, amendment, plan

LANDS = amendment(AmendmentKind.ANSWER_QUESTION, key="declare/newlib", value="requirements.txt")


async def screened(answer: Answer, words: str | None = None) -> tuple[Screened, Endpoint]:
    with endpoint(answer) as served:
        screener = ModelScreener(OpenAICompat(served.base_url, "tiny", None))
        return await run(screener, plan(), ENV, words=words), served


async def test_it_is_asked_once_with_the_plan_and_what_it_is_about() -> None:
    done, served = await screened(lambda _: json.dumps({"amendments": [LANDS], "notes": None}))
    assert [one.key for one in done.outcome.answers] == ["declare/newlib"]
    (body,) = served.bodies
    sent = json.loads(body)
    assert (sent["model"], sent["temperature"], sent["response_format"]) == ("tiny", 0, {"type": "json_object"})
    system, user = sent["messages"]
    assert system["content"] == SYSTEM
    assert "declare/newlib" in user["content"]
    assert "----- BEGIN FILE app/ask.py -----" in user["content"]
    assert BEGIN_WORDS not in user["content"]
    assert set(done.outcome.files_read) >= {"app/ask.py", "requirements.txt", "pyproject.toml"}
    assert done.prompt_sha256 is not None
    assert (done.outcome.adapter, done.outcome.model) == ("openai_compat", "tiny")


async def test_the_same_plan_gives_the_same_bytes() -> None:
    bodies = [(await screened(lambda _: '{"amendments": []}'))[1].bodies[0] for _ in range(2)]
    assert bodies[0] == bodies[1]


async def test_a_maintainers_words_stand_between_markers_of_their_own_without_secrets() -> None:
    key = "sk-proj-4f9aGk2LmQpXz8RtVw1YbC3dE5hJ7nKs0uTiOoPlAaSsDdFf"
    _, served = await screened(lambda _: '{"amendments": []}', words=f"Call it llm\u202e {key}")
    user = json.loads(served.bodies[0])["messages"][1]["content"]
    assert "BEGIN WORDS OF THE MAINTAINER -----\nCall it llm\\u202e [secret" in user
    assert key not in user


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        pytest.param(lambda _: "I would rather not.", "No JSON object", id="prose"),
        pytest.param(lambda _: '{"proposal": null}', "Expected", id="an answer to another question"),
        pytest.param(lambda _: '{"amendments": {}}', "expected a list", id="no list"),
        pytest.param(lambda _: '{"amendments": [], "notes": 3}', "expected text", id="notes that are none"),
        pytest.param(lambda _: "[" * 100_000, "No JSON object", id="what breaks a reader"),
        pytest.param(lambda _: Raw(500, {}, b"no"), "endpoint_refused", id="an error"),
        pytest.param(lambda _: Raw(302, {"Location": "http://127.0.0.1:1/"}), "endpoint_redirected", id="a redirect"),
    ],
)
async def test_an_answer_that_cannot_be_read_is_a_screening_that_did_not_take_place(answer: Answer, said: str) -> None:
    done, served = await screened(answer)
    assert done.outcome.skip_code is ScreeningSkip.UNAVAILABLE
    assert done.outcome.skipped is not None
    assert said in done.outcome.skipped
    assert done.outcome.files_read, "what left is told all the same"
    assert len(served.bodies) == 1, "no second try"


@pytest.mark.parametrize(
    "text",
    [
        '{"amendments": [1]}',
        'Here it is:\n```json\n{"amendments": [1]}\n```\nDone.',
        'So: {"amendments": [1]} is what I say.',
    ],
)
def test_what_stands_around_an_answer_is_passed_over(text: str) -> None:
    assert read_amendments(text) == Amendments((1,), None)


async def test_an_adapter_does_what_it_was_built_for() -> None:
    with endpoint(lambda _: "{}") as served:
        provider = OpenAICompat(served.base_url, "tiny", None)
        screener = ModelScreener(provider, frozenset({ScreeningFunction.ANSWER_QUESTIONS}))
        done = await run(screener, plan(), ENV)
    assert done.outcome.skip_code is ScreeningSkip.UNSUPPORTED
    assert served.bodies == []


async def test_hostile_amendments_are_refused_with_words_and_the_plan_stays() -> None:
    hostile: list[Any] = [
        {**LANDS, "evidence": ["../../etc/passwd"]},
        {**LANDS, "evidence": ["nowhere.py"]},
        {**LANDS, "value": "../requirements.txt"},
        {**LANDS, "key": "no/such-question"},
    ]
    done, _ = await screened(lambda _: json.dumps({"amendments": hostile}))
    words = [AmendmentRefusal.EVIDENCE_NOT_THERE, AmendmentRefusal.EVIDENCE_NOT_THERE, AmendmentRefusal.NOT_ALLOWED, AmendmentRefusal.NOTHING_WAITS]  # fmt: skip
    assert [one.refusal for one in done.outcome.refused] == words
    assert done.plan == plan()
