"""The Git Data API: GITHUB.md §6.2, each refusal beside what is taken."""

import base64
from typing import Any

import pytest

from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from tests.playground.clients import Client, Hook, TokenMaker

REPO = "/repos/octo-org/example"
NOTHING = "f" * 40


async def blob(client: Client, content: bytes) -> str:
    body = {"content": base64.b64encode(content).decode(), "encoding": "base64"}
    answer = await client.post(f"{REPO}/git/blobs", body)
    assert answer.status == 201
    sha: str = answer.json["sha"]
    return sha


async def commit(client: Client, parents: list[str], entries: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A commit on top of the first parent, as GitHub answers it."""
    parent = (await client.get(f"{REPO}/git/commits/{parents[0]}")).json
    tree = await client.post(f"{REPO}/git/trees", {"base_tree": parent["tree"]["sha"], "tree": entries})
    assert tree.status == 201
    body = {"message": "Rewrite\n\nWhy.", "tree": tree.json["sha"], "parents": parents, **more}
    answer = await client.post(f"{REPO}/git/commits", body)
    assert answer.status == 201
    made: dict[str, Any] = answer.json
    return made


async def test_a_file_keeps_the_mode_that_it_is_given(
    playground: Playground, with_token: TokenMaker, hook: Hook, pull: PullRequest
) -> None:
    """A signed commit by the bot; the branch moves forward, and what a push sends follows."""
    playground.installation_of(pull.repository).events += ("push",)
    client, before, start = await with_token(contents="write"), pull.head_sha, len(hook.received)
    entry = {"path": "bin/run.py", "mode": "100755", "type": "blob", "sha": await blob(client, b"#!\xff\n")}
    made = await commit(client, [before], [entry])
    assert made["verification"]["verified"] is True
    assert made["author"]["name"] == "obelize[bot]"
    moved = await client.patch(f"{REPO}/git/refs/heads/bump", {"sha": made["sha"], "force": False})
    assert (moved.status, moved.json["object"]["sha"], pull.head_sha) == (200, made["sha"], made["sha"])
    git = pull.repository.git
    found, other = await git.entry(made["sha"], "bin/run.py"), await git.entry(made["sha"], "app.py")
    assert found is not None
    assert other is not None
    assert (found.mode, await git.blob(found.sha)) == ("100755", b"#!\xff\n")
    await playground.settle()
    assert hook.events()[start:] == ["push", "check_suite", "pull_request"]


async def test_a_branch_only_moves_forward(client: Client, pull: PullRequest) -> None:
    first = await commit(client, [pull.base_sha], [])
    answer = await client.patch(f"{REPO}/git/refs/heads/bump", {"sha": first["sha"], "force": False})
    assert (answer.status, answer.json["message"]) == (422, "Update is not a fast forward")
    assert pull.head_sha != first["sha"]
    merge = await commit(client, [pull.head_sha, first["sha"]], [])
    assert (await client.patch(f"{REPO}/git/refs/heads/bump", {"sha": merge["sha"], "force": False})).status == 200


async def test_a_branch_is_made_once(client: Client, repository: Repository) -> None:
    tip = await repository.git.resolve("refs/heads/main")
    body = {"ref": "refs/heads/obelize/migrate", "sha": tip}
    assert (await client.get(f"{REPO}/git/ref/heads/obelize/migrate")).status == 404
    assert (await client.post(f"{REPO}/git/refs", body)).status == 201
    assert (await client.get(f"{REPO}/git/ref/heads/obelize/migrate")).json["object"]["sha"] == tip
    again = await client.post(f"{REPO}/git/refs", body)
    assert (again.status, again.json["message"]) == (422, "Reference already exists")


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("git/refs", {"ref": "main", "sha": NOTHING}, "three slash-separated components"),
        ("git/refs", {"ref": "refs/heads/x", "sha": NOTHING}, "Object does not exist"),
        ("git/blobs", {"content": "%", "encoding": "base64"}, "not valid Base64"),
        ("git/commits", {"message": "m", "tree": NOTHING}, "Tree SHA does not exist"),
        ("git/trees", {"tree": [{"path": "../x", "mode": "100644", "content": "x"}]}, "malformed path"),
        ("git/trees", {"tree": [{"path": ".git/config", "mode": "100644", "content": "x"}]}, "malformed path"),
        ("git/trees", {"tree": [{"path": "gone.py", "mode": "100644", "sha": None}]}, "BadObjectState"),
        ("git/trees", {"tree": [{"path": "a", "mode": "100644", "sha": NOTHING}]}, "not a valid blob"),
    ],
)
async def test_what_cannot_be_made_is_refused(
    client: Client, repository: Repository, path: str, body: dict[str, Any], words: str
) -> None:
    answer = await client.post(f"{REPO}/{path}", body)
    assert answer.status == 422
    assert words in answer.json["message"]


async def test_a_file_can_go_and_a_missing_one_cannot(client: Client, pull: PullRequest) -> None:
    made = await commit(client, [pull.head_sha], [{"path": "app.py", "mode": "100644", "type": "blob", "sha": None}])
    assert await pull.repository.git.entry(made["sha"], "app.py") is None
    assert await pull.repository.git.entry(made["sha"], "docs/readme.md") is not None


async def test_workflows_want_a_permission_of_their_own(client: Client, pull: PullRequest) -> None:
    entry = {"path": ".github/workflows/ci.yml", "mode": "100644", "content": "on: push\n"}
    assert (await client.post(f"{REPO}/git/trees", {"tree": [entry]})).status == 403


async def test_an_author_of_its_own_leaves_a_commit_unsigned(client: Client, pull: PullRequest) -> None:
    """GITHUB.md §6.2."""
    made = await commit(client, [pull.head_sha], [], author={"name": "A", "email": "a@example.com"})
    assert (made["verification"]["verified"], made["author"]["name"]) == (False, "A")


async def test_rules_are_told_and_hold(playground: Playground, client: Client, pull: PullRequest) -> None:
    """GITHUB.md §6.5: rulesets can be asked, classic protection is met."""
    made = await commit(client, [pull.head_sha], [])
    assert (await client.get(f"{REPO}/rules/branches/bump")).json == []
    playground.add_rule(pull.repository, "bump", "update", {"update_allows_fetch_and_merge": False})
    assert [rule["type"] for rule in (await client.get(f"{REPO}/rules/branches/bump")).json] == ["update"]
    answer = await client.patch(f"{REPO}/git/refs/heads/bump", {"sha": made["sha"]})
    assert (answer.status, "rule violations" in answer.json["message"]) == (422, True)


async def test_the_app_opens_a_pull_request_once(
    playground: Playground, hook: Hook, client: Client, pull: PullRequest
) -> None:
    made = await commit(client, [pull.base_sha], [{"path": "new", "mode": "100644", "content": "x"}])
    body = {"title": "Migrate", "head": "obelize/migrate", "base": "main", "body": "Why"}
    unknown = await client.post(f"{REPO}/pulls", body)
    assert (unknown.status, unknown.json["errors"][0]["field"]) == (422, "head")
    await client.post(f"{REPO}/git/refs", {"ref": "refs/heads/obelize/migrate", "sha": made["sha"]})
    start = len(hook.received)
    answer = await client.post(f"{REPO}/pulls", body)
    assert (answer.status, answer.json["number"], answer.json["user"]["login"]) == (201, 2, "obelize[bot]")
    again = await client.post(f"{REPO}/pulls", body)
    assert again.json["errors"][0]["message"] == "A pull request already exists for octo-org:obelize/migrate."
    await playground.settle()
    assert hook.events()[start:].count("pull_request") == 1
    listed = await client.get(f"{REPO}/pulls?head=octo-org:obelize/migrate")
    assert [each["number"] for each in listed.json] == [2]
    changed = await client.patch(f"{REPO}/pulls/2", {"title": "Migrate more", "body": "Because"})
    assert (changed.json["title"], changed.json["body"]) == ("Migrate more", "Because")


async def test_a_pull_request_needs_a_difference(client: Client, pull: PullRequest) -> None:
    await client.post(f"{REPO}/git/refs", {"ref": "refs/heads/same", "sha": pull.base_sha})
    answer = await client.post(f"{REPO}/pulls", {"title": "t", "head": "same", "base": "main"})
    assert answer.json["errors"][0]["message"] == "No commits between main and same"
