"""The pages: what a run left, safely; and strict headers on every answer."""

import base64
import hashlib
import re
from collections.abc import Mapping

import pytest

from bot.store import installations
from bot.vocabulary import Conclusion, RunState
from tests.webhooks.runs import FILES, PATCH_SHA256, RUN_ID, RUN_JSON, keep_run
from tests.webhooks.serving import Served
from webhooks.pages.report import report_html

ALWAYS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Server": "obelize",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
}


def directives(headers: Mapping[str, str]) -> dict[str, str]:
    parts = (part.strip().partition(" ") for part in headers["Content-Security-Policy"].split(";"))
    return {name: value for name, _, value in parts}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/healthz", 200),
        ("GET", "/readyz", 200),
        ("GET", f"/runs/{RUN_ID}", 200),
        ("GET", f"/runs/{RUN_ID}/places", 200),
        ("GET", f"/runs/{RUN_ID}/changes", 200),
        ("GET", f"/runs/{RUN_ID}/questions", 200),
        ("GET", f"/runs/{RUN_ID}/archive", 200),
        ("GET", f"/runs/{RUN_ID}/files/patch.diff", 200),
        ("GET", "/runs/20000101T000000Z-00000000", 404),
        ("GET", f"/runs/{RUN_ID}/files/none", 404),
        ("GET", "/nowhere", 404),
        ("POST", "/", 405),
        ("GET", "/webhooks/github", 405),
        ("POST", "/webhooks/github", 415),
    ],
)
async def test_every_answer_carries_the_strict_headers(bot: Served, method: str, path: str, status: int) -> None:
    """The 404 and 405 of aiohttp included; nothing may be framed, sent off, loaded or run."""
    keep_run(bot)
    async with bot.http.request(method, f"{bot.address}{path}") as answer:
        assert answer.status == status
        assert {name: answer.headers.get(name) for name in ALWAYS} == ALWAYS
        policy = directives(answer.headers)
    for name in ("default-src", "base-uri", "form-action", "frame-ancestors"):
        assert policy[name] == "'none'"
    assert set(policy) <= {"default-src", "base-uri", "form-action", "frame-ancestors", "style-src", "sandbox"}


async def test_the_policy_allows_the_one_style_sheet_by_its_bytes(bot: Served) -> None:
    """The hash is that of what stands in the page, so a changed template cannot lose its style in silence."""
    keep_run(bot)
    for path in ("/", f"/runs/{RUN_ID}", "/runs/none"):
        _, text, headers = await bot.get(path)
        (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert directives(headers)["style-src"] == f"'sha256-{digest}'"
        assert "style=" not in text


async def test_the_start_page_says_what_this_is(bot: Served) -> None:
    keep_run(bot)
    status, text, _ = await bot.get("/")
    assert status == 200
    assert f"{bot.settings.public_url}/webhooks/github" in text
    assert "octo" not in text


async def test_a_runs_page_tells_what_it_was_about(bot: Served) -> None:
    keep_run(bot)
    status, text, headers = await bot.get(f"/runs/{RUN_ID}")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    for part in (
        Conclusion.ROWS_LEFT.sentence,
        RunState.FINISHED.sentence,
        "https://github.com/octo/app/pull/3",
        "a" * 40,
        "b" * 40,
        RUN_ID,
        "<h1>What was found</h1>",
        "<code>a.py:3</code>",
    ):
        assert part in text
    assert "Refresh" not in headers


async def test_every_file_is_listed_with_its_size_and_hash(bot: Served) -> None:
    """The hash that run.json names; run.json's own is computed."""
    keep_run(bot)
    _, text, _ = await bot.get(f"/runs/{RUN_ID}")
    listed = re.findall(r'href="/runs/[^/]+/files/([^"]+)">([^<]+)</a></td><td class="number">(\d+)</td>', text)
    assert listed == [(path, path, str(len(FILES[path]))) for path in sorted(FILES)]
    assert PATCH_SHA256 in text
    assert hashlib.sha256(RUN_JSON).hexdigest() in text


@pytest.mark.parametrize("path", sorted(FILES))
async def test_a_file_comes_raw_and_as_text(bot: Served, path: str) -> None:
    """Byte for byte, and never as something a browser would run."""
    keep_run(bot)
    async with bot.http.get(f"{bot.address}/runs/{RUN_ID}/files/{path}") as answer:
        assert await answer.read() == FILES[path]
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.headers["Content-Disposition"] == f'inline; filename="{path.rpartition("/")[2]}"'


async def test_the_zip_is_the_stored_one(bot: Served) -> None:
    keep_run(bot)
    async with bot.http.get(f"{bot.address}/runs/{RUN_ID}/archive") as answer:
        assert (await answer.read())[:4] == b"PK\x05\x06"
        assert answer.headers["Content-Type"] == "application/zip"
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{RUN_ID}.zip"'


@pytest.mark.parametrize(
    "path",
    [
        "/runs/none",
        "/runs/20000101T000000Z-00000000",
        f"/runs/{RUN_ID}/files/none.json",
        f"/runs/{RUN_ID}/files/..%2f..%2f..%2fobelize.sqlite3",
        f"/runs/{RUN_ID}/files/%2fetc%2fpasswd",
        f"/runs/{RUN_ID}/files/.%00",
        f"/runs/{RUN_ID}/files/{'a/' * 20}b",
    ],
)
async def test_what_is_not_there_is_a_404_page(bot: Served, path: str) -> None:
    keep_run(bot)
    status, text, _ = await bot.get(path)
    assert (status, "There is no such run" in text) == (404, True)


@pytest.mark.parametrize("state", [RunState.ENQUEUED, RunState.RUNNING, RunState.DEFERRED])
async def test_a_run_on_its_way_has_a_page_that_looks_again(bot: Served, state: RunState) -> None:
    """The check's link works from the moment the check is there."""
    keep_run(bot, state, files={})
    status, text, headers = await bot.get(f"/runs/{RUN_ID}")
    assert (status, headers["Refresh"]) == (200, "5")
    assert state.sentence in text
    assert "zip" not in text


@pytest.mark.parametrize("state", [RunState.BROKEN, RunState.DROPPED, RunState.SUPERSEDED])
async def test_a_run_that_left_nothing_says_so(bot: Served, state: RunState) -> None:
    keep_run(bot, state, files={})
    _, text, headers = await bot.get(f"/runs/{RUN_ID}")
    assert "This run left no report." in text
    assert "Refresh" not in headers


@pytest.mark.parametrize("index", [b"", b"not json", b'{"files": [{"path": 1}]}', b'{"files": []}'])
async def test_a_run_json_of_another_version_costs_the_hashes_only(bot: Served, index: bytes) -> None:
    keep_run(bot, files=FILES | {"run.json": index})
    status, text, _ = await bot.get(f"/runs/{RUN_ID}")
    assert (status, PATCH_SHA256 in text, "patch.diff" in text) == (200, False, True)


async def test_a_removed_repository_takes_its_pages_along(bot: Served) -> None:
    keep_run(bot)
    with bot.services.database.write() as connection:
        installations.drop_repository(connection, 7)
    assert (await bot.get(f"/runs/{RUN_ID}"))[0] == 404


def rendered(markdown: str) -> str:
    return report_html(markdown.encode(), lambda path: f"/files/{path}")


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        pytest.param("<script>x</script>", "&lt;script&gt;", id="HTML stays text"),
        pytest.param("a <b onclick=x>b</b>", "&lt;b onclick=x&gt;", id="HTML inside of a line too"),
        pytest.param("[x](javascript:alert)", "[x](javascript:alert)", id="a script is no link"),
        pytest.param("[x](JaVaScRiPt:alert)", "[x](JaVaScRiPt:alert)", id="however it is spelt"),
        pytest.param("[x](data:text/html,y)", "[x](data:text/html,y)", id="data is no link"),
        pytest.param("[x](//evil.org)", "[x](//evil.org)", id="an address without a scheme is no link"),
        pytest.param("[x](../../up)", "[x](../../up)", id="a way up is no link"),
        pytest.param("[x](https:evil)", "[x](https:evil)", id="an address without a host is no link"),
        pytest.param("[x](patch.diff)", '<a href="/files/patch.diff"', id="a file of the folder is one"),
        pytest.param(
            "[x](https://e.org/?a=1&b=2)",
            '<a href="https://e.org/?a=1&amp;b=2" rel="noreferrer noopener nofollow">x</a>',
            id="a web page is one, and learns nothing of whence one came",
        ),
        pytest.param("<https://e.org/>", '<a href="https://e.org/"', id="a bare address in brackets is one"),
        pytest.param('[x](https://e.org "a\\"b")', "&quot;b", id="a title is escaped"),
        pytest.param("| a |\n| - |\n| `b` |", "<td><code>b</code></td>", id="tables are tables"),
        pytest.param("| a |\n| -: |\n| 1 |", '<td class="number">1</td>', id="numbers stand right, without a style"),
        pytest.param("| a |\n| :-: |\n| 1 |", "<td>1</td>", id="nothing else is aligned"),
        pytest.param("`<i>`", "<code>&lt;i&gt;</code>", id="code is escaped"),
        pytest.param("\ufffd\x00x", "x", id="odd characters pass"),
    ],
)
def test_the_report_is_rendered_as_if_hostile(markdown: str, shown: str) -> None:
    html = rendered(markdown)
    assert shown in html
    assert "<script" not in html
    assert "style=" not in html
    assert 'href="java' not in html.lower()


def test_a_report_has_no_images() -> None:
    """A pixel would tell its server who reads."""
    html = rendered("![x](https://e.org/x.png) and ![y][r]\n\n[r]: https://e.org/y.png")
    assert "<img" not in html


def test_bytes_that_are_no_text_are_rendered_too() -> None:
    assert "a" in report_html(b"a \xff\xfe", lambda path: path)
