"""Repositories by name and id, private and public, renamed: GITHUB.md §3.1, §11."""

import pytest

from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from tests.playground.clients import Client, TokenMaker


async def test_a_repository_is_found_by_name_and_by_id(client: Client, repository: Repository) -> None:
    by_name = await client.get("/repos/Octo-Org/EXAMPLE")
    by_id = await client.get(f"/repositories/{repository.id}")
    assert by_name.status == by_id.status == 200
    assert by_name.json == by_id.json
    assert by_name.json["full_name"] == "octo-org/example"
    assert by_name.json["default_branch"] == "main"
    assert by_name.json["visibility"] == "private"
    assert "has_downloads" not in by_name.json  # gone since 2026-03-10: GITHUB.md §0


@pytest.mark.parametrize("path", ["/repos/octo-org/other", "/repositories/1", "/repositories/x"])
async def test_what_is_not_there_is_not_found(client: Client, repository: Repository, path: str) -> None:
    answer = await client.get(path)
    assert (answer.status, answer.json["message"]) == (404, "Not Found")


async def test_a_private_repository_is_hidden_from_strangers(
    playground: Playground, anonymous: Client, client: Client
) -> None:
    hidden = await playground.add_repository(None, owner="somebody", name="secret", installed=False)
    for stranger in (anonymous, client):
        assert (await stranger.get(f"/repos/{hidden.full_name}")).status == 404
        assert (await stranger.get(f"/repos/{hidden.full_name}/pulls")).status == 404


async def test_a_public_repository_is_read_by_anybody_and_written_by_few(
    playground: Playground, anonymous: Client, client: Client
) -> None:
    shown = await playground.add_repository(None, owner="somebody", name="open", private=False, installed=False)
    assert (await anonymous.get(f"/repos/{shown.full_name}")).status == 200
    body = {"name": "x", "head_sha": "0" * 40}
    assert (await anonymous.post(f"/repos/{shown.full_name}/check-runs", body)).status == 401
    refused = await client.post(f"/repos/{shown.full_name}/check-runs", body)
    assert (refused.status, refused.json["message"]) == (403, "Resource not accessible by integration")


async def test_a_renamed_repository_redirects_to_its_id(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    await playground.rename(pull.repository, "sample")
    answer = await client.get("/repos/octo-org/example/pulls/1")
    target = f"{playground.api_url}/repositories/{pull.repository.id}/pulls/1"
    assert answer.status == 301
    assert answer.headers["Location"] == answer.json["url"] == target
    followed = await client.get(target.removeprefix(playground.api_url))
    assert followed.json["base"]["repo"]["full_name"] == "octo-org/sample"


async def test_a_transferred_repository_redirects_too(
    playground: Playground, client: Client, repository: Repository
) -> None:
    await playground.transfer(repository, "new-home")
    assert (await client.get("/repos/octo-org/example")).status == 301
    assert (await client.get("/repos/new-home/example")).json["id"] == repository.id


async def test_a_repository_taken_from_the_installation_is_hidden(
    playground: Playground, with_token: TokenMaker, repository: Repository
) -> None:
    client = await with_token()
    await playground.remove_from_installation(repository)
    assert (await client.get(f"/repos/{repository.full_name}")).status == 404
