"""The receiver: kept before it is answered, and each refusal with an answer and one log line of its own."""

import asyncio
import sqlite3
import uuid
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.models.names import DeliveryId
from bot.store import deliveries
from bot.store.deliveries import Progress
from bot.store.tables import deliveries as table
from bot.vocabulary import DeliveryOutcome, ReceiverAnswer
from tests.webhooks.conftest import Lines
from tests.webhooks.serving import Served, locked, served, signed_headers, until
from webhooks.body import LARGEST_BODY, BodyReader
from webhooks.receiver import STATUS

GUID = "72d3162e-cc78-11e3-81ab-4c9367dc0958"
BODY = b'{"zen":"Design for failure."}'


def progress(bot: Served, guid: str = GUID) -> Progress | None:
    with bot.services.database.read() as connection:
        return deliveries.progress(connection, DeliveryId(guid))


def ended(bot: Served, guid: str = GUID) -> DeliveryOutcome | None:
    found = progress(bot, guid)
    return found.outcome if found else None


def count(bot: Served) -> int:
    with bot.services.database.read() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(table)).scalar() or 0


async def test_a_signed_delivery_is_kept_and_carried_out(bot: Served, lines: Lines) -> None:
    assert await bot.post(BODY, signed_headers(BODY, "ping", GUID)) == (202, "Stored and enqueued.\n")
    with bot.services.database.read() as connection:
        row = connection.execute(sa.select(table)).one()
    assert (row.guid, row.event, row.body) == (GUID, "ping", BODY)
    assert '"x-github-hook-id": "1"' in row.headers
    assert "signature" not in row.headers
    await until(lambda: ended(bot) is DeliveryOutcome.ANSWERED)
    assert lines.take() == [
        f"delivery answered: answer=accepted status=202 delivery={GUID} event=ping bytes={len(BODY)}"
    ]


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        pytest.param({"X-Hub-Signature-256": None}, ReceiverAnswer.SIGNATURE_MISSING, id="unsigned"),
        pytest.param(
            {"X-Hub-Signature-256": None, "X-Hub-Signature": "sha1=" + "0" * 40},
            ReceiverAnswer.SIGNATURE_MISSING,
            id="signed with SHA-1 only",
        ),
        pytest.param(
            {"X-Hub-Signature-256": "sha256=" + "0" * 64}, ReceiverAnswer.SIGNATURE_WRONG, id="wrongly signed"
        ),
        pytest.param({"X-Hub-Signature-256": "sha256=é"}, ReceiverAnswer.SIGNATURE_WRONG, id="non-ASCII signature"),
        pytest.param({"X-Hub-Signature-256": ""}, ReceiverAnswer.SIGNATURE_WRONG, id="empty signature"),
        pytest.param({"X-GitHub-Event": None}, ReceiverAnswer.HEADER_MISSING, id="no event"),
        pytest.param({"X-GitHub-Delivery": None}, ReceiverAnswer.HEADER_MISSING, id="no delivery id"),
        pytest.param({"X-GitHub-Event": "Push"}, ReceiverAnswer.HEADER_MALFORMED, id="an event of another form"),
        pytest.param({"X-GitHub-Delivery": "a/2"}, ReceiverAnswer.HEADER_MALFORMED, id="an id with a slash"),
        pytest.param({"X-GitHub-Delivery": "x" * 65}, ReceiverAnswer.HEADER_MALFORMED, id="an id that is too long"),
        pytest.param({"X-GitHub-Delivery": "\x85\u202ex"}, ReceiverAnswer.HEADER_MALFORMED, id="an id for a terminal"),
        pytest.param(
            {"Content-Type": "application/x-www-form-urlencoded"}, ReceiverAnswer.WRONG_TYPE, id="form-encoded"
        ),
        pytest.param({"Content-Type": "text/json"}, ReceiverAnswer.WRONG_TYPE, id="another type"),
        pytest.param({"Content-Type": ";;;"}, ReceiverAnswer.WRONG_TYPE, id="no type at all"),
        pytest.param({"Content-Encoding": "gzip"}, ReceiverAnswer.WRONG_TYPE, id="packed"),
    ],
)
async def test_each_refusal_has_its_own_answer_and_one_line(
    bot: Served, lines: Lines, change: dict[str, str | None], answer: ReceiverAnswer
) -> None:
    """And nothing is kept, and no line holds the body or a header of another form."""
    headers = signed_headers(BODY, "ping", GUID) | change
    sent = {name: value for name, value in headers.items() if value is not None}
    status, text = await bot.post(BODY, sent)
    assert (status, text) == (STATUS[answer], f"{answer.sentence}\n")
    (line,) = lines.take()
    assert f"answer={answer} status={status}" in line
    assert "zen" not in line
    assert line.isascii()
    assert count(bot) == 0


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"])
async def test_only_post_is_answered(bot: Served, lines: Lines, method: str) -> None:
    async with bot.http.request(method, f"{bot.address}/webhooks/github") as answer:
        assert (answer.status, answer.headers["Allow"]) == (405, "POST")
    (line,) = lines.take()
    assert "answer=wrong_method" in line


def test_no_two_answers_are_told_apart_by_nothing() -> None:
    """A status and a text: together they name the answer, and none of them is a 500."""
    assert set(STATUS) == set(ReceiverAnswer)
    assert len({(status, answer.sentence) for answer, status in STATUS.items()}) == len(STATUS)
    assert not {500, 502, 504} & set(STATUS.values())


async def test_a_type_may_name_its_charset(bot: Served) -> None:
    headers = signed_headers(BODY, "ping", GUID) | {"Content-Type": "application/json; charset=utf-8"}
    assert (await bot.post(BODY, headers))[0] == 202


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"not json", id="text"),
        pytest.param(b"[1, 2]", id="a list"),
        pytest.param(b'{"a": NaN}', id="a number that JSON does not have"),
        pytest.param(b"\xff\xfe{\x00}\x00", id="UTF-16"),
        pytest.param(b'{"a":' * 100_000, id="a hundred thousand levels"),
        pytest.param(b'{"a": ' + b"9" * 10_000 + b"}", id="a number of ten thousand digits"),
        pytest.param(b"\x00" * 1_000, id="zeros"),
    ],
)
async def test_what_is_not_json_is_kept_and_ends_by_name(bot: Served, body: bytes) -> None:
    """It was signed, so it is GitHub's: 202, and the workflow says what it is."""
    assert (await bot.post(body, signed_headers(body, "push", GUID)))[0] == 202
    await until(lambda: ended(bot) is DeliveryOutcome.IGNORED_NOT_JSON)


async def test_an_unknown_event_is_kept_and_ends_by_name(bot: Served) -> None:
    assert await bot.deliver("brand_new_event", {"action": "created"}, GUID) == 202
    await until(lambda: ended(bot) is DeliveryOutcome.IGNORED_EVENT)


async def test_a_duplicate_is_known(bot: Served, lines: Lines) -> None:
    """GitHub's redelivery carries the same id (GITHUB.md §3.1); what ended well is not carried out again."""
    headers = signed_headers(BODY, "ping", GUID)
    await bot.post(BODY, headers)
    await until(lambda: ended(bot) is not None)
    assert await bot.post(BODY, headers) == (202, "The delivery was stored before.\n")
    assert "answer=already_known" in lines.take()[-1]
    assert progress(bot) == Progress(1, DeliveryOutcome.ANSWERED)


async def test_four_at_once_are_one(bot: Served) -> None:
    """Fifty ids, each four times and all together: every answer 202, every id once."""
    guids = [str(uuid.uuid4()) for _ in range(50)]
    statuses = await asyncio.gather(*(bot.deliver("ping", {}, guid) for _ in range(4) for guid in guids))
    assert set(statuses) == {202}
    assert count(bot) == 50
    await until(lambda: all(progress(bot, guid) == Progress(1, DeliveryOutcome.ANSWERED) for guid in guids))


async def test_a_redelivery_of_what_failed_is_carried_out_again(bot: Served) -> None:
    """Under the next attempt, with the body that came this time."""
    await bot.deliver("ping", {}, GUID)
    await until(lambda: ended(bot) is not None)
    with bot.services.database.write() as connection:
        failed = {"outcome": DeliveryOutcome.FAILED_DELIVERY.value, "body": None}
        connection.execute(sa.update(table).values(**failed))
    assert await bot.deliver("ping", {}, GUID) == 202
    await until(lambda: progress(bot) == Progress(2, DeliveryOutcome.ANSWERED))


async def test_a_redelivery_of_what_never_ended_is_carried_out_again(bot: Served) -> None:
    """Its workflow is not there any more, so nothing would come of it by itself."""
    with bot.services.database.write() as connection:
        lost = deliveries.Delivery(DeliveryId(GUID), "ping", {}, b"{}", bot.services.now())
        deliveries.insert(connection, lost)
    assert await bot.deliver("ping", {}, GUID) == 202
    await until(lambda: progress(bot) == Progress(2, DeliveryOutcome.ANSWERED))


async def test_a_body_over_25_mb_is_refused_before_it_is_sent(bot: Served, lines: Lines) -> None:
    """By its declared length."""
    headers = signed_headers(b"", "push", GUID) | {"Content-Length": str(LARGEST_BODY + 1)}
    status = await raw_status(bot, request(headers) + b"{}")
    assert status == 413
    assert lines.take()[-1].endswith(f"delivery={GUID} event=push bytes={LARGEST_BODY + 1}")


async def test_a_body_of_just_25_mb_is_kept(bot: Served) -> None:
    body = b'{"a":"' + b"x" * (LARGEST_BODY - 8) + b'"}'
    assert (await bot.post(body, signed_headers(body, "star", GUID)))[0] == 202
    await until(lambda: ended(bot) is DeliveryOutcome.IGNORED_EVENT)


async def test_a_body_without_a_length_is_refused_once_it_is_too_long(tmp_path: Path, lines: Lines) -> None:
    """Chunked; read no further than needed."""
    async with served(tmp_path, bodies=BodyReader(largest=1_000)) as bot:
        for size, status in ((1_000, 202), (1_001, 413)):
            body = b"x" * size
            headers = signed_headers(body, "push", f"chunked-{size}") | {"Transfer-Encoding": "chunked"}
            chunk = b"%x\r\n%b\r\n0\r\n\r\n" % (size, body)
            assert await raw_status(bot, request(headers) + chunk) == status


async def test_a_body_that_ends_early_or_never_is_told(tmp_path: Path, lines: Lines) -> None:
    """GitHub sends at once; whoever dribbles gets a 408 and keeps nothing busy."""
    async with served(tmp_path, bodies=BodyReader(seconds=0.1)) as bot:
        headers = signed_headers(BODY, "ping", GUID) | {"Content-Length": "100"}
        assert await raw_status(bot, request(headers) + BODY) == 408
        broken = signed_headers(BODY, "ping", GUID) | {"Transfer-Encoding": "chunked"}
        assert await raw_status(bot, request(broken) + b"zz\r\n") in {400, 408}
        assert count(bot) == 0
        assert (await bot.get("/healthz"))[0] == 200


async def test_bodies_at_once_have_a_bound(tmp_path: Path, lines: Lines) -> None:
    """What is held counts for unsigned bodies too, and is given back."""
    async with served(tmp_path, bodies=BodyReader(most_held=1_000, seconds=5.0)) as bot:
        half = request(signed_headers(b"", "ping", "slow") | {"Content-Length": "900"}) + b"x" * 800
        reader, writer = await asyncio.open_connection(bot.settings.host, bot.settings.port)
        writer.write(half)
        await writer.drain()
        body = b"y" * 500
        status = 202
        while status == 202:
            status, _ = await bot.post(body, signed_headers(body, "ping", str(uuid.uuid4())))
        assert status == 503
        assert "answer=busy" in lines.take()[-1]
        writer.close()
        while status == 503:
            status, _ = await bot.post(body, signed_headers(body, "ping", str(uuid.uuid4())))
        assert status == 202
        del reader


async def test_a_locked_database_is_a_503_and_one_line(bot: Served, lines: Lines) -> None:
    """Another process holds the write lock for longer than GitHub would wait."""
    with locked(bot.settings.data, bot.services.database):
        status, text = await bot.post(BODY, signed_headers(BODY, "ping", GUID))
    assert (status, text) == (503, "The delivery could not be stored; GitHub may send it again.\n")
    (line,) = lines.take()
    assert "answer=store_unavailable status=503" in line
    assert "database is locked" in line
    assert await bot.deliver("ping", {}, GUID) == 202


async def test_a_full_disk_is_a_503_and_one_line(bot: Served, lines: Lines) -> None:
    body = b"x" * 200_000

    @sa.event.listens_for(bot.services.database.engine, "checkout")
    def full(raw: sqlite3.Connection, *_: object) -> None:
        raw.execute("PRAGMA max_page_count=1")

    status, _ = await bot.post(body, signed_headers(body, "push", GUID))
    (line,) = lines.take()
    assert (status, "database or disk is full" in line, "xxx" in line) == (503, True, False)
    assert count(bot) == 0


def request(headers: dict[str, str]) -> bytes:
    """The bytes of a POST to the receiver, up to the body."""
    lines = ["POST /webhooks/github HTTP/1.1", "Host: x", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


async def raw_status(bot: Served, sent: bytes) -> int:
    """The status that is answered to these bytes."""
    reader, writer = await asyncio.open_connection(bot.settings.host, bot.settings.port)
    writer.write(sent)
    await writer.drain()
    line = await reader.readline()
    writer.close()
    return int(line.split()[1])
