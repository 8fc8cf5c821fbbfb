"""Who may do what in a repository: GITHUB.md §7."""

import pytest

from bot.playground.playground import Playground
from bot.playground.world.repositories import Repository
from tests.playground.clients import Client, TokenMaker

COLLABORATORS = "/repos/octo-org/example/collaborators"


async def permission(client: Client, login: str) -> tuple[str, str]:
    """The words for one person."""
    answer = await client.get(f"{COLLABORATORS}/{login}/permission")
    assert answer.status == 200
    return answer.json["permission"], answer.json["role_name"]


@pytest.mark.parametrize(
    ("login", "words"),
    [
        pytest.param("mona", ("admin", "admin"), id="who owns the place administers it"),
        pytest.param("maintainer", ("write", "write"), id="the maintainer writes"),
        pytest.param("reader", ("read", "read"), id="the reader reads"),
        pytest.param("author", ("read", "read"), id="the author reads"),
    ],
)
async def test_the_people_of_a_repository_have_their_permissions(
    client: Client, login: str, words: tuple[str, str]
) -> None:
    assert await permission(client, login) == words


@pytest.mark.parametrize(
    ("role", "shown"),
    [
        ("admin", "admin"),
        ("maintain", "write"),
        ("write", "write"),
        ("triage", "read"),
        ("read", "read"),
        ("none", "none"),
    ],
)
async def test_maintain_shows_as_write_and_triage_as_read(
    playground: Playground, client: Client, repository: Repository, role: str, shown: str
) -> None:
    playground.set_role(repository, playground.reader, role)
    assert await permission(client, "reader") == (shown, role)


async def test_a_permission_taken_away_counts_from_the_next_request_on(
    playground: Playground, client: Client, repository: Repository
) -> None:
    assert await permission(client, "maintainer") == ("write", "write")
    playground.set_role(repository, playground.maintainer, "none")
    assert await permission(client, "maintainer") == ("none", "none")


async def test_everybody_reads_a_public_repository(
    playground: Playground, client: Client, repository: Repository
) -> None:
    """GITHUB.md §7: "everybody has at least `read`, so `read` proves nothing"."""
    playground.person("stranger")
    assert await permission(client, "stranger") == ("none", "none")
    repository.private = False
    assert await permission(client, "stranger") == ("read", "read")


async def test_the_answer_names_the_account_by_its_number(
    playground: Playground, client: Client, repository: Repository
) -> None:
    answer = await client.get(f"{COLLABORATORS}/Maintainer/permission")
    assert answer.json["user"]["id"] == playground.maintainer.id
    assert answer.json["user"]["permissions"] == {
        "pull": True,
        "triage": True,
        "push": True,
        "maintain": False,
        "admin": False,
    }


async def test_nobody_and_a_bot_have_no_permission_at_all(client: Client) -> None:
    unknown = await client.get(f"{COLLABORATORS}/nobody-of-that-name/permission")
    assert (unknown.status, unknown.json["message"]) == (404, "Not Found")
    bot = await client.get(f"{COLLABORATORS}/obelize%5Bbot%5D/permission")
    assert (bot.status, bot.json["message"]) == (404, "obelize[bot] is not a user")


async def test_metadata_is_enough_and_another_repository_is_not_seen(
    playground: Playground, with_token: TokenMaker, repository: Repository
) -> None:
    client = await with_token(metadata="read")
    assert await permission(client, "maintainer") == ("write", "write")
    await playground.add_repository(None, name="other", installed=False)
    assert (await client.get("/repos/octo-org/other/collaborators/maintainer/permission")).status == 404


async def test_only_known_roles_are_given(playground: Playground, repository: Repository) -> None:
    with pytest.raises(ValueError, match="'owner' is no role"):
        playground.set_role(repository, playground.reader, "owner")
