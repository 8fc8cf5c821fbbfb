"""One request goes where it was configured to go; whatever comes back ends as an answer or as one word."""

import asyncio
import json
import time
from collections.abc import Iterator

import pytest

from bot.consult.prompt import SYSTEM, request_body
from bot.consult.provider import ProviderError, Reply
from bot.consult.providers.openai_compat import MOST_RESPONSE_BYTES, AddressError, OpenAICompat, host_of
from bot.vocabulary import ProviderFailure
from tests.consult.endpoint import Answer, Raw, completion, endpoint
from tests.consult.questions import question

NULL = '{"proposal": null}'
FAKE_KEY = "sk-proj-4f9aGk2LmQpXz8RtVw1YbC3dE5hJ7nKs0uTiOoPlAaSsDdFf"


def asked(
    answer: Answer, *, key: str | None = None, seconds: float = 20.0
) -> tuple[Reply | ProviderError, list[bytes], list[dict[str, str]]]:
    with endpoint(answer) as served:

        async def ask() -> Reply | ProviderError:
            async with OpenAICompat(served.base_url, "tiny", key, seconds) as provider:
                try:
                    return await provider.propose(question())
                except ProviderError as error:
                    return error

        return asyncio.run(ask()), served.bodies, served.headers


def test_the_bytes_are_those_that_were_announced() -> None:
    reply, bodies, headers = asked(lambda _: NULL)
    assert reply == Reply(None, None, (11, 7))
    assert bodies == [request_body(question(), "tiny")]
    sent = json.loads(bodies[0])
    assert sent["temperature"] == 0
    assert sent["response_format"] == {"type": "json_object"}
    assert bodies[0] == json.dumps(sent, sort_keys=True, separators=(",", ":")).encode()
    assert "Authorization" not in headers[0]
    assert "Cookie" not in headers[0]


def test_a_key_travels_in_the_header_and_nowhere_else() -> None:
    _, bodies, headers = asked(lambda _: NULL, key=FAKE_KEY)
    assert headers[0]["Authorization"] == f"Bearer {FAKE_KEY}"
    assert FAKE_KEY.encode() not in bodies[0]


def test_the_message_is_labelled_and_numbered() -> None:
    (_, user) = json.loads(request_body(question(), "tiny"))["messages"]
    assert user["content"].split("\n")[:6] == [
        "file: app1.py",
        "line: 1",
        "symbol: lib.call",
        "bail: symbol_unknown",
        "lines sent: 1 to 2",
        "modules a proposal may import: newlib",
    ]
    assert user["content"].endswith("1: a = lib.call()\n2: b = a\n----- END LINES SENT -----")
    assert "- It is not the same." in user["content"]


def test_the_system_prompt_is_constant() -> None:
    """So that its hash is: nothing of a question is in it."""
    (system, _) = json.loads(request_body(question(2), "tiny"))["messages"]
    assert system == {"role": "system", "content": SYSTEM}


def redirect(_: str) -> Raw:
    return Raw(302, {"Location": "http://127.0.0.1:9/v1/chat/completions"})


def body(data: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Answer:
    return lambda _: Raw(status, headers or {}, data)


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        pytest.param(redirect, ProviderFailure.ENDPOINT_REDIRECTED, id="a redirect is not followed"),
        pytest.param(lambda _: Raw(308, {"Location": "/v2"}), ProviderFailure.ENDPOINT_REDIRECTED, id="nor one on the same host"),
        pytest.param(lambda _: Raw(307, {"Location": "http://169.254.169.254/latest/meta-data/"}), ProviderFailure.ENDPOINT_REDIRECTED, id="nor one into the operator's network"),
        pytest.param(lambda _: Raw(301, {"Location": "file:///etc/passwd"}), ProviderFailure.ENDPOINT_REDIRECTED, id="nor one to another kind of address"),
        pytest.param(body(b"", 429, {"Retry-After": "99999999999"}), ProviderFailure.ENDPOINT_REFUSED, id="a wait of three thousand years"),
        pytest.param(body(b"data: {}\n\n" * 1_000, headers={"Content-Type": "text/event-stream"}), ProviderFailure.RESPONSE_NOT_JSON, id="a stream of events"),
        pytest.param(body(b"no", 401), ProviderFailure.ENDPOINT_REFUSED, id="a key that is refused"),
        pytest.param(body(b"slow down", 429), ProviderFailure.ENDPOINT_REFUSED, id="too many requests"),
        pytest.param(body(b"oops", 500), ProviderFailure.ENDPOINT_REFUSED, id="an error of the server"),
        pytest.param(body(b"x" * (MOST_RESPONSE_BYTES + 1)), ProviderFailure.RESPONSE_TOO_LARGE, id="a byte too many"),
        pytest.param(body(b"<html>"), ProviderFailure.RESPONSE_NOT_JSON, id="a page"),
        pytest.param(body(b""), ProviderFailure.RESPONSE_NOT_JSON, id="nothing"),
        pytest.param(body(b'{"a": "\xff"}'), ProviderFailure.RESPONSE_NOT_JSON, id="bytes that are no UTF-8"),
        pytest.param(body(b"[" * 100_000), ProviderFailure.RESPONSE_NOT_JSON, id="too deep"),
        pytest.param(body(b"{}"), ProviderFailure.RESPONSE_NOT_A_COMPLETION, id="another object"),
        pytest.param(body(b'{"choices": []}'), ProviderFailure.RESPONSE_NOT_A_COMPLETION, id="no choice"),
        pytest.param(body(b"[]"), ProviderFailure.RESPONSE_NOT_A_COMPLETION, id="a list"),
        pytest.param(body(json.dumps(completion(None)).encode()), ProviderFailure.RESPONSE_NOT_A_COMPLETION, id="a choice without text"),
        pytest.param(lambda _: "I cannot.", ProviderFailure.ANSWER_NOT_JSON, id="prose"),
        pytest.param(lambda _: "{}", ProviderFailure.ANSWER_NOT_A_PROPOSAL, id="an empty object"),
        pytest.param(lambda _: '{"proposal": {}}', ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="an empty proposal"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_one_word(answer: Answer, failure: ProviderFailure) -> None:
    reply, bodies, _ = asked(answer)
    assert isinstance(reply, ProviderError)
    assert reply.failure is failure
    assert len(bodies) == 1, "one request, no retry"
    assert len(reply.detail) <= 510


def test_an_endpoint_that_is_not_there() -> None:
    async def ask() -> None:
        async with OpenAICompat("http://127.0.0.1:9/v1", "tiny", None) as provider:
            await provider.propose(question())

    with pytest.raises(ProviderError) as raised:
        asyncio.run(ask())
    assert raised.value.failure is ProviderFailure.ENDPOINT_UNREACHABLE


def test_the_deadline_is_for_the_whole_exchange() -> None:
    """A drip that never pauses for long does not outlast it."""

    def drip() -> Iterator[bytes]:
        for _ in range(200):
            time.sleep(0.02)
            yield b" "

    reply, _, _ = asked(lambda _: Raw(body=drip()), seconds=0.3)
    assert isinstance(reply, ProviderError)
    assert reply.failure is ProviderFailure.ENDPOINT_UNREACHABLE


def test_an_answer_that_never_ends_is_cut_off_by_its_bytes() -> None:
    def forever() -> Iterator[bytes]:
        while True:
            yield b"x" * 65_536

    reply, _, _ = asked(lambda _: Raw(body=forever()))
    assert isinstance(reply, ProviderError)
    assert reply.failure is ProviderFailure.RESPONSE_TOO_LARGE


def test_bytes_are_counted_as_they_come_over_the_wire() -> None:
    """A compressed answer was not asked for, and is not unpacked."""
    reply, _, headers = asked(body(b"\x1f\x8b" + b"0" * 100, headers={"Content-Encoding": "gzip"}))
    assert headers[0]["Accept-Encoding"] == "identity"
    assert isinstance(reply, ProviderError)
    assert reply.failure is ProviderFailure.RESPONSE_NOT_JSON


@pytest.mark.parametrize("padding", [0, 300, 480, 490])
def test_what_the_endpoint_says_is_redacted_before_it_is_cut(padding: int) -> None:
    said = f"{'wrong key ' * (padding // 10)}Bearer {FAKE_KEY} is not known"
    reply, _, _ = asked(body(said.encode(), 401), key=FAKE_KEY)
    assert isinstance(reply, ProviderError)
    assert not [start for start in range(len(FAKE_KEY) - 11) if FAKE_KEY[start : start + 12] in reply.detail]


PLAIN_KEY = "four words no entropy"


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(f"I was sent {PLAIN_KEY}.", id="in prose"),
        pytest.param(json.dumps({"proposal": {"path": PLAIN_KEY}}), id="in a proposal that does not hold"),
        pytest.param(json.dumps({"proposal": {"path": "a.py", "symbol": "s", "start_line": 1, "end_line": 1, "replaces": "a", "replacement": PLAIN_KEY, "rationale": PLAIN_KEY}}), id="in one that does"),
    ],
)  # fmt: skip
def test_an_endpoint_that_says_the_key_again_is_kept_without_it(said: str) -> None:
    reply, _, _ = asked(lambda _: said, key=PLAIN_KEY)
    assert PLAIN_KEY not in repr(reply)
    assert "secret taken out" in repr((reply, reply.given, getattr(reply, "detail", "")))


def test_no_part_of_the_address_is_kept_but_its_host() -> None:
    """A path of an address may be an account, or a key."""
    with endpoint(lambda _: Raw(headers={f"X-{number}": "y" for number in range(2_000)})) as served:

        async def ask() -> None:
            async with OpenAICompat(f"{served.base_url}/account-17", "tiny", None) as provider:
                await provider.propose(question())

        with pytest.raises(ProviderError) as raised:
            asyncio.run(ask())
    assert raised.value.failure is ProviderFailure.ENDPOINT_UNREACHABLE
    assert "Too many headers" in raised.value.detail
    assert "account-17" not in raised.value.detail


def test_a_refusal_stands_however_much_comes_with_it() -> None:
    """The status came first."""

    def forever() -> Iterator[bytes]:
        while True:
            yield b"no \n" * 16_384

    reply, bodies, _ = asked(lambda _: Raw(429, {"Retry-After": "0"}, forever()))
    assert isinstance(reply, ProviderError)
    assert (reply.failure, len(bodies)) == (ProviderFailure.ENDPOINT_REFUSED, 1)
    assert reply.detail.startswith("429: no")


def test_what_is_not_utf_8_is_no_json() -> None:
    reply, _, _ = asked(body(b'{"choices": "\xff\xfe"}'))
    assert isinstance(reply, ProviderError)
    assert reply.failure is ProviderFailure.RESPONSE_NOT_JSON


def test_no_proxy_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    reply, bodies, _ = asked(lambda _: NULL)
    assert isinstance(reply, Reply)
    assert len(bodies) == 1


def test_no_cookie_is_kept() -> None:
    with endpoint(lambda _: Raw(headers={"Set-Cookie": "a=b"}, body=json.dumps(completion(NULL)).encode())) as served:

        async def twice() -> None:
            async with OpenAICompat(served.base_url, "tiny", None) as provider:
                await provider.propose(question())
                await provider.propose(question())

        asyncio.run(twice())
    assert "Cookie" not in served.headers[1]


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("http://127.0.0.1:11434/v1", "127.0.0.1:11434"),
        ("https://api.openai.com/v1", "api.openai.com"),
        ("https://openrouter.ai/api/v1/", "openrouter.ai"),
        ("http://[::1]:8000/v1", "[::1]:8000"),
    ],
)
def test_people_are_told_the_host(address: str, host: str) -> None:
    assert host_of(address) == host


@pytest.mark.parametrize("address", ["", "localhost:11434", "ftp://x/v1", "http://", "http://me:secret@host/v1", "http://host/v1?key=x", "http://host:99999/v1"])  # fmt: skip
def test_an_address_that_cannot_be_used_is_refused(address: str) -> None:
    with pytest.raises(AddressError):
        host_of(address)
