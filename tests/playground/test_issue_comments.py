"""Comments: GITHUB.md §7 (locked), §9."""

import json
from typing import Any

import pytest

from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.playground.clients import Client, Hook

REPO = "/repos/octo-org/example"
COMMENTS = f"{REPO}/issues/1/comments"


async def test_the_bot_comments_under_its_own_name(playground: Playground, client: Client, pull: PullRequest) -> None:
    answer = await client.post(COMMENTS, {"body": "Hello"})
    assert answer.status == 201
    assert answer.json["user"]["login"] == "obelize[bot]"
    assert answer.json["performed_via_github_app"]["id"] == playground.app.id
    assert answer.headers["Location"] == answer.json["url"]


async def test_a_conversation_is_read_changed_and_cut(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    await playground.comment(pull, "From a person")
    number = (await client.post(COMMENTS, {"body": "Hello"})).json["id"]
    listed = (await client.get(COMMENTS)).json
    assert [each["body"] for each in listed] == ["From a person", "Hello"]
    assert listed[0]["performed_via_github_app"] is None
    changed = await client.patch(f"{REPO}/issues/comments/{number}", {"body": "Hello again"})
    assert changed.json["body"] == (await client.get(f"{REPO}/issues/comments/{number}")).json["body"] == "Hello again"
    assert (await client.delete(f"{REPO}/issues/comments/{number}")).status == 204
    assert (await client.get(f"{REPO}/issues/comments/{number}")).status == 404
    assert len((await client.get(f"{COMMENTS}?per_page=1")).json) == 1


@pytest.mark.parametrize(
    ("body", "message"),
    [
        pytest.param({}, 'Invalid request.\n\n"body" wasn\'t supplied.', id="no body"),
        pytest.param({"body": 5}, "Invalid request.\n\nFor 'properties/body', 5 is not a string.", id="not a text"),
        pytest.param({"body": None}, "Invalid request.\n\nFor 'properties/body', nil is not permitted.", id="null"),
        pytest.param({"body": " \n"}, "Validation Failed", id="blank"),
        pytest.param({"body": "x" * 65_537}, "Validation Failed", id="over 65,536 characters"),
    ],
)
async def test_a_comment_that_is_none_is_refused(
    client: Client, pull: PullRequest, body: dict[str, Any], message: str
) -> None:
    number = (await client.post(COMMENTS, {"body": "Hello"})).json["id"]
    for answer in (await client.post(COMMENTS, body), await client.patch(f"{REPO}/issues/comments/{number}", body)):
        assert (answer.status, answer.json["message"]) == (422, message)


async def test_the_error_speaks_of_65536_characters(client: Client, pull: PullRequest) -> None:
    answer = await client.post(COMMENTS, {"body": "x" * 65_537})
    assert answer.json["errors"][0]["message"] == "Body is too long (maximum is 65536 characters)"
    assert (await client.post(COMMENTS, {"body": "x" * 65_536})).status == 201


async def test_a_locked_conversation_takes_no_comment(client: Client, pull: PullRequest) -> None:
    pull.locked = True
    answer = await client.post(COMMENTS, {"body": "Hello"})
    assert (answer.status, answer.json["message"]) == (403, "Unable to create comment because issue is locked.")


@pytest.mark.parametrize(
    "path", ["/issues/2/comments", "/issues/x/comments", "/issues/comments/1", "/issues/comments/x"]
)
async def test_what_is_not_there_is_not_found(client: Client, pull: PullRequest, path: str) -> None:
    assert (await client.get(REPO + path)).status == 404


async def test_a_comment_belongs_to_its_repository(playground: Playground, client: Client, pull: PullRequest) -> None:
    number = (await client.post(COMMENTS, {"body": "Hello"})).json["id"]
    await playground.add_repository(None, name="other")
    assert (await client.patch(f"/repos/octo-org/other/issues/comments/{number}", {"body": "x"})).status == 404


async def test_what_the_app_says_comes_back_to_it(
    playground: Playground, client: Client, hook: Hook, pull: PullRequest
) -> None:
    """GITHUB.md §3.2: "own comments come back"."""
    start = len(hook.received)
    number = (await client.post(COMMENTS, {"body": "Hello"})).json["id"]
    await client.patch(f"{REPO}/issues/comments/{number}", {"body": "Hello again"})
    await client.delete(f"{REPO}/issues/comments/{number}")
    await playground.settle()
    told = [json.loads(body) for _, body in hook.received[start:]]
    assert sorted(each["action"] for each in told) == ["created", "deleted", "edited"]
    assert {each["sender"]["type"] for each in told} == {"Bot"}
    assert {each["comment"]["performed_via_github_app"]["id"] for each in told} == {playground.app.id}


async def test_an_edit_names_its_editor_and_the_old_text(
    playground: Playground, hook: Hook, client: Client, pull: PullRequest
) -> None:
    """GITHUB.md §7: "`sender` is the editor and `comment.user` the first author"."""
    comment = await playground.comment(pull, "/obelize apply", playground.reader)
    await playground.edit_comment(comment, "/obelize undo", playground.maintainer)
    payload = json.loads(hook.received[-1][1])
    assert payload["action"] == "edited"
    assert (payload["sender"]["login"], payload["comment"]["user"]["login"]) == ("maintainer", "reader")
    assert payload["changes"] == {"body": {"from": "/obelize apply"}}
    assert (await client.get(f"{REPO}/issues/comments/{comment.id}")).json["body"] == "/obelize undo"


async def test_a_locked_conversation_is_for_writers(playground: Playground, hook: Hook, pull: PullRequest) -> None:
    await playground.lock(pull)
    assert json.loads(hook.received[-1][1])["action"] == "locked"
    with pytest.raises(PermissionError):
        await playground.comment(pull, "Hello", playground.reader)
    await playground.comment(pull, "Hello", playground.maintainer)
    await playground.unlock(pull)
    await playground.comment(pull, "Hello", playground.reader)
