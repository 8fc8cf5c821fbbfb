"""The web flow as GitHub serves it (GITHUB.md §11): PKCE, codes for one use, tokens that see what both may see."""

import base64
import hashlib
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from bot.playground.people.sign_ins import CannotAuthorizeError
from bot.playground.playground import Playground
from bot.playground.world.repositories import Repository
from tests.playground.clients import Client, basic

CALLBACK = "https://bot.example.org/login/callback"
VERIFIER = "v" * 43
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


@pytest.fixture(autouse=True)
def _registered(playground: Playground) -> None:
    playground.callback_urls = (CALLBACK,)


def asked(playground: Playground, **changed: str) -> dict[str, str]:
    """What a browser carries to the authorize page; empty values are left out."""
    usual = {
        "client_id": playground.app.client_id,
        "redirect_uri": CALLBACK,
        "state": "s1",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    return {name: value for name, value in (usual | changed).items() if value}


def code_of(playground: Playground, login: str = "reader", **changed: str) -> str:
    back = playground.authorize(asked(playground, **changed), playground.person(login))
    assert back.startswith(f"{CALLBACK}?")
    answer = dict(parse_qsl(urlsplit(back).query))
    assert answer["state"] == "s1"
    return answer["code"]


async def redeem(client: Client, given: str, **changed: str) -> dict[str, Any]:
    app = client.playground.app
    form = {
        "client_id": app.client_id,
        "client_secret": app.client_secret,
        "code": given,
        "redirect_uri": CALLBACK,
        "code_verifier": VERIFIER,
    }
    url = f"{client.playground.web_url}/login/oauth/access_token"
    headers = {"Accept": "application/json"}
    async with client.session.post(url, data=form | changed, headers=headers) as answer:
        assert answer.status == 200
        body: dict[str, Any] = await answer.json()
        return body


async def user(client: Client, login: str = "reader", **changed: str) -> Client:
    body = await redeem(client, code_of(client.playground, login), **changed)
    assert body["token_type"] == "bearer"
    return Client(client.playground, client.session, body["access_token"])


async def test_a_code_becomes_a_token_once(playground: Playground, anonymous: Client) -> None:
    code = code_of(playground)
    body = await redeem(anonymous, code)
    assert (body["access_token"][:4], body["expires_in"], body["scope"]) == ("ghu_", 28_800, "")
    assert (await redeem(anonymous, code))["error"] == "bad_verification_code"


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"client_secret": "x"}, "incorrect_client_credentials"),
        ({"client_id": "x"}, "incorrect_client_credentials"),
        ({"code": "x"}, "bad_verification_code"),
        ({"code_verifier": "x" * 43}, "bad_verification_code"),
        ({"code_verifier": ""}, "bad_verification_code"),
        ({"redirect_uri": "https://bot.example.org/"}, "redirect_uri_mismatch"),
    ],
)
async def test_what_does_not_fit_is_refused_and_spends_nothing_but_the_code(
    playground: Playground, anonymous: Client, changed: dict[str, str], error: str
) -> None:
    """With status 200, as GitHub refuses."""
    assert (await redeem(anonymous, code_of(playground), **changed))["error"] == error
    assert playground.world.sign_ins.live == 0


def test_only_a_registered_address_is_sent_a_code(playground: Playground) -> None:
    back = playground.authorize(asked(playground, redirect_uri="https://evil.example.org/"), playground.reader)
    assert back == f"{CALLBACK}?error=redirect_uri_mismatch&state=s1"


@pytest.mark.parametrize("changed", [{"client_id": "x"}, {"code_challenge_method": "plain"}])
def test_what_github_does_not_know_it_does_not_send_back(playground: Playground, changed: dict[str, str]) -> None:
    with pytest.raises(CannotAuthorizeError):
        playground.authorize(asked(playground, **changed), playground.reader)


async def test_a_person_sees_what_both_may_see(
    playground: Playground, repository: Repository, anonymous: Client
) -> None:
    """A private repository only with the App on it and a role in it; what is missing looks like what is hidden."""
    elsewhere = await playground.add_repository(None, name="elsewhere", installed=False)
    reader, stranger = await user(anonymous), await user(anonymous, "stranger")
    assert (await reader.get("/user")).json["login"] == "reader"
    assert (await reader.get(f"/repositories/{repository.id}")).json["id"] == repository.id
    for client, number in ((reader, elsewhere.id), (stranger, repository.id), (reader, 999_999)):
        assert (await client.get(f"/repositories/{number}")).status == 404
    installation = playground.installation_of(repository).id
    listed = await reader.get(f"/user/installations/{installation}/repositories")
    assert [each["id"] for each in listed.json["repositories"]] == [repository.id]
    for client, number in ((stranger, installation), (reader, 999_999)):
        assert (await client.get(f"/user/installations/{number}/repositories")).status == 404
    playground.set_role(repository, playground.reader, "none")
    assert (await reader.get(f"/repositories/{repository.id}")).status == 404


async def test_a_token_for_one_repository_sees_no_other(
    playground: Playground, repository: Repository, anonymous: Client
) -> None:
    other = await playground.add_repository(None, name="other")
    narrow = await user(anonymous, repository_id=str(other.id))
    seen = {number: (await narrow.get(f"/repositories/{number}")).status for number in (repository.id, other.id)}
    assert seen == {repository.id: 404, other.id: 200}


async def test_a_token_is_given_back_by_the_app_alone(
    playground: Playground, repository: Repository, anonymous: Client
) -> None:
    reader = await user(anonymous)
    app, path = playground.app, f"/applications/{playground.app.client_id}/token"
    body = {"access_token": reader.token}
    assert (await anonymous.delete(path, json=body, headers=basic("wrong", app.client_id))).status == 401
    assert (await reader.delete(path, json=body)).status == 404
    good = basic(app.client_secret, app.client_id)
    assert [(await anonymous.delete(path, json=body, headers=good)).status for _ in range(2)] == [204, 404]
    assert (await reader.get("/user")).status == 401
    # The secret opens nothing else.
    assert (await anonymous.get("/app", headers=good)).status == 401


async def test_an_installation_is_not_a_person(client: Client, playground: Playground) -> None:
    """And a person is no installation."""
    assert (await client.get("/user")).status == 403
    reader = await user(client)
    assert (await reader.get("/installation/repositories")).status == 403


async def test_the_page_asks_once(playground: Playground, anonymous: Client) -> None:
    """A person who said yes is sent back in silence the next time; a form from elsewhere is not obeyed."""
    page, query = f"{playground.web_url}/login/oauth/authorize", asked(playground)
    options: dict[str, Any] = {"params": query, "allow_redirects": False}
    async with anonymous.session.get(page, **options) as answer:
        assert (answer.status, "Authorize as reader" in await answer.text()) == (200, True)
        assert "form-action 'self' https://bot.example.org" in answer.headers["Content-Security-Policy"]
    async with anonymous.session.post(page, data={"as": "reader"}, **options) as answer:
        assert answer.status == 403
    origin = {"Origin": playground.web_url}
    async with anonymous.session.post(page, data={"as": "nobody"}, headers=origin, **options) as answer:
        assert answer.headers["Location"] == f"{CALLBACK}?error=access_denied&state=s1"
    async with anonymous.session.post(page, data={"as": "reader"}, headers=origin, **options) as answer:
        assert answer.status == 302
        cookie = {"Cookie": f"playground_person={answer.cookies['playground_person'].value}"}
    async with anonymous.session.get(page, headers=cookie, **options) as answer:
        assert (answer.status, "code=" in answer.headers["Location"]) == (302, True)
