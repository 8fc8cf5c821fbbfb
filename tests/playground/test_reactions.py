"""Reactions to comments of a conversation: GITHUB.md §9."""

from typing import Any

import pytest

from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.playground.clients import Client, Hook, TokenMaker

COMMENTS = "/repos/octo-org/example/issues/comments"


async def test_a_reaction_is_new_once(playground: Playground, client: Client, pull: PullRequest) -> None:
    """201 new, 200 already there."""
    comment = await playground.comment(pull, "/obelize help")
    first = await client.post(f"{COMMENTS}/{comment.id}/reactions", {"content": "eyes"})
    again = await client.post(f"{COMMENTS}/{comment.id}/reactions", {"content": "eyes"})
    assert (first.status, again.status) == (201, 200)
    assert first.json == again.json
    assert first.json["user"]["login"] == "obelize[bot]"
    other = await client.post(f"{COMMENTS}/{comment.id}/reactions", {"content": "rocket"})
    assert other.status == 201
    counts = (await client.get(f"{COMMENTS}/{comment.id}")).json["reactions"]
    assert (counts["total_count"], counts["eyes"], counts["rocket"], counts["confused"]) == (2, 1, 1, 0)


async def test_reactions_of_several_are_listed_and_the_own_one_is_taken_back(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    comment = await playground.comment(pull, "/obelize help")
    playground.react(comment, "eyes", playground.reader)
    own = (await client.post(f"{COMMENTS}/{comment.id}/reactions", {"content": "eyes"})).json["id"]
    listed = (await client.get(f"{COMMENTS}/{comment.id}/reactions?content=eyes")).json
    assert [each["user"]["login"] for each in listed] == ["reader", "obelize[bot]"]
    assert (await client.delete(f"{COMMENTS}/{comment.id}/reactions/{listed[0]['id']}")).status == 404
    assert (await client.delete(f"{COMMENTS}/{comment.id}/reactions/{own}")).status == 204
    assert len((await client.get(f"{COMMENTS}/{comment.id}/reactions")).json) == 1


@pytest.mark.parametrize("body", [{}, {"content": "thumbs"}, {"content": None}])
async def test_what_is_no_reaction_is_refused(
    playground: Playground, client: Client, pull: PullRequest, body: dict[str, Any]
) -> None:
    comment = await playground.comment(pull, "Hello")
    answer = await client.post(f"{COMMENTS}/{comment.id}/reactions", body)
    assert answer.status == 422
    assert comment.reactions == []


async def test_a_comment_that_is_gone_takes_none(playground: Playground, client: Client, pull: PullRequest) -> None:
    comment = await playground.comment(pull, "Hello")
    await playground.delete_comment(comment)
    assert (await client.post(f"{COMMENTS}/{comment.id}/reactions", {"content": "eyes"})).status == 404


async def test_reactions_need_issues_and_nothing_else(
    playground: Playground, with_token: TokenMaker, pull: PullRequest
) -> None:
    """GITHUB.md §2.1: "reactions on conversation comments are listed under Issues only"."""
    comment = await playground.comment(pull, "Hello")
    issues, pulls = await with_token(issues="write"), await with_token(pull_requests="write")
    assert (await issues.post(f"{COMMENTS}/{comment.id}/reactions", {"content": "eyes"})).status == 201
    assert (await pulls.post(f"{COMMENTS}/{comment.id}/reactions", {"content": "eyes"})).status == 403


async def test_nobody_is_told_of_a_reaction(
    playground: Playground, client: Client, hook: Hook, pull: PullRequest
) -> None:
    comment = await playground.comment(pull, "Hello")
    start = len(hook.received)
    await client.post(f"{COMMENTS}/{comment.id}/reactions", {"content": "eyes"})
    await playground.settle()
    assert hook.events()[start:] == []
