"""A server without an App: who may set it up, and what of GitHub's answers it takes."""

import html
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.forge.errors import Missing, Unavailable
from bot.registration.new_app import NewApp
from bot.settings import ServerSettings
from tests.registration.test_manifest import GOOD
from tests.webhooks.serving import free_port
from webhooks.server import serving
from webhooks.setup.app import create_setup_app
from webhooks.setup.door import SetupDoor
from webhooks.setup.visits import LIFETIME

GITHUB = "https://ghe.example.org"


@dataclass
class Scene:
    """The server, a browser, and a GitHub of one answer."""

    server: ServerSettings
    door: SetupDoor
    browser: aiohttp.ClientSession
    time: list[float]
    kept: list[NewApp] = field(default_factory=list)
    answer: NewApp | Exception = field(default_factory=lambda: NewApp.model_validate(GOOD))
    codes: list[str] = field(default_factory=list)

    async def exchange(self, code: str) -> NewApp:
        self.codes.append(code)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    async def get(
        self, path: str, *, http: aiohttp.ClientSession | None = None, host: str | None = None
    ) -> tuple[int, str, Any]:
        """Status, text and headers; redirects are not followed."""
        headers = {"Host": host} if host else {}
        url = f"http://127.0.0.1:{self.server.port}{path}"
        async with (http or self.browser).get(url, headers=headers, allow_redirects=False) as answer:
            return answer.status, await answer.text(), answer.headers

    async def state(self) -> str:
        """The state of a form that the browser was given."""
        _, text, _ = await self.get("/setup")
        found = re.search(r'action="[^"]*[?]state=([^"]+)"', text)
        assert found
        return found[1]


def browser() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))


async def scene(folder: Path, **values: object) -> AsyncIterator[Scene]:
    server = ServerSettings.model_validate(
        {"PORT": free_port(), "OBELIZE_DATA": folder, "GITHUB_URL": GITHUB, **values}
    )
    time = [1_000.0]
    door = SetupDoor(server, lambda: time[0])
    async with browser() as http:
        made = Scene(server, door, http, time)
        app = create_setup_app(server, door, made.exchange, made.kept.append, prints=False)
        async with serving(app, "127.0.0.1", server.port):
            yield made


@pytest.fixture
async def at_home(tmp_path: Path) -> AsyncIterator[Scene]:
    """Bound to loopback; GitHub is on this machine, too, or could not deliver."""
    async for made in scene(tmp_path, GITHUB_URL="http://127.0.0.1:9"):
        made.answer = NewApp.model_validate(GOOD | {"html_url": "http://127.0.0.1:9/apps/obelize"})
        yield made


@pytest.fixture
async def public(tmp_path: Path) -> AsyncIterator[Scene]:
    """Reached by everybody."""
    async for made in scene(tmp_path, OBELIZE_PUBLIC_URL="http://bot.example.net"):
        yield made


async def test_a_browser_is_led_to_github_and_its_app_is_taken_in(at_home: Scene) -> None:
    status, text, headers = await at_home.get("/setup")
    assert status == 200
    assert headers["Content-Security-Policy"].endswith("; form-action 'self' http://127.0.0.1:9")
    (posted,) = re.findall(r'name="manifest" value="([^"]*)"', text)
    manifest = json.loads(html.unescape(posted))
    assert manifest["hook_attributes"]["url"] == f"{at_home.server.public_url}/webhooks/github"

    status, _, headers = await at_home.get(f"/setup/registered?code=abc&state={await at_home.state()}")
    assert (status, headers["Location"]) == (303, "http://127.0.0.1:9/apps/obelize/installations/new")
    assert (at_home.codes, [app.id for app in at_home.kept]) == (["abc"], [7])
    status, _, headers = await at_home.get("/setup")
    assert (status, headers["Location"]) == (303, "http://127.0.0.1:9/apps/obelize/installations/new")


async def test_an_organisation_is_named_in_the_forms_address_or_refused(at_home: Scene) -> None:
    _, text, _ = await at_home.get("/setup?organization=octo-org")
    assert 'action="http://127.0.0.1:9/organizations/octo-org/settings/apps/new?state=' in text
    status, text, _ = await at_home.get("/setup?organization=%3Cscript%3E..%2F")
    assert status == 400
    assert "<script>" not in text
    assert 'action="http://127.0.0.1:9/settings/apps/new?state=' in text


async def test_a_state_counts_once_for_its_browser_within_the_hour(at_home: Scene) -> None:
    """Wrong, another browser's, too old, used: the code is not even tried."""
    taken = f"/setup/registered?code=abc&state={await at_home.state()}"
    async with browser() as stranger:
        assert (await at_home.get(taken, http=stranger))[0] == 400
    assert (await at_home.get(taken))[0] == 400  # the stranger's try used it up
    assert (await at_home.get("/setup/registered?code=abc&state=made-up"))[0] == 400
    assert (await at_home.get("/setup/registered?code=abc"))[0] == 400
    late = f"/setup/registered?code=abc&state={await at_home.state()}"
    at_home.time[0] += LIFETIME + 1
    assert (await at_home.get(late))[0] == 400
    assert (at_home.codes, at_home.kept) == ([], [])

    good = f"/setup/registered?code=abc&state={await at_home.state()}"
    assert (await at_home.get(good))[0] == 303
    assert (await at_home.get(good))[0] == 400
    assert len(at_home.kept) == 1


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        pytest.param(Missing("Not Found", status=404), "does not know the code", id="a code of another GitHub"),
        pytest.param(Unavailable("down", status=502), "could not be asked", id="GitHub is down"),
    ],
)
async def test_what_github_refuses_leaves_the_server_as_it_was(
    at_home: Scene, answer: Exception, sentence: str
) -> None:
    at_home.answer = answer
    status, text, _ = await at_home.get(f"/setup/registered?code=%3Cb%3E&state={await at_home.state()}")
    assert status == 400
    assert sentence in text
    assert "<b>&" not in text
    assert at_home.kept == []


async def test_under_another_name_the_machine_is_not_at_home(at_home: Scene) -> None:
    """A name that somebody made to point here sees neither the page nor a cookie (DNS rebinding)."""
    for host in ("evil.example", f"localhost:{at_home.server.port}", f"127.0.0.1:{at_home.server.port + 1}"):
        status, text, headers = await at_home.get("/setup", host=host)
        assert (status, "Set-Cookie" in headers, "manifest" in text) == (403, False, False)


async def test_from_outside_the_token_of_the_terminal_is_needed(public: Scene) -> None:
    """It opens once, stands in no later address, and a Host header moves nothing."""
    for path in ("/setup", "/setup?token=", "/setup?token=wrong", "/setup/registered?code=a&state=b"):
        status, text, headers = await public.get(path)
        assert (status, "Set-Cookie" in headers, "manifest" in text) == (403, False, False)
    path = public.door.address("/setup").removeprefix("http://bot.example.net")
    status, _, headers = await public.get(path, host="evil.example")
    assert (status, headers["Location"]) == (303, "/setup")
    assert re.search(r"obelize_setup=[^;]{40,}; HttpOnly; Max-Age=3600; Path=/; SameSite=Lax", headers["Set-Cookie"])
    status, text, _ = await public.get("/setup", host="evil.example")
    assert status == 200
    assert "evil.example" not in text
    assert "http://bot.example.net/webhooks/github" in text
    public.time[0] += LIFETIME + 1
    assert (await public.get("/setup"))[0] == 403


async def test_over_https_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    async for made in scene(tmp_path, OBELIZE_PUBLIC_URL="https://bot.example.net"):
        path = made.door.address("/setup").removeprefix("https://bot.example.net")
        cookie = (await made.get(path))[2]["Set-Cookie"]
        assert cookie.startswith("__Host-obelize_setup=")
        assert "Secure" in cookie


async def test_a_github_that_could_never_deliver_is_told_before_anything_is_registered(tmp_path: Path) -> None:
    async for made in scene(tmp_path):
        _, text, _ = await made.get("/setup")
        assert "OBELIZE_PUBLIC_URL" in text
        assert 'method="post"' not in text


async def test_meanwhile_deliveries_are_refused_and_the_rest_says_what_is_missing(at_home: Scene) -> None:
    url = f"http://127.0.0.1:{at_home.server.port}/webhooks/github"
    async with at_home.browser.post(url, data=b"{}") as answer:
        assert answer.status == 503
    assert [(await at_home.get(path))[0] for path in ("/", "/healthz", "/readyz", "/runs/x")] == [200, 200, 503, 404]
