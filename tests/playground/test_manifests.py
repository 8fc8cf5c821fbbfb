"""The manifest flow from GitHub's side: what the form refuses, and that a code is worth one App once."""

import html
import json
import re
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest

from bot.playground.playground import Playground
from tests.playground.clients import Client, Reply

MANIFEST: dict[str, Any] = {
    "name": "Bot",
    "url": "https://bot.example",
    "hook_attributes": {"url": "http://127.0.0.1:9/hook"},
    "redirect_url": "http://127.0.0.1:9/back",
    "setup_url": "http://127.0.0.1:9/installed",
    "public": False,
    "default_permissions": {"checks": "write", "issues": "read"},
    "default_events": ["issue_comment"],
}


@pytest.fixture
async def fresh() -> AsyncIterator[Client]:
    """Whoever asks a playground without an App, which belongs to mona."""
    async with await Playground.start(fresh=True) as playground, aiohttp.ClientSession() as session:
        yield Client(playground, session)
        assert playground.faults_found == []


async def post(client: Client, path: str, form: Any, *, own: bool = True) -> Reply:
    web = client.playground.web_url
    headers = {"Origin": web} if own else {"Origin": "http://127.0.0.1:9", "Sec-Fetch-Site": "cross-site"}
    async with client.session.post(web + path, data=form, headers=headers, allow_redirects=False) as answer:
        return Reply(answer.status, answer.headers, await answer.read(), None)


async def fill_in(client: Client, owner: str = "", **change: Any) -> Reply:
    manifest = {name: value for name, value in {**MANIFEST, **change}.items() if value is not None}
    return await post(client, f"{owner}/settings/apps/new?state=s%26t", {"manifest": json.dumps(manifest)}, own=False)


async def registered(client: Client, name: str = "Bot") -> Reply:
    (path,) = re.findall(r'action="(/settings/apps/manifest/[0-9a-f]+)"', (await fill_in(client)).raw.decode())
    return await post(client, path, {"name": name})


async def test_a_confirmed_manifest_is_an_app_whose_secrets_are_told_once(fresh: Client) -> None:
    there = urlsplit((await registered(fresh, "The <i>Bot</i>")).headers["Location"])
    assert (there.netloc, there.path) == ("127.0.0.1:9", "/back")
    query = parse_qs(there.query)
    assert query["state"] == ["s&t"]
    (code,) = query["code"]
    told = await fresh.post(f"/app-manifests/{code}/conversions")
    assert told.status == 201
    app = fresh.playground.app
    assert (told.json["id"], told.json["pem"], told.json["webhook_secret"]) == (
        app.id,
        app.key.private,
        app.webhook_secret,
    )
    assert app.permissions == {"checks": "write", "issues": "read", "metadata": "read"}
    assert (await fresh.post(f"/app-manifests/{code}/conversions")).status == 404
    assert (await fresh.post("/app-manifests/made-up/conversions")).status == 404
    async with fresh.session.get(f"{fresh.playground.web_url}/apps/{app.slug}") as page:
        text = await page.text()
    assert html.escape("The <i>Bot</i>") in text
    assert app.client_secret not in text


async def test_a_code_holds_for_an_hour(fresh: Client) -> None:
    (code,) = parse_qs(urlsplit((await registered(fresh)).headers["Location"]).query)["code"]
    fresh.playground.world.manifests.expire_codes()
    assert (await fresh.post(f"/app-manifests/{code}/conversions")).status == 404


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        pytest.param({"url": None}, "url wasn't supplied", id="no homepage"),
        pytest.param({"hook_attributes": {"active": True}}, "hook_attributes.url wasn't supplied", id="a hook without its address"),
        pytest.param({"setup_url": "javascript:1"}, "setup_url must be a valid URL", id="an address that is none"),
        pytest.param({"default_events": ["push"]}, "Default events are not supported by permissions: push", id="an event without the permission that feeds it"),
        pytest.param({"default_permissions": {"checks": "all"}, "default_events": []}, "Invalid permission: checks", id="a level that there is not"),
        pytest.param({"secret": "x"}, "Invalid key: secret", id="a key that GitHub does not know"),
    ],
)  # fmt: skip
async def test_the_form_refuses_a_wrong_manifest(fresh: Client, change: dict[str, Any], sentence: str) -> None:
    answer = await fill_in(fresh, **change)
    assert answer.status == 422
    assert html.escape(sentence) in answer.raw.decode().replace("&#39;", "&#x27;")


async def test_names_are_unlike_each_other_and_short(fresh: Client) -> None:
    for name in ("", "x" * 35, "GitHub-Actions"):
        answer = await registered(fresh, name)
        assert (answer.status, 'role="alert"' in answer.raw.decode()) == (200, True)
    assert fresh.playground.world.awaits_app


async def test_only_the_page_itself_confirms_and_only_what_is_there_owns(fresh: Client) -> None:
    (path,) = re.findall(r'action="(/settings/apps/manifest/[0-9a-f]+)"', (await fill_in(fresh)).raw.decode())
    assert (await post(fresh, path, {"name": "Bot"}, own=False)).status == 403
    assert (await fill_in(fresh, "/organizations/nobody")).status == 404
    fresh.playground.world.accounts.ensure("octo-org", "Organization")
    assert "for octo-org" in (await fill_in(fresh, "/organizations/octo-org")).raw.decode()


async def test_an_app_is_installed_where_its_owner_chooses(fresh: Client) -> None:
    """A private one stays at home; which repositories it sees is changed and taken back on the pages."""
    playground = fresh.playground
    one, two = [await playground.add_repository(None, owner="mona", name=name) for name in ("one", "two")]
    await playground.add_repository(None, owner="octo-org", name="three")
    await registered(fresh)
    home = f"/apps/{playground.app.slug}/installations"
    chosen = [("account", "mona"), ("selection", "selected"), ("repository", str(two.id))]
    assert (await post(fresh, home, [("account", "octo-org"), ("selection", "all")])).status == 403
    assert (await post(fresh, home, chosen[:2])).status == 400
    assert (await post(fresh, home, chosen, own=False)).status == 403
    answer = await post(fresh, home, chosen)
    (made,) = playground.world.apps.of_app(playground.app)
    assert answer.headers["Location"] == f"http://127.0.0.1:9/installed?installation_id={made.id}&setup_action=install"
    assert (made.selection, made.repository_ids) == ("selected", {two.id})

    page = f"/settings/installations/{made.id}"
    assert (await post(fresh, page, {"selection": "selected", "repository": str(one.id)})).status == 303
    assert made.repository_ids == {one.id}
    await playground.settle()
    events = [each.payload and (each.event, each.action) for each in playground.world.deliveries.newest_first()]
    assert events[::-1] == [
        ("ping", None),
        ("installation", "created"),
        ("installation_repositories", "added"),
        ("installation_repositories", "removed"),
    ]
    assert (await post(fresh, f"{page}/uninstall", {})).status == 303
    assert playground.world.apps.of_app(playground.app) == []
