"""The App by its JWT, and its installations: GITHUB.md §1.1."""

import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.playground.playground import Playground
from bot.playground.world.apps import DEFAULT_EVENTS, DEFAULT_PERMISSIONS, LEVELS, new_key_pair
from bot.playground.world.repositories import Repository
from tests.playground.clients import Client, app_jwt

EXPIRED = "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires"
TOO_FAR = "'Expiration time' claim ('exp') is too far in the future"
ISSUED = "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued"
UNDECODABLE = "A JSON web token could not be decoded"


async def test_the_app_is_told_who_it_is(playground: Playground, app_client: Client) -> None:
    answer = await app_client.get("/app")
    assert answer.status == 200
    assert answer.json["slug"] == "obelize"
    assert answer.json["id"] == playground.app.id
    assert answer.json["permissions"] == playground.app.permissions


async def test_the_numeric_id_is_an_issuer_too(playground: Playground, anonymous: Client) -> None:
    anonymous.token = app_jwt(playground, iss=str(playground.app.id))
    assert (await anonymous.get("/app")).status == 200


@pytest.mark.parametrize(
    ("claims", "status", "message"),
    [
        pytest.param({"exp": int(time.time()) - 1}, 401, EXPIRED, id="expired"),
        pytest.param({"exp": None}, 401, EXPIRED, id="never expires"),
        # "at most 10 minutes ahead"
        pytest.param({"exp": int(time.time()) + 3_600}, 401, TOO_FAR, id="lives longer than ten minutes"),
        pytest.param({"iat": int(time.time()) + 86_400}, 401, ISSUED, id="was issued in the future"),
        pytest.param({"iat": None}, 401, ISSUED, id="does not say when it was issued"),
        pytest.param({"iss": "Iv23linobody"}, 404, "Integration not found", id="comes from an App that does not exist"),
    ],
)
async def test_a_jwt_is_refused_that(
    playground: Playground, anonymous: Client, claims: dict[str, Any], status: int, message: str
) -> None:
    anonymous.token = app_jwt(playground, **claims)
    answer = await anonymous.get("/app")
    assert answer.status == status
    assert answer.json["message"] == message


async def test_a_jwt_of_another_key_is_refused(playground: Playground, anonymous: Client) -> None:
    anonymous.token = app_jwt(playground, key=new_key_pair().private)
    answer = await anonymous.get("/app")
    assert (answer.status, answer.json["message"]) == (401, UNDECODABLE)


async def test_only_rs256_is_accepted(playground: Playground, anonymous: Client) -> None:
    anonymous.token = app_jwt(playground, algorithm="HS256", key="x" * 40)
    answer = await anonymous.get("/app")
    assert (answer.status, answer.json["message"]) == (401, UNDECODABLE)


async def test_an_installation_token_does_not_open_the_app_routes(client: Client) -> None:
    answer = await client.get("/app")
    assert (answer.status, answer.json["message"]) == (401, UNDECODABLE)


async def test_a_jwt_does_not_open_a_repository(app_client: Client, repository: Repository) -> None:
    answer = await app_client.get(f"/repos/{repository.full_name}")
    assert answer.status == 401


async def test_installations_are_listed_and_found(
    playground: Playground, app_client: Client, repository: Repository
) -> None:
    listed = await app_client.get("/app/installations")
    number = playground.installation_of(repository).id
    assert [each["id"] for each in listed.json] == [number]
    found = await app_client.get(f"/app/installations/{number}")
    assert found.json["account"]["login"] == "octo-org"
    assert found.json["suspended_at"] is None


@pytest.mark.parametrize("number", ["1", "not-a-number"])
async def test_an_installation_that_is_not_there_is_not_found(app_client: Client, number: str) -> None:
    answer = await app_client.get(f"/app/installations/{number}")
    assert (answer.status, answer.json["message"]) == (404, "Not Found")


async def test_without_credentials_there_is_no_app(anonymous: Client) -> None:
    for path in ("/app", "/app/installations", "/app/hook/deliveries"):
        assert (await anonymous.get(path)).status == 401


def test_an_owner_grants_here_what_the_app_asks_for() -> None:
    """The table of GITHUB.md §2.1 may grant more than `app.yml` asks for, and never less."""
    asked = yaml.safe_load((Path(__file__).resolve().parents[2] / "app.yml").read_text())
    assert set(asked["default_events"]) <= set(DEFAULT_EVENTS)
    for name, level in asked["default_permissions"].items():
        assert LEVELS[DEFAULT_PERMISSIONS[name]] >= LEVELS[level], name
