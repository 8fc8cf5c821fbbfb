"""Signing in: a page opens to whoever GitHub says may read its repository, and nothing else does it."""

import re
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
import sqlalchemy as sa
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from bot.models.conversation import Speaker
from bot.playground.rest.injections import Injection
from bot.playground.rest.refusals import RefusalError
from bot.playground.world.apps import KeyPair, new_key_pair
from bot.store.keys import kept_key
from bot.store.links import utc_now
from bot.store.tables import page_answers
from bot.vocabulary import SignInRefusal
from tests.webhooks.runs import RUN_ID
from tests.webhooks.serving import Served, served
from tests.webhooks.signing_in import PUBLIC, UNKNOWN, Browser, Scene, scene
from webhooks.signing_in.pace import MOST_CLIENTS, OF_ALL, OF_ONE, SignInPace, client_of
from webhooks.signing_in.sealed import SealedCookies
from webhooks.signing_in.session import Sessions
from webhooks.subjects import START, InstallationSubject, RepositorySubject, RunSubject, destination

CLOSED = "This page is not shown to you"
RUN = f"/runs/{RUN_ID}"
SESSION = "__Host-obelize-session"


@pytest.fixture(scope="module")
def key() -> KeyPair:
    return new_key_pair()


@pytest.fixture
async def there(tmp_path: Path, key: KeyPair) -> AsyncIterator[Scene]:
    async with scene(tmp_path, key) as opened:
        yield opened


def answers(scene: Scene) -> int:
    with scene.bot.services.database.read() as connection:
        return len(connection.execute(sa.select(page_answers)).all())


def ago(seconds: int) -> datetime:
    return utc_now() - timedelta(seconds=seconds)


def form_key(text: str) -> str:
    (found,) = re.findall(r'name="form_key" value="([^"]+)"', text)
    return str(found)


async def test_whoever_may_read_the_repository_sees_its_pages_until_they_sign_out(there: Scene) -> None:
    """From the closed page by GitHub back to the run; no token is left over, there or in a cookie."""
    browser = there.browser()
    closed = await browser.get(RUN)
    assert (closed.status, CLOSED in closed.text) == (403, True)
    assert f'href="/login?{urlencode({"next": RUN})}"' in closed.text
    back = await there.sign_in(browser, there.github.reader, RUN)
    assert (back.status, back.location) == (303, RUN)
    assert there.github.world.sign_ins.live == 0
    assert set(browser.cookies) == {SESSION}
    page = await browser.get(RUN)
    assert (page.status, "Signed in as <b>reader</b>" in page.text) == (200, True)
    assert "form-action 'self'" in page.headers["Content-Security-Policy"]
    for path in (f"{RUN}/files/patch.diff", f"{RUN}/archive", f"/repositories/{there.repository.id}"):
        assert (await browser.get(path)).status == 200
    # A form that another site sends brings no key; with a wrong one, or from elsewhere, it is not obeyed either.
    own = {"form_key": form_key(page.text)}
    for form, headers in (({}, {}), ({"form_key": "x"}, {}), (own, {"Sec-Fetch-Site": "cross-site"})):
        assert (await browser.post("/logout", form, headers)).status == 403
    stolen = Browser(there.bot, there.session, dict(browser.cookies))
    assert (await browser.post("/logout", own)).location == "/"
    assert browser.cookies == {}
    assert answers(there) == 0
    # A copy of the cookie opens nothing any more: GitHub is asked, and knows that browser or does not.
    assert (await stolen.get(RUN)).location.startswith("/login?")


async def test_a_refusal_tells_nobody_whether_there_is_anything(there: Scene) -> None:
    """Every address: known and unknown; without a session, and for somebody of whom GitHub says no."""
    number, installation = there.repository.id, there.installation
    pairs = [
        *((f"{RUN}{rest}", f"/runs/{UNKNOWN}{rest}") for rest in ("", "/places", "/archive", "/files/run.json")),
        (f"/repositories/{number}", "/repositories/999999"),
        (f"/repositories/{number}/badge.svg", "/repositories/999999/badge.svg"),
        (f"/installations/{installation}", "/installations/999999"),
    ]
    stranger = there.github.person("stranger")
    for known, unknown in pairs:
        anonymous, signed_in = there.browser(), there.browser()
        seen = []
        for path in (known, unknown):
            asked_before = len(there.github.journal.requests)
            first = await anonymous.get(path)
            await there.sign_in(signed_in, stranger, path)
            asked = [re.sub(r"\d+", "N", each.path) for each in there.github.journal.requests[asked_before:]]
            second = await signed_in.get(path)
            texts = [one.text.replace(urlencode({"next": path}), "") for one in (first, second)]
            texts = [re.sub(r'value="[^"]+"', "", text) for text in texts]
            varying = {"Date", "Content-Length"}
            headers = [{k: v for k, v in one.headers.items() if k not in varying} for one in (first, second)]
            seen.append((first.status, second.status, texts, headers, asked))
            signed_in.cookies.clear()
        assert seen[0] == seen[1], known
        assert seen[0][:2] == (403, 403), known


async def test_a_session_is_of_one_person_and_an_answer_of_one_repository(there: Scene) -> None:
    """Another person's cookie, a changed one, one of another kind; another repository, a role taken away."""
    reader, stranger = there.browser(), there.browser()
    await there.sign_in(reader, there.github.reader, RUN)
    await there.sign_in(stranger, there.github.person("stranger"), RUN)
    assert [(await one.get(RUN)).status for one in (reader, stranger)] == [200, 403]
    cookie = reader.cookies[SESSION]
    for changed in (cookie[:-2], cookie[:40] + ("A" if cookie[40] != "A" else "B") + cookie[41:], "x", "é", "="):
        browser = Browser(there.bot, there.session, {SESSION: changed})
        assert (await browser.get(RUN)).status == 403
    other = there.browser()
    await other.get(f"/login?next={RUN}")
    (pending,) = other.cookies.values()
    assert (await Browser(there.bot, there.session, {SESSION: pending}).get(RUN)).status == 403
    # Of another run nothing was answered yet, whether it is there or not: GitHub is asked first.
    assert (await reader.get(f"/runs/{UNKNOWN}")).location.startswith("/login?")
    there.github.set_role(there.repository, there.github.reader, "none")
    await there.sign_in(reader, there.github.reader, RUN)
    assert (await reader.get(RUN)).status == 403


async def test_answers_and_sessions_end(there: Scene) -> None:
    """An answer within minutes, and then GitHub is asked in silence; a session within hours."""
    browser, services = there.browser(), there.bot.services
    await there.sign_in(browser, there.github.reader, RUN)
    with services.database.write() as connection:
        (until,) = connection.execute(sa.select(page_answers.c.until)).scalars()
        connection.execute(sa.update(page_answers).values(until=services.now()))
    assert timedelta(0) < until - services.now() <= timedelta(minutes=5)
    assert (await browser.get(RUN)).location == f"/login?{urlencode({'next': RUN})}"
    key, person = kept_key(there.bot.settings.data / "session.key"), Speaker(id=there.github.reader.id, login="reader")
    for age, status in ((8 * 3600 - 5, 303), (8 * 3600 + 5, 403)):
        made = web.Response()
        Sessions(SealedCookies(key, https=True, now=partial(ago, age))).begin(made, person, None)
        browser.cookies[SESSION] = made.cookies[SESSION].value
        assert (await browser.get(RUN)).status == status


async def test_a_sign_in_begins_a_new_session(there: Scene) -> None:
    """A session that somebody else left at the browser does not become that of whoever signs in."""
    browser = there.browser()
    await there.sign_in(browser, there.github.person("stranger"), RUN)
    planted = Browser(there.bot, there.session, dict(browser.cookies))
    await there.sign_in(browser, there.github.reader, RUN)
    assert (await browser.get(RUN)).status == 200
    assert (await planted.get(RUN)).status == 303
    assert answers(there) == 1


async def test_several_tabs_sign_in_at_once(there: Scene) -> None:
    """Each ends its own; what was begun and given up does not pile up in the browser."""
    browser = there.browser()
    ways = [await there.way_back(browser, there.github.reader, RUN) for _ in range(3)]
    assert [(await browser.get(way)).location for way in ways] == [RUN] * 3
    assert set(browser.cookies) == {SESSION}
    for length in [0] * 20 + [400] * 20:
        await browser.get(f"/login?next={RUN}/{'y' * length}")
        assert sum(len(name) + len(value) for name, value in browser.cookies.items()) < 6_000


async def test_what_comes_back_must_fit_what_was_begun(there: Scene) -> None:
    """Another browser, no browser, a state of one's own, a code used twice, a code of another sign-in, somebody's no."""
    victim, attacker = there.browser(), there.browser()
    way = await there.way_back(attacker, there.github.person("stranger"), RUN)
    query = dict(parse_qsl(urlsplit(way).query))
    await victim.get(f"/login?next={RUN}")
    for path in (way, "/login/callback", "/login/callback?code=x", f"/login/callback?code={query['code']}&state=x"):
        answer = await victim.get(path)
        assert (answer.status, SignInRefusal.ATTEMPT_UNKNOWN.sentence in answer.text) == (400, True)
    assert SESSION not in victim.cookies
    # The attacker's code under the victim's own state: its challenge was another one.
    mine = dict(parse_qsl(urlsplit((await victim.get(f"/login?next={RUN}")).location).query))["state"]
    answer = await victim.get(f"/login/callback?{urlencode({'code': query['code'], 'state': mine})}")
    assert (answer.status, SignInRefusal.CODE_NOT_TAKEN.sentence in answer.text) == (400, True)
    own = await there.way_back(victim, there.github.reader, RUN)
    before = dict(victim.cookies)
    assert (await victim.get(own)).status == 303
    assert (await victim.get(own)).status == 400
    # Even with the cookies of before: GitHub takes a code once.
    assert (await Browser(there.bot, there.session, before).get(own)).status == 400
    begun = await victim.get(f"/login?next={RUN}")
    denied = urlsplit(there.github.deny(dict(parse_qsl(urlsplit(begun.location).query))))
    answer = await victim.get(f"{denied.path}?{denied.query}")
    assert (answer.status, SignInRefusal.PERSON_DECLINED.sentence in answer.text) == (403, True)
    assert there.github.world.sign_ins.live == 0


async def test_github_is_asked_with_pkce_and_an_address_of_ours(there: Scene) -> None:
    begun = await there.browser().get(f"/login?next={RUN}")
    assert begun.location.startswith(f"{there.github.web_url}/login/oauth/authorize?")
    query = dict(parse_qsl(urlsplit(begun.location).query))
    assert query["redirect_uri"] == f"{PUBLIC}/login/callback"
    assert (query["code_challenge_method"], len(query["code_challenge"]), len(query["state"])) == ("S256", 43, 43)


@pytest.mark.parametrize(
    "text",
    [
        "https://evil.example.org/runs/x",
        "//evil.example.org/runs/x",
        "/\\evil.example.org",
        "/runs/../../evil",
        "/runs/x\r\nSet-Cookie: a=b",
        "/runs/x\x00",
        "/runs/é",
        "/login/callback",
        "/logout",
        "javascript:alert(1)",
        " /runs/x",
        "/runs/x#y",
        "/runs/" + "x" * 65,
        "/runs/x/" + "y" * 1_100,
        "runs/x",
        "",
    ],
)
async def test_nobody_is_sent_anywhere_but_to_a_page_of_ours(text: str) -> None:
    assert destination(text) == START


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        (f"{RUN}/files/src%2Fa%20b.py?x=1", RunSubject(RUN_ID)),
        (f"{RUN}/places?word=star_imported&path=src%2Fa.py", RunSubject(RUN_ID)),
        (f"{RUN}/" + "y" * 400, RunSubject(RUN_ID)),
        ("/repositories/7", RepositorySubject(7)),
        ("/repositories/x", RepositorySubject(0)),
        ("/installations/5", InstallationSubject(5)),
    ],
)
def test_a_page_of_ours_says_what_it_is_about(text: str, subject: object) -> None:
    assert destination(text) == (text, subject)


async def test_what_is_no_form_of_ours_signs_nobody_out(there: Scene) -> None:
    """Another encoding, one that does not exist, no form at all; with a session and without."""
    browser, form = there.browser(), "application/x-www-form-urlencoded"
    await there.sign_in(browser, there.github.reader, RUN)
    address = f"http://127.0.0.1:{there.bot.settings.port}/logout"
    for body, kind in (
        (b"form_key=%ff", form),
        (b"form_key=\xff", form),
        (b"form_key=x", f"{form}; charset=nonsense"),
        (b"--x", "multipart/form-data"),
        (b"", ""),
    ):
        for cookie in ("", f"{SESSION}={browser.cookies[SESSION]}"):
            headers = {"Content-Type": kind, "Cookie": cookie}
            async with there.session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
                assert answer.status == 403, (body, kind)
    assert (await browser.get(RUN)).status == 200


def test_of_a_long_address_the_query_is_left_out() -> None:
    assert destination(f"{RUN}/places?path={'y' * 600}") == (f"{RUN}/places", RunSubject(RUN_ID))


async def test_an_installation_lists_what_the_person_may_read(there: Scene) -> None:
    hidden = await there.github.add_repository(None, name="secluded")
    there.github.set_role(hidden, there.github.reader, "none")
    there.keep(hidden)
    path, browser = f"/installations/{there.installation}", there.browser()
    assert (await there.sign_in(browser, there.github.reader, path)).location == path
    page = await browser.get(path)
    assert (page.status, "octo-org/example" in page.text, "secluded" in page.text) == (200, True, False)
    # What was answered for the installation holds for its repositories, too.
    assert (await browser.get(f"/repositories/{there.repository.id}")).status == 200
    assert (await browser.get(f"/repositories/{hidden.id}")).status == 403


async def test_a_github_that_does_not_answer_opens_nothing(there: Scene) -> None:
    browser = there.browser()
    way = await there.way_back(browser, there.github.reader, RUN)
    limit = RefusalError(429, "Too many", headers={"Retry-After": "60"})
    there.github.injections.append(Injection(limit, path="/user"))
    answer = await browser.get(way)
    assert (answer.status, SignInRefusal.GITHUB_SILENT.sentence in answer.text) == (503, True)
    assert (SESSION in browser.cookies, answers(there), there.github.world.sign_ins.live) == (False, 0, 0)


async def test_without_a_client_secret_nobody_signs_in(tmp_path: Path) -> None:
    async with served(tmp_path, OBELIZE_PUBLIC_URL=PUBLIC) as bot:
        browser = Browser(bot, bot.http)
        for path in ("/login", "/login/callback?code=a&state=b"):
            assert (await browser.get(path)).status == 404
        assert "GITHUB_CLIENT_ID" in (await browser.get(RUN)).text


async def test_pages_of_public_repositories_are_open_where_the_operator_says_so(tmp_path: Path, key: KeyPair) -> None:
    """From the moment when the repository is public until it is private again."""
    async with scene(tmp_path, key, OBELIZE_PUBLIC_PAGES="true") as there:
        number, browser = there.repository.id, there.browser()
        page = f"/repositories/{number}"
        paths = (RUN, page, f"/installations/{there.installation}", f"{page}/badge.svg")
        assert [(await browser.get(path)).status for path in paths] == [403] * 4
        await there.show(private=False)
        opened = [await browser.get(path) for path in paths]
        assert [one.status for one in opened] == [200] * 4
        assert [one.headers["Cache-Control"] for one in opened] == [*["no-store"] * 3, "public, max-age=300"]
        assert f"{PUBLIC}/repositories/{number}/badge.svg)" in opened[1].text
        await there.show(private=True)
        assert [(await browser.get(path)).status for path in paths] == [403] * 4
    async with scene(tmp_path / "off", key) as there:
        await there.show(private=False)
        assert (await there.browser().get(RUN)).status == 403
        anybody = there.browser()
        await there.sign_in(anybody, there.github.person("stranger"), RUN)
        assert (await anybody.get(RUN)).status == 200
        # What was answered while everybody might read it does not outlive that.
        await there.show(private=True)
        assert (await anybody.get(RUN)).status == 303


async def test_a_badge_opens_by_a_link_of_its_own(tmp_path: Path, key: KeyPair) -> None:
    """And by nothing else: neither by a run's link, nor another repository's; and it opens nothing but itself."""
    async with scene(tmp_path, key, OBELIZE_LINK_SECONDS=600) as there:
        number, browser, links = there.repository.id, there.browser(), there.bot.services.links
        signed = urlsplit(links.badge(number, signed=True))
        badge = await browser.get(f"{signed.path}?{signed.query}")
        assert (badge.status, badge.headers["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
        assert "<title>obelize: not counted yet</title>" in badge.text
        assert badge.headers["Cache-Control"] == "public, max-age=300"
        runs_own = urlsplit(links.address(RUN_ID)).query
        others = urlsplit(links.badge(number + 1, signed=True)).query
        for path in (
            f"{signed.path}?{runs_own}",
            f"{signed.path}?{others}",
            f"{signed.path}?{signed.query[:-3]}",
            f"/repositories/{number}?{signed.query}",
            f"{RUN}?{signed.query}",
            f"/runs/badge%20{number}?{signed.query}",
        ):
            answer = await browser.get(path)
            assert (answer.status, signed.query in answer.text) == (403, False), path


async def test_what_came_by_tls_once_comes_by_nothing_else(there: Scene, bot: Served) -> None:
    assert (await there.browser().get("/")).headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in (await bot.get("/"))[2]


def request_from(peer: str, *forwarded: str) -> Any:
    headers = [("X-Forwarded-For", text) for text in forwarded]
    request = make_mocked_request("GET", "/login", headers=dict(headers) if len(headers) < 2 else None)
    return request.clone(remote=peer)


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "client"),
    [
        ("8.8.8.8", "1.1.1.1", 0, "8.8.8.8"),
        ("127.0.0.1", "1.1.1.1", 0, None),
        ("10.0.0.1", "9.9.9.9, 1.1.1.1", 1, "1.1.1.1"),
        ("10.0.0.1", "9.9.9.9, 1.1.1.1", 2, "9.9.9.9"),
        ("10.0.0.1", "nonsense", 1, None),
        ("2001:4860:4860::8888", "", 0, "2001486048600000"),
        ("2001:4860:4860::9999", "", 0, "2001486048600000"),
    ],
)
def test_a_header_says_who_a_client_is_as_far_as_proxies_stand_in_front(
    peer: str, forwarded: str, proxies: int, client: str | None
) -> None:
    """Each proxy adds what it saw at the end; what stands before is anybody's word."""
    assert client_of(request_from(peer, *([forwarded] if forwarded else [])), proxies) == client


def test_one_client_and_all_together_have_a_pace() -> None:
    """A minute later there is room again; strangers are forgotten rather than kept for ever."""
    time = 0.0
    pace = SignInPace(0, lambda: time)
    one, proxied = request_from("8.8.8.8"), request_from("127.0.0.1")
    assert [pace.allows(one) for _ in range(OF_ONE + 1)] == [True] * OF_ONE + [False]
    assert pace.allows(request_from("1.1.1.1"))
    time = 60.0
    assert pace.allows(one)
    time = 120.0
    assert sum(pace.allows(proxied) for _ in range(OF_ALL + 5)) == OF_ALL
    assert pace._clients.maxsize == MOST_CLIENTS


async def test_whoever_asks_too_often_waits(there: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SignInPace, "allows", lambda *_: False)
    for path in ("/login", "/login/callback?code=a&state=b"):
        answer = await there.browser().get(path)
        assert (answer.status, answer.headers["Retry-After"]) == (429, "60")
