"""No bytes make the receiver answer 500, break it, or bring a raw header or body into its log."""

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from tests.webhooks.serving import SECRET, Served, served
from webhooks.body import BodyReader
from webhooks.receiver import STATUS
from webhooks.signature import sign

MARK = "fuzz!3f9a1c72"
"""Stands in every body and in every odd header value; it must not come back in a log line."""


class Log(logging.Handler):
    """Everything that was logged, by anybody."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(scope="module")
def log() -> Iterator[Log]:
    handler = Log()
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield handler
    root.removeHandler(handler)
    root.setLevel(before)


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory, log: Log) -> Iterator[Served]:
    """The server in a thread of its own, so that plain sockets can speak to it."""
    folder: Path = tmp_path_factory.mktemp("fuzz")
    running: list[Served] = []
    ready, ended = threading.Event(), threading.Event()

    async def serve() -> None:
        async with served(folder, bodies=BodyReader(largest=10_000, seconds=0.2)) as one:
            running.append(one)
            ready.set()
            await asyncio.to_thread(ended.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(30)
    yield running[0]
    ended.set()
    thread.join()


ODD = st.binary(max_size=60).map(lambda value: MARK.encode() + bytes(byte for byte in value if byte not in b"\r\n\x00"))
BODIES = st.one_of(
    st.binary(max_size=300), st.just(b"x" * 20_000), st.just(b'{"action": "opened", "installation": {"id": 1}}')
).map(lambda body: body + MARK.encode())
METHODS = st.one_of(st.just(b"POST"), st.sampled_from([b"GET", b"PUT", b"OPTIONS", b"post", b"BREW", b"\xff"]))


@st.composite
def headers(draw: st.DrawFn, body: bytes) -> list[bytes]:
    """GitHub's headers, some of them missing, doubled or odd; and some that are nobody's."""
    good = {
        b"Content-Type": b"application/json",
        b"X-GitHub-Event": b"pull_request",
        b"X-GitHub-Delivery": draw(st.from_regex(rb"\A[0-9a-f]{8}\Z")),
        b"X-Hub-Signature-256": sign(SecretStr(SECRET), body).encode(),
    }
    lines = []
    for name, value in good.items():
        kind = draw(st.sampled_from(["good"] * 6 + ["missing", "doubled", "odd"]))
        odd = draw(ODD) if kind == "odd" else value
        lines += [name + b": " + odd] * {"missing": 0, "doubled": 2}.get(kind, 1)
    extra = st.sampled_from(
        [
            b"Expect: 100-continue",
            b"Content-Encoding: gzip",
            b"Connection: Upgrade\r\nUpgrade: websocket",
            b"X-Odd: \xff\xfe",
            b"Host: a\r\nHost: b",
            b"Cookie: " + MARK.encode(),
            b"X-Forwarded-For: 127.0.0.1",
        ]
    )
    return lines + draw(st.lists(extra, max_size=2))


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    body = draw(BODIES)
    length = draw(
        st.sampled_from(["right"] * 5 + ["short", "long", "chunked", "bad chunk", "huge", "no number", "none"])
    )
    framing = {
        "right": b"Content-Length: %d" % len(body),
        "short": b"Content-Length: %d" % (len(body) // 2),
        "long": b"Content-Length: %d" % (len(body) + 5),
        "huge": b"Content-Length: 99999999999999999999",
        "no number": b"Content-Length: many",
        "chunked": b"Transfer-Encoding: chunked",
        "bad chunk": b"Transfer-Encoding: chunked",
        "none": b"X-None: 1",
    }[length]
    sent = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body) if length == "chunked" else body
    line = (
        draw(METHODS) + b" /webhooks/github" + draw(st.sampled_from([b"", b"?a=%ff", b"?" + b"q" * 50])) + b" HTTP/1.1"
    )
    return b"\r\n".join([line, b"Host: x", *draw(headers(body)), framing, b"", sent])


def answered(bot: Served, sent: bytes) -> int:
    """The status of the first answer that is final; a server that hangs or says nothing fails the test."""
    with socket.create_connection((bot.settings.host, bot.settings.port), timeout=20) as client:
        client.sendall(sent)
        received = b""
        while (status := final_status(received)) is None:
            part = client.recv(65_536)
            assert part, "the connection was closed without an answer"
            received += part
    return status


def final_status(received: bytes) -> int | None:
    for line in received.split(b"\r\n")[:-1]:
        if line.startswith(b"HTTP/1.") and line[9:12] != b"100":
            return int(line[9:12])
    return None


ALLOWED = set(STATUS.values()) | {400, 413, 417, 431}


# The queues' threads draw their jitter from `random` while a strategy draws in this one.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module")
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(requests())
def test_whatever_is_sent(bot: Served, log: Log, sent: bytes) -> None:
    """An answer of the list (or aiohttp's own 400, 417 and 431 for what is no HTTP), at most one line, no secrets."""
    log.records.clear()
    status = answered(bot, sent)
    assert status in ALLOWED
    lines = [record.getMessage() for record in log.records if record.name == "webhooks.receiver"]
    assert len(lines) <= 1
    everything = "\n".join(logging.Formatter().format(record) for record in log.records)
    assert MARK not in everything
    assert "Traceback" not in everything


def test_it_is_still_there(bot: Served) -> None:
    assert answered(bot, b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") == 200
