"""The client against a GitHub that limits, fails, redirects and lies."""

import asyncio
import logging
import traceback

import aiohttp
import pytest

from bot import __version__
from bot.forge.budget import CallBudget
from bot.forge.client import GitHubClient
from bot.forge.errors import (
    BudgetSpent,
    Forbidden,
    RateLimited,
    Refused,
    TooLarge,
    Unauthorized,
    Unavailable,
    Unexpected,
)
from bot.forge.installations import Installations
from bot.forge.pace import Pace
from bot.forge.permissions import POST_CHECK
from bot.forge.token import Token
from bot.forge.transport import Transport, open_session
from tests.forge.scripted_github import START, Bench, Reply, ScriptedGitHub

OK = Reply(200, {"fine": True})


async def test_every_call_names_the_version_the_program_and_its_token(bench: Bench) -> None:
    """GITHUB.md §0: without the version header GitHub answers in the shapes of 2022-11-28."""
    bench.github.will_answer(OK, Reply(201, {}), OK)
    client = bench.client()
    await client.getitem("/one")
    await client.post("/two", data={})
    await client.patch("/three", data={})
    for request in [*bench.github.requests, *bench.github.minted]:
        assert request.headers["x-github-api-version"] == "2026-03-10"
        assert request.headers["user-agent"] == f"obelize-bot/{__version__}"
    assert bench.github.tokens_seen == ["ghs_secret1"] * 3
    assert [request.path for request in bench.github.requests] == ["/api/v3/one", "/api/v3/two", "/api/v3/three"]


async def test_a_refused_token_is_dropped_and_the_call_made_once_more(bench: Bench) -> None:
    bench.github.will_answer(Reply(401, {"message": "Bad credentials"}), Reply(201, {"made": 1}))
    assert await bench.client().post("/things", data={"a": 1}) == {"made": 1}
    assert bench.github.tokens_seen == ["ghs_secret1", "ghs_secret2"]
    assert [request.json for request in bench.github.requests] == [{"a": 1}, {"a": 1}]


async def test_a_second_refusal_is_the_answer(bench: Bench) -> None:
    bench.github.will_answer(*[Reply(401, {"message": "Bad credentials"})] * 3)
    with pytest.raises(Unauthorized):
        await bench.client().getitem("/things")
    assert bench.github.tokens_seen == ["ghs_secret1", "ghs_secret2"]


async def test_a_short_limit_is_waited_for_and_the_write_made_once(bench: Bench) -> None:
    """GITHUB.md §15: after a 403 or 429 a POST is safe to repeat, for it was refused."""
    bench.github.will_answer(Reply(429, {"message": ""}, {"retry-after": "12"}), Reply(201, {"made": 1}))
    assert await bench.client().post("/things", data={}) == {"made": 1}
    assert sum(bench.clock.sleeps) == 12.0


async def test_a_long_limit_is_raised_and_keeps_everybody_of_the_installation_off(bench: Bench) -> None:
    bench.github.will_answer(Reply(403, {"message": "secondary rate limit"}, {"retry-after": "600"}), OK)
    with pytest.raises(RateLimited) as raised:
        await bench.client().getitem("/things")
    assert (raised.value.retry_after, raised.value.secondary) == (600.0, True)
    with pytest.raises(RateLimited):
        await bench.client(purpose=POST_CHECK).post("/other", data={})
    assert len(bench.github.requests) == 1
    assert bench.clock.sleeps == []
    bench.clock.time += 600
    assert await bench.client().getitem("/things") == {"fine": True}


async def test_only_what_github_said_makes_the_next_wait_longer(bench: Bench) -> None:
    """Whoever comes too early is kept off without a request, which is no further offence."""
    bench.github.respond = lambda _: Reply(429, {"message": ""})
    waits = []
    for _ in range(3):
        for _ in range(2):
            with pytest.raises(RateLimited) as raised:
                await bench.client().getitem("/things")
            waits.append(raised.value.retry_after)
        bench.clock.time += waits[-1]
    assert waits == [60.0, 60.0, 120.0, 120.0, 240.0, 240.0]


async def test_another_installation_goes_on_meanwhile(bench: Bench) -> None:
    bench.github.will_answer(Reply(429, {"message": ""}), OK)
    with pytest.raises(RateLimited):
        await bench.client().getitem("/things")
    assert await bench.client(installation=8).getitem("/things") == {"fine": True}


async def test_the_last_call_of_the_hour_is_noticed_before_the_next_is_refused(bench: Bench) -> None:
    used_up = {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(START) + 900), "x-ratelimit-resource": "core"}
    bench.github.will_answer(Reply(200, {}, used_up))
    await bench.client().getitem("/last")
    with pytest.raises(RateLimited) as raised:
        await bench.client().getitem("/one-too-many")
    assert (raised.value.retry_after, raised.value.secondary) == (901.0, False)
    assert len(bench.github.requests) == 1


async def test_limits_without_end_are_given_up(bench: Bench) -> None:
    """GITHUB.md §8: give up after some tries; going on while limited can get the App banned."""
    bench.github.will_answer(*[Reply(429, {"message": ""}, {"retry-after": "2"})] * 10)
    with pytest.raises(RateLimited):
        await bench.client().getitem("/things")
    assert len(bench.github.requests) == 4


@pytest.mark.parametrize("fault", [Reply(502), Reply(drops=True)], ids=["a 502", "a broken connection"])
async def test_a_read_is_tried_three_times(bench: Bench, fault: Reply) -> None:
    bench.github.respond = lambda _: fault if len(bench.github.requests) < 3 else OK
    assert await bench.client().getitem("/things") == {"fine": True}
    bench.github.requests.clear()
    bench.github.respond = lambda _: fault
    with pytest.raises(Unavailable):
        await bench.client().getitem("/things")


@pytest.mark.parametrize("fault", [Reply(502), Reply(drops=True)], ids=["a 502", "a broken connection"])
async def test_a_write_that_may_have_happened_is_never_repeated(bench: Bench, fault: Reply) -> None:
    bench.github.respond = lambda _: fault
    with pytest.raises(Unavailable) as raised:
        await bench.client().post("/things", data={})
    assert raised.value.may_have_happened
    assert len(bench.github.requests) == 1


async def test_a_write_that_never_left_may_be_sent_again(bench: Bench) -> None:
    """Nobody listens on port 1 of this machine."""
    pace = Pace(bench.clock, spacing=0.0, longest_sleep=30.0)
    async with open_session() as session:
        client = GitHubClient(Transport(session, "http://127.0.0.1:1"), bench.credential, pace, bench.clock)
        with pytest.raises(Unavailable) as raised:
            await client.post("/things", data={})
    assert raised.value.may_have_happened is False
    assert bench.clock.sleeps == [1.0, 4.0]


async def test_an_answer_that_does_not_come_is_unavailable_after_the_time_limit(bench: Bench) -> None:
    bench.github.respond = lambda _: Reply(hangs=True)
    timeout = aiohttp.ClientTimeout(total=0.05)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        with pytest.raises(Unavailable) as raised:
            await Transport(session, bench.github.root).send("POST", f"{bench.github.root}/things", {}, b"")
    assert raised.value.may_have_happened


async def test_a_renamed_repository_is_followed_with_method_and_body(bench: Bench) -> None:
    """GitHub answers a call by an old name with the address by number, and wants the same request there."""
    moved = Reply(307, {"message": "Moved"}, {"location": f"{bench.github.root}/repositories/11/check-runs"})
    bench.github.will_answer(moved, Reply(201, {"id": 5}))
    assert await bench.client().post("/repos/old/name/check-runs", data={"a": 1}) == {"id": 5}
    assert [(r.method, r.path, r.json) for r in bench.github.requests] == [
        ("POST", "/api/v3/repos/old/name/check-runs", {"a": 1}),
        ("POST", "/api/v3/repositories/11/check-runs", {"a": 1}),
    ]


async def test_redirects_in_a_circle_end(bench: Bench) -> None:
    bench.github.respond = lambda _: Reply(302, {}, {"location": f"{bench.github.root}/round"})
    with pytest.raises(Unexpected):
        await bench.client().getitem("/round")
    assert len(bench.github.requests) == 3


@pytest.mark.parametrize("outside", ["other host", "other path", "dot segments"])
@pytest.mark.parametrize("by", ["redirect", "link"])
async def test_no_address_outside_the_api_ever_sees_the_token(bench: Bench, outside: str, by: str) -> None:
    elsewhere = ScriptedGitHub()
    await elsewhere.start()
    origin = bench.github.root.removesuffix("/api/v3")
    address = {
        "other host": f"{elsewhere.root}/things",
        "other path": f"{origin}/login",
        "dot segments": f"{bench.github.root}/../../login",
    }[outside]
    redirect = Reply(302, {}, {"location": address})
    link = Reply(200, [1], {"link": f'<{address}>; rel="next"'})
    bench.github.will_answer(redirect if by == "redirect" else link)
    with pytest.raises(Unexpected):
        [_ async for _ in bench.client().getiter("/things")]
    assert (len(bench.github.requests), elsewhere.requests) == (1, [])
    await elsewhere.stop()


async def test_an_unchanged_answer_costs_no_quota_and_reads_as_before(bench: Bench) -> None:
    budget = CallBudget(10)
    bench.github.will_answer(Reply(200, {"n": 1}, {"etag": '"v1"'}), Reply(304), Reply(200, {"n": 2}, {"etag": '"v2"'}))
    client = bench.client(budget=budget)
    assert [await client.getitem("/things") for _ in range(3)] == [{"n": 1}, {"n": 1}, {"n": 2}]
    assert [request.headers.get("if-none-match") for request in bench.github.requests] == [None, '"v1"', '"v1"']
    assert (budget.made, budget.unchanged) == (3, 1)


async def test_what_one_scope_learned_is_not_known_to_another(bench: Bench) -> None:
    """GITHUB.md §1.4: keyed by the bare address, the data of one installation would be handed to another on a 304."""
    bench.github.respond = lambda _: Reply(200, {"n": 1}, {"etag": '"v1"'})
    await bench.client().getitem("/things")
    await bench.client(installation=8).getitem("/things")
    await bench.client(purpose=POST_CHECK).getitem("/things")
    await bench.client().getitem("/things")
    assert [request.headers.get("if-none-match") for request in bench.github.requests] == [None, None, None, '"v1"']


async def test_a_long_answer_is_not_kept(bench: Bench) -> None:
    bench.github.respond = lambda _: Reply(200, {"text": "x" * 300_000}, {"etag": '"v1"'})
    for _ in range(2):
        await bench.client().getitem("/things")
    assert "if-none-match" not in bench.github.requests[1].headers


async def test_unchanged_without_having_asked_is_unexpected(bench: Bench) -> None:
    bench.github.will_answer(Reply(304))
    with pytest.raises(Unexpected):
        await bench.client().getitem("/things")


async def test_bytes_are_bytes_and_kept_by_their_tag(bench: Bench) -> None:
    """GITHUB.md §1.4: gidgethub decodes every body as text; this one is none."""
    raw = Reply(200, raw=b"\xff\xfe\x00raw", headers={"etag": '"b"'}, content_type="application/vnd.github.raw+json")
    bench.github.will_answer(raw, Reply(304))
    read = [await bench.client().getbytes("/file", {}, largest=100) for _ in range(2)]
    assert read == [b"\xff\xfe\x00raw", b"\xff\xfe\x00raw"]
    assert bench.github.requests[0].headers["accept"] == "application/vnd.github.raw+json"


async def test_more_bytes_than_wanted_are_not_read(bench: Bench) -> None:
    bench.github.will_answer(Reply(200, raw=b"x" * 101), Reply(200, raw=b"x" * 100))
    with pytest.raises(TooLarge):
        await bench.client().getbytes("/file", {}, largest=100)
    assert len(await bench.client().getbytes("/file", {}, largest=100)) == 100


async def test_a_run_makes_no_more_calls_than_it_may(bench: Bench) -> None:
    budget = CallBudget(3, made=1)
    bench.github.respond = lambda _: OK
    await bench.client(budget=budget).getitem("/one")
    await bench.client(budget=budget, purpose=POST_CHECK).post("/two", data={})
    with pytest.raises(BudgetSpent):
        await bench.client(budget=budget).getitem("/three")
    assert (budget.made, len(bench.github.requests)) == (3, 2)


async def test_writes_of_an_installation_are_a_second_apart_and_one_at_a_time(bench: Bench) -> None:
    """GITHUB.md §8: requests in series per installation, at least one second between mutating ones."""
    moments: list[float] = []

    def respond(_: object) -> Reply:
        moments.append(bench.clock.time)
        return Reply(201, {})

    bench.github.respond = respond
    clients = [bench.client(), bench.client(purpose=POST_CHECK), bench.client()]
    await asyncio.gather(*(client.post("/things", data={}) for client in clients))
    assert [moment - START for moment in moments] == [0.0, 1.0, 2.0]


async def test_reads_do_not_wait_for_one_another(bench: Bench) -> None:
    bench.github.respond = lambda _: OK
    await asyncio.gather(*(bench.client().getitem(f"/{number}") for number in range(5)))
    assert bench.clock.sleeps == []


async def test_a_refusal_is_logged_with_what_the_call_wants(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.github.will_answer(Reply(403, {"message": "no"}, {"x-accepted-github-permissions": "checks=write"}))
    with caplog.at_level(logging.DEBUG), pytest.raises(Forbidden):
        await bench.client().post("/repos/o/r/check-runs?x=1", data={})
    (record,) = [record for record in caplog.records if record.message == "github forbids"]
    assert (record.accepted_permissions, record.path) == ("checks=write", "/api/v3/repos/o/r/check-runs")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "reply",
    [
        Reply(401, {"message": "Bad credentials"}),
        Reply(403, {"message": "no"}),
        Reply(500),
        Reply(drops=True),
        Reply(302, {}, {"location": "http://127.0.0.1:1/elsewhere"}),
    ],
    ids=["401", "403", "500", "dropped", "redirected"],
)
async def test_no_token_is_in_a_log_or_an_error(bench: Bench, reply: Reply, caplog: pytest.LogCaptureFixture) -> None:
    bench.github.respond = lambda _: reply
    with caplog.at_level(logging.DEBUG), pytest.raises(Exception) as raised:  # noqa: PT011 - any of several
        await bench.client().post("/things", data={})
    _assert_hidden(raised.value, caplog)


async def test_an_answer_that_is_not_http_hides_the_token_too(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """What aiohttp raises for it holds the request's headers in its arguments."""

    async def garbage(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"SSH-2.0-OpenSSH\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(garbage, "127.0.0.1", 0)
    root = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    headers = {"authorization": f"Bearer {Token('ghs_' + 'secret', 0).reveal()}"}
    async with open_session() as session:
        with caplog.at_level(logging.DEBUG), pytest.raises(Unavailable) as raised:
            await Transport(session, root).send("GET", f"{root}/x", headers, b"")
    server.close()
    await server.wait_closed()
    _assert_hidden(raised.value, caplog)


def _assert_hidden(error: BaseException, caplog: pytest.LogCaptureFixture) -> None:
    shown = "".join(traceback.format_exception(error)) + caplog.text
    shown += "".join(str(vars(record)) for record in caplog.records)
    link: BaseException | None = error
    while link is not None:
        shown += repr(link) + repr(link.args)
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    assert "ghs_secret" not in shown
    assert "PRIVATE KEY" not in shown


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, raw=b"{broken"),
        Reply(200, raw=b"\xff\xfe", content_type="text/plain"),
        Reply(200, raw=b"{}", headers={"content-type": "application/json; charset=no-such-thing"}),
        Reply(200, {"other": "shape"}),
        Reply(200, []),
        Reply(204),
    ],
    ids=["broken JSON", "not text", "unknown charset", "another object", "a list", "nothing"],
)
async def test_an_answer_of_another_shape_is_unexpected(bench: Bench, reply: Reply) -> None:
    bench.github.will_answer(reply)
    with pytest.raises(Unexpected):
        await Installations(bench.client()).identity()


async def test_a_refusal_of_a_write_is_final(bench: Bench) -> None:
    bench.github.will_answer(Reply(422, {"message": "Validation Failed", "errors": ["no"]}))
    with pytest.raises(Refused) as raised:
        await bench.client().post("/things", data={})
    assert raised.value.messages == ("no",)
    assert len(bench.github.requests) == 1


async def test_the_session_keeps_no_cookie_and_asks_no_proxy(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    bench.github.will_answer(Reply(200, {}, {"set-cookie": "a=b"}), OK)
    async with open_session() as session:
        for _ in range(2):
            async with session.get(f"{bench.github.root}/x") as response:
                assert response.status == 200
    assert "cookie" not in bench.github.requests[1].headers
