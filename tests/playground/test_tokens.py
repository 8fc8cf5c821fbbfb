"""Installation tokens: GITHUB.md §1.2."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.playground.playground import Playground
from bot.playground.world.repositories import Repository
from tests.playground.clients import Client, Reply

NOT_GRANTED = "The permissions requested are not granted to this installation."
NOT_REACHED = "There is at least one repository that does not exist or is not accessible to the parent installation."


@pytest.fixture
async def ask(playground: Playground, app_client: Client, repository: Repository) -> Any:
    """Asks for a token with a body."""
    number = playground.installation_of(repository).id

    async def token(body: Any = None, **options: Any) -> Reply:
        return await app_client.post(f"/app/installations/{number}/access_tokens", body, **options)

    return token


async def test_a_token_lives_one_hour_and_has_all_that_was_granted(playground: Playground, ask: Any) -> None:
    answer = await ask()
    assert answer.status == 201
    assert answer.json["permissions"] == playground.app.permissions
    assert "repositories" not in answer.json
    lives = datetime.fromisoformat(answer.json["expires_at"]) - datetime.now(UTC)
    assert timedelta(minutes=59) < lives <= timedelta(hours=1)


async def test_a_token_is_narrowed_to_repositories_and_permissions(repository: Repository, ask: Any) -> None:
    answer = await ask({"repository_ids": [repository.id], "permissions": {"checks": "read"}})
    assert answer.json["permissions"] == {"checks": "read", "metadata": "read"}
    assert answer.json["repository_selection"] == "selected"
    assert [each["id"] for each in answer.json["repositories"]] == [repository.id]


async def test_a_repository_may_be_named(repository: Repository, ask: Any) -> None:
    answer = await ask({"repositories": ["Example"]})
    assert [each["id"] for each in answer.json["repositories"]] == [repository.id]


async def test_both_forms_of_token_are_issued(ask: Any) -> None:
    """GITHUB.md §1.2: "Treat tokens as opaque", about 520 characters with dots or the classic 40."""
    stateless = (await ask()).json["token"]
    classic = (await ask(headers={"X-GitHub-Stateless-S2S-Token": "disabled"})).json["token"]
    assert stateless.startswith("ghs_")
    assert len(stateless) > 400
    assert len(classic) == 40


@pytest.mark.parametrize(
    ("body", "message"),
    [
        pytest.param({"permissions": {"statuses": "write"}}, NOT_GRANTED, id="a permission is never raised"),
        pytest.param({"permissions": {"administration": "read"}}, NOT_GRANTED, id="a permission is never added"),
        pytest.param({"repository_ids": [1]}, NOT_REACHED, id="a repository is never added by id"),
        pytest.param({"repositories": ["other"]}, NOT_REACHED, id="a repository is never added by name"),
        pytest.param(
            {"permissions": {"checks": "admin"}},
            'Invalid request.\n\nFor \'properties/checks\', "admin" is not a member of ["read", "write"].',
            id="a level that the permission does not have",
        ),
        pytest.param(
            {"repository_ids": list(range(501))},
            "Invalid request.\n\nNo more than 500 items are allowed; 501 were supplied.",
            id="at most 500 repositories",
        ),
        pytest.param(
            {"permission": {"checks": "read"}},
            'Invalid request.\n\n"permission" is not a permitted key.',
            id="a key that the route does not know",
        ),
    ],
)
async def test_narrowing(ask: Any, body: dict[str, Any], message: str) -> None:
    answer = await ask(body)
    assert answer.status == 422
    assert answer.json["message"] == message


async def test_no_token_for_an_installation_that_is_not_there(app_client: Client) -> None:
    assert (await app_client.post("/app/installations/1/access_tokens")).status == 404


async def test_no_token_for_a_suspended_installation(
    playground: Playground, repository: Repository, client: Client, ask: Any
) -> None:
    installation = playground.installation_of(repository)
    await playground.suspend(installation)
    answer = await ask()
    assert (answer.status, answer.json["message"]) == (403, "This installation has been suspended")
    assert (await client.get("/installation/repositories")).status == 403
    await playground.unsuspend(installation)
    assert (await client.get("/installation/repositories")).status == 200


async def test_an_expired_token_is_refused(playground: Playground, client: Client) -> None:
    assert (await client.get("/installation/repositories")).status == 200
    playground.expire_tokens()
    answer = await client.get("/installation/repositories")
    assert (answer.status, answer.json["message"]) == (401, "Bad credentials")


async def test_an_unknown_token_is_refused(client: Client) -> None:
    client.token = "ghs_" + "0" * 36
    answer = await client.get("/installation/repositories")
    assert (answer.status, answer.json["message"]) == (401, "Bad credentials")


async def test_a_token_that_was_given_back_is_refused(client: Client) -> None:
    assert (await client.delete("/installation/token")).status == 204
    assert (await client.delete("/installation/token")).status == 401


async def test_uninstalling_ends_every_token(playground: Playground, repository: Repository, client: Client) -> None:
    await playground.uninstall(playground.installation_of(repository))
    assert (await client.get("/installation/repositories")).status == 401


async def test_a_token_reaches_its_repositories_only(
    playground: Playground, repository: Repository, client: Client, ask: Any
) -> None:
    other = await playground.add_repository(None, name="other")
    narrowed = Client(playground, client.session, (await ask({"repository_ids": [repository.id]})).json["token"])
    assert (await client.get(f"/repos/{other.full_name}")).status == 200
    assert (await narrowed.get(f"/repos/{other.full_name}")).status == 404
    listed = await narrowed.get("/installation/repositories")
    assert [each["full_name"] for each in listed.json["repositories"]] == [repository.full_name]


async def test_the_repositories_of_an_installation_come_in_pages(playground: Playground, client: Client) -> None:
    await playground.add_repository(None, name="second")
    await playground.add_repository(None, name="third")
    first = await client.get("/installation/repositories?per_page=2")
    assert first.json["total_count"] == 3
    assert [each["name"] for each in first.json["repositories"]] == ["example", "second"]
    assert first.headers["Link"] == (
        f'<{playground.api_url}/installation/repositories?per_page=2&page=2>; rel="next",'
        f' <{playground.api_url}/installation/repositories?per_page=2&page=2>; rel="last"'
    )
    last = await client.get("/installation/repositories?per_page=2&page=2")
    assert [each["name"] for each in last.json["repositories"]] == ["third"]
    assert 'rel="prev"' in last.headers["Link"]
    assert 'rel="next"' not in last.headers["Link"]


async def test_repositories_need_an_installation(anonymous: Client, app_client: Client) -> None:
    assert (await anonymous.get("/installation/repositories")).status == 401
    assert (await app_client.get("/installation/repositories")).status == 401
    assert (await anonymous.delete("/installation/token")).status == 401
