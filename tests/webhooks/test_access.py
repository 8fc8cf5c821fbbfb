"""Who sees a run: at home only, or by a signed link; and a refusal tells nothing."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot.models.names import RunId
from tests.webhooks.runs import RUN_ID, keep_run
from tests.webhooks.serving import Served, served

UNKNOWN = RunId("20000101T000000Z-00000000")
CLOSED = "This page is not shown to you"


async def test_at_home_the_page_opens(bot: Served) -> None:
    """Bound to loopback, published as loopback, asked for by that very name."""
    keep_run(bot)
    status, text, _ = await bot.get(f"/runs/{RUN_ID}")
    assert (status, CLOSED in text) == (200, False)


@pytest.mark.parametrize(
    "host",
    [
        pytest.param("evil.example.org:{port}", id="a foreign name that leads to this machine"),
        pytest.param("localhost:{port}", id="another name of this machine"),
        pytest.param("127.0.0.1:1", id="another port"),
        pytest.param("127.0.0.1", id="no port"),
        pytest.param("me@127.0.0.1:{port}", id="a name before the host"),
        pytest.param("127.0.0.1:{port}/x", id="a path behind the port"),
        pytest.param("[::1:{port}", id="a broken address"),
        pytest.param("127.0.0.1:many", id="a port that is no number"),
        pytest.param("", id="nothing"),
    ],
)
async def test_another_host_is_not_at_home(bot: Served, host: str) -> None:
    keep_run(bot)
    named = host.format(port=bot.settings.port)
    status, text, _ = await bot.get(f"/runs/{RUN_ID}", {"Host": named})
    assert (status, CLOSED in text) == (403, True)


async def test_what_a_proxy_says_of_the_peer_does_not_matter(bot: Served) -> None:
    """Neither for nor against."""
    keep_run(bot)
    forwarded = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "example.org", "Forwarded": "for=203.0.113.9"}
    assert (await bot.get(f"/runs/{RUN_ID}", forwarded))[0] == 200
    claimed = {"X-Forwarded-Host": f"127.0.0.1:{bot.settings.port}", "Host": "example.org"}
    assert (await bot.get(f"/runs/{RUN_ID}", claimed))[0] == 403


@pytest.mark.parametrize(
    "public", ["https://obelize.example.org", "http://example.org:8000", "http://127.0.0.1.example.org"]
)
async def test_a_server_that_is_published_is_not_at_home(tmp_path: Path, public: str) -> None:
    """Bound to loopback behind a proxy: every peer is local, so none is let in for that."""
    async with served(tmp_path, OBELIZE_PUBLIC_URL=public) as bot:
        keep_run(bot)
        for host in (urlsplit(public).netloc, f"127.0.0.1:{bot.settings.port}"):
            assert (await local(bot, f"/runs/{RUN_ID}", host))[0] == 403


async def test_a_server_that_is_bound_to_the_world_is_not_at_home(tmp_path: Path) -> None:
    """Published as loopback by mistake or not."""
    async with served(tmp_path, OBELIZE_HOST="0.0.0.0", OBELIZE_PUBLIC_URL="http://127.0.0.1:8000") as bot:  # noqa: S104
        keep_run(bot)
        for host in ("127.0.0.1:8000", f"127.0.0.1:{bot.settings.port}"):
            assert (await local(bot, f"/runs/{RUN_ID}", host))[0] == 403


async def test_a_refusal_is_the_same_for_every_run(tmp_path: Path) -> None:
    """Known, unknown, or no run's name at all; the page, a file and the zip: byte for byte, status and headers."""
    async with served(tmp_path, OBELIZE_PUBLIC_URL="https://obelize.example.org") as bot:
        keep_run(bot)
        answers = [
            await local(bot, f"/runs/{run}{path}")
            for run in (RUN_ID, UNKNOWN, "..%2F..", "x" * 300)
            for path in ("", "/places", "/changes", "/questions", "/archive", "/files/run.json")
        ]
    assert {status for status, *_ in answers} == {403}
    assert len({text for _, text, _ in answers}) == 1
    assert (
        len({tuple((name, value) for name, value in headers.items() if name != "Date") for *_, headers in answers}) == 1
    )


async def test_a_signed_link_opens_its_run_and_no_other(tmp_path: Path) -> None:
    """The page's own links carry the access on."""
    async with served(tmp_path, OBELIZE_PUBLIC_URL="https://obelize.example.org", OBELIZE_LINK_SECONDS=600) as bot:
        keep_run(bot)
        link = urlsplit(bot.services.links.address(RUN_ID))
        status, text, _ = await local(bot, f"{link.path}?{link.query}")
        assert status == 200
        assert f"/runs/{RUN_ID}/files/patch.diff?{link.query}" in text
        assert "/repositories/" not in text
        for path in (f"/runs/{RUN_ID}/files/patch.diff", f"/runs/{RUN_ID}/archive"):
            assert (await local(bot, f"{path}?{link.query}"))[0] == 200
            assert (await local(bot, path))[0] == 403
        assert (await local(bot, f"/runs/{UNKNOWN}?{link.query}"))[0] == 403
        assert (await local(bot, f"{link.path}?{link.query[:-2]}"))[0] == 403
        assert (await local(bot, f"{link.path}?access="))[0] == 403


async def test_the_closed_page_says_how_access_works(tmp_path: Path) -> None:
    """And whether the operator has switched signed links on, which it may."""
    for seconds, word in ((0, "OBELIZE_LINK_SECONDS"), (60, "newest check")):
        folder = tmp_path / str(seconds)
        async with served(folder, OBELIZE_PUBLIC_URL="https://x.example.org", OBELIZE_LINK_SECONDS=seconds) as bot:
            text = (await local(bot, f"/runs/{RUN_ID}"))[1]
        assert "loopback" in text
        assert word in text


async def local(bot: Served, path: str, host: str | None = None) -> tuple[int, str, dict[str, str]]:
    """Asked on this machine, whatever the public address is."""
    headers = {"Host": host} if host else {}
    async with bot.http.get(f"http://127.0.0.1:{bot.settings.port}{path}", headers=headers) as answer:
        return answer.status, await answer.text(), dict(answer.headers)
