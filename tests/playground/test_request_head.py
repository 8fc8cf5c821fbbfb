"""What GitHub looks at before the route: GITHUB.md §0 and §1, and what it says of a route that is not there."""

import pytest

from bot.playground.playground import Playground
from bot.playground.world.repositories import Repository
from tests.playground.clients import Client


async def test_a_user_agent_is_required(client: Client) -> None:
    answer = await client.get("/rate_limit", headers={"User-Agent": ""})
    assert answer.status == 403
    assert "User-Agent" in answer.json["message"]


@pytest.mark.parametrize("version", ["v3", "2020-01-01", "2099-01-01"])
async def test_a_version_that_github_never_had_is_a_bad_request(client: Client, version: str) -> None:
    answer = await client.get("/rate_limit", headers={"X-GitHub-Api-Version": version})
    assert answer.status == 400
    assert answer.json["message"].startswith(
        f'The version you specified in the "X-GitHub-API-Version" request header, "{version}", is not a supported'
    )


@pytest.mark.parametrize("headers", [{"X-GitHub-Api-Version": "2022-11-28"}, {"X-GitHub-Api-Version": None}])
async def test_the_older_shapes_are_not_pretended(
    playground: Playground, client: Client, headers: dict[str, str | None]
) -> None:
    """Without the header GitHub answers as in 2022-11-28, which the playground does not know: its own fault, found."""
    answer = await client.get("/rate_limit", headers=headers)
    assert answer.status == 500
    assert len(playground.faults_found) == 1
    assert "2022-11-28" in playground.faults_found.pop()


async def test_every_answer_says_its_version(client: Client) -> None:
    assert (await client.get("/meta")).headers["X-GitHub-Api-Version-Selected"] == "2026-03-10"


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/repos/octo-org/example/topics"), ("DELETE", "/meta"), ("POST", "/graphql"), ("GET", "")],
)
async def test_an_unknown_route_is_not_found_and_written_down(
    playground: Playground, client: Client, repository: Repository, method: str, path: str
) -> None:
    answer = await client.call(method, path)
    assert answer.status == 404
    assert answer.json == {
        "message": "Not Found",
        "documentation_url": "https://docs.github.com/rest",
        "status": "404",
    }
    assert playground.unknown_routes == [f"{method} {path or '/'}"]


@pytest.mark.parametrize("path", ["/api/graphql/explorer", "/login/device/code"])
async def test_what_is_not_rest_is_written_down_too(playground: Playground, client: Client, path: str) -> None:
    async with client.session.post(playground.web_url + path) as answer:
        assert answer.status == 404
    assert playground.unknown_routes == [f"POST {path}"]


@pytest.mark.parametrize(("body", "message"), [("{", "Problems parsing JSON"), ("[1]", "Body should be a JSON object")])
async def test_a_body_has_to_be_a_json_object(client: Client, repository: Repository, body: str, message: str) -> None:
    answer = await client.call("POST", f"/repos/{repository.full_name}/check-runs", data=body)
    assert (answer.status, answer.json["message"]) == (400, message)


@pytest.mark.parametrize("authorization", ["Basic eDp5", "Bearer", "nonsense", "Bearer a.b.c"])
async def test_credentials_that_are_none_are_refused(client: Client, authorization: str) -> None:
    answer = await client.get("/meta", headers={"Authorization": authorization})
    assert answer.status == 401


async def test_a_refusal_points_to_the_page_of_its_route(client: Client, repository: Repository) -> None:
    answer = await client.get(f"/repos/{repository.full_name}/pulls/99")
    assert answer.json["documentation_url"] == "https://docs.github.com/rest/pulls/pulls#get-a-pull-request"
    assert answer.json["status"] == "404"


async def test_meta_names_the_addresses_that_deliveries_come_from(anonymous: Client) -> None:
    answer = await anonymous.get("/meta")
    assert answer.status == 200
    assert answer.json["hooks"] == ["127.0.0.1/32"]


async def test_a_bot_is_an_account_of_its_own(playground: Playground, anonymous: Client) -> None:
    """GITHUB.md §6.5: "the id is that of GET /users/<slug>[bot] (not the app id)"."""
    answer = await anonymous.get("/users/obelize%5Bbot%5D")
    assert answer.status == 200
    assert answer.json["type"] == "Bot"
    assert answer.json["id"] == playground.app.bot.id != playground.app.id
    assert (await anonymous.get("/users/nobody")).status == 404
