"""GraphQL's door: who is let in, how it refuses, how it pages (GITHUB.md §1.4, §8)."""

import aiohttp
import pytest

from bot.playground.graphql.endpoint import schema
from bot.playground.graphql.fields import FIELDS
from bot.playground.graphql.refusals import FieldRefusalError
from bot.playground.interception import Channel, DropConnection
from bot.playground.playground import Playground
from bot.playground.rest.injections import Injection
from bot.playground.rest.limits import broken
from bot.playground.world.comments import IssueComment
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from bot.playground.world.reviews import Anchor, ReviewThread
from tests.playground.clients import Client, TokenMaker

QUEUE = """
query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { isInMergeQueue headRefOid } }
}
"""
EXAMPLE = {"owner": "octo-org", "name": "example", "number": 1}
THREADS = """
query($after: String, $first: Int) {
  repository(owner: "octo-org", name: "example") {
    pullRequest(number: 1) {
      reviewThreads(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id isResolved isOutdated path line
          comments(first: 5) { nodes { author { __typename login } databaseId fullDatabaseId body isMinimized viewerDidAuthor } }
        }
      }
    }
  }
}
"""
MINIMIZE = """
mutation($id: ID!) {
  minimizeComment(input: {subjectId: $id, classifier: OUTDATED}) {
    minimizedComment { isMinimized minimizedReason }
  }
}
"""
RESOLVE = "mutation($id: ID!) { resolveReviewThread(input: {threadId: $id}) { thread { isResolved } } }"


@pytest.fixture
def thread(playground: Playground, pull: PullRequest) -> ReviewThread:
    """A thread of the App's on the first line of requirements.txt."""
    reviews, app = playground.world.reviews, playground.app
    review = reviews.begin(pull, app.bot, pull.head_sha, "COMMENTED", app=app)
    made = reviews.open_thread(review, Anchor("requirements.txt", 1), "@@ -1 +1 @@")
    reviews.add(made, review, "A suggestion")
    return made


async def test_a_query_is_answered_from_the_world(playground: Playground, client: Client, pull: PullRequest) -> None:
    before = await client.graphql(QUEUE, **EXAMPLE)
    await playground.enter_merge_queue(pull)
    after = await client.graphql(QUEUE, **EXAMPLE)
    await playground.leave_merge_queue(pull)
    assert before.json == {
        "data": {"repository": {"pullRequest": {"isInMergeQueue": False, "headRefOid": pull.head_sha}}}
    }
    assert after.json["data"]["repository"]["pullRequest"]["isInMergeQueue"] is True


async def test_what_the_token_does_not_see_is_not_there(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    await playground.add_repository(None, name="other", installed=False)
    answer = await client.graphql(QUEUE, **{**EXAMPLE, "name": "other"})
    assert answer.status == 200
    assert answer.json["data"] == {"repository": None}
    (error,) = answer.json["errors"]
    assert (error["type"], error["path"]) == ("NOT_FOUND", ["repository"])
    assert error["message"] == "Could not resolve to a Repository with the name 'octo-org/other'."
    missing = await client.graphql(QUEUE, **{**EXAMPLE, "number": 9})
    assert [(one["type"], one["path"]) for one in missing.json["errors"]] == [
        ("NOT_FOUND", ["repository", "pullRequest"])
    ]


async def test_reading_a_pull_request_takes_its_permission(with_token: TokenMaker, pull: PullRequest) -> None:
    client = await with_token(contents="write")
    answer = await client.graphql(QUEUE, **EXAMPLE)
    assert answer.json["data"] == {"repository": {"pullRequest": None}}
    (error,) = answer.json["errors"]
    assert error["type"] == "FORBIDDEN"
    assert error["message"] == "Resource not accessible by integration"
    assert error["extensions"] == {"saml_failure": False}


async def test_nobody_and_the_app_itself_ask_nothing(anonymous: Client, app_client: Client) -> None:
    for caller in (anonymous, app_client):
        answer = await caller.graphql(QUEUE, **EXAMPLE)
        assert (answer.status, answer.json["message"]) == (401, "Bad credentials")


async def test_a_query_that_cannot_be_read_is_a_200_with_errors(client: Client) -> None:
    assert "Syntax Error" in (await client.graphql("query {")).json["errors"][0]["message"]
    none = await client.graphql(None)
    assert none.json["errors"][0]["message"] == "A query attribute must be specified and must be a string."


async def test_a_field_that_is_not_built_is_written_down(playground: Playground, client: Client) -> None:
    answer = await client.graphql("query { viewer { login } }")
    assert answer.status == 200
    assert "Cannot query field 'viewer'" in answer.json["errors"][0]["message"]
    assert playground.unknown_routes == ["GraphQL: Cannot query field 'viewer' on type 'Query'."]
    playground.unknown_routes.clear()


async def test_each_field_of_the_schema_is_built() -> None:
    roots = (schema().query_type, schema().mutation_type)
    assert {name for root in roots if root is not None for name in root.fields} == set(FIELDS)


async def test_its_limit_counts_apart_from_rests(playground: Playground, client: Client, pull: PullRequest) -> None:
    answer = await client.graphql(QUEUE, **EXAMPLE)
    assert answer.headers["x-ratelimit-resource"] == "graphql"
    owner = f"installation {playground.installation_of(pull.repository).id}"
    playground.limits.exhaust(owner, 60, "graphql")
    limited = await client.graphql(QUEUE, **EXAMPLE)
    assert (limited.status, limited.headers["x-ratelimit-remaining"]) == (200, "0")
    assert limited.json["errors"][0]["type"] == "RATE_LIMITED"
    assert (await client.get("/repos/octo-org/example/pulls/1")).status == 200


async def test_threads_are_told_with_their_comments(client: Client, thread: ReviewThread) -> None:
    """A bot's login ends in `[bot]` in REST alone, and an id above 32 bits is no Int."""
    answer = await client.graphql(THREADS, first=10)
    (found,) = answer.json["data"]["repository"]["pullRequest"]["reviewThreads"]["nodes"]
    assert found == {
        "id": thread.node_id,
        "isResolved": False,
        "isOutdated": False,
        "path": "requirements.txt",
        "line": 1,
        "comments": {
            "nodes": [
                {
                    "author": {"__typename": "Bot", "login": "obelize"},
                    "databaseId": None,
                    "fullDatabaseId": str(thread.comments[0].id),
                    "body": "A suggestion",
                    "isMinimized": False,
                    "viewerDidAuthor": True,
                }
            ]
        },
    }


async def test_threads_come_in_pages_and_not_without_a_bound(
    playground: Playground, client: Client, thread: ReviewThread
) -> None:
    second = playground.world.reviews.open_thread(thread.comments[0].review, thread.anchor, "")
    first = (await client.graphql(THREADS, first=1)).json["data"]["repository"]["pullRequest"]["reviewThreads"]
    assert first["pageInfo"]["hasNextPage"] is True
    after = first["pageInfo"]["endCursor"]
    rest = (await client.graphql(THREADS, first=1, after=after)).json["data"]["repository"]["pullRequest"]
    assert [each["id"] for each in rest["reviewThreads"]["nodes"]] == [second.node_id]
    assert rest["reviewThreads"]["pageInfo"]["hasNextPage"] is False
    for bound, kind in ((None, "MISSING_PAGINATION_BOUNDARIES"), (101, "EXCESSIVE_PAGINATION")):
        answer = await client.graphql(THREADS, first=bound)
        assert [error["type"] for error in answer.json["errors"]] == [kind]


async def test_a_thread_is_resolved_with_contents_write_and_not_without(
    with_token: TokenMaker, thread: ReviewThread
) -> None:
    """GITHUB.md §9: "needs `contents: write` besides `pull_requests: write`"."""
    refused = await (await with_token(pull_requests="write")).graphql(RESOLVE, id=thread.node_id)
    assert [error["type"] for error in refused.json["errors"]] == ["FORBIDDEN"]
    assert thread.resolved_by is None
    done = await (await with_token(pull_requests="write", contents="write")).graphql(RESOLVE, id=thread.node_id)
    assert done.json == {"data": {"resolveReviewThread": {"thread": {"isResolved": True}}}}


@pytest.fixture
async def said(playground: Playground, pull: PullRequest) -> IssueComment:
    """A comment in the conversation."""
    return await playground.comment(pull, "hello")


async def test_comments_of_both_kinds_are_minimized(client: Client, thread: ReviewThread, said: IssueComment) -> None:
    for comment in (said, thread.comments[0]):
        answer = await client.graphql(MINIMIZE, id=comment.node_id)
        minimized = {"isMinimized": True, "minimizedReason": "outdated"}
        assert answer.json == {"data": {"minimizeComment": {"minimizedComment": minimized}}}
        assert comment.minimized == "outdated"


async def test_minimizing_takes_a_permission_and_a_comment(
    with_token: TokenMaker, client: Client, said: IssueComment
) -> None:
    refused = await (await with_token(pull_requests="read", issues="write")).graphql(MINIMIZE, id=said.node_id)
    assert [error["type"] for error in refused.json["errors"]] == ["FORBIDDEN"]
    assert said.minimized is None
    nothing = await client.graphql(MINIMIZE, id="IC_nothing")
    assert [error["type"] for error in nothing.json["errors"]] == ["NOT_FOUND"]


async def test_trouble_can_be_ordered(playground: Playground, client: Client, said: IssueComment) -> None:
    """Before the act nothing is done, after it only the answer is lost, and a field's own refusal is a 200."""
    orders = playground.injections
    orders.append(Injection(broken(502), path="minimizeComment"))
    assert (await client.graphql(MINIMIZE, id=said.node_id)).status == 502
    untouched = said.minimized is None
    orders.append(Injection(FieldRefusalError("FORBIDDEN", "no"), path="minimizeComment"))
    refused = await client.graphql(MINIMIZE, id=said.node_id)
    assert refused.json["errors"] == [{"type": "FORBIDDEN", "path": ["minimizeComment"], "message": "no"}]
    orders.append(Injection(broken(502), path="minimizeComment", after_acting=True))
    assert (await client.graphql(MINIMIZE, id=said.node_id)).status == 502
    assert (untouched, said.minimized) == (True, "outdated")
    orders.append(Injection(DropConnection(), path="minimizeComment", after_acting=True))
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await client.graphql(MINIMIZE, id=said.node_id)


async def test_the_journal_names_what_was_asked(playground: Playground, client: Client, said: IssueComment) -> None:
    await client.graphql(QUEUE, **EXAMPLE)
    await client.graphql(MINIMIZE, id=said.node_id)
    asked = [each for each in playground.journal.requests if each.channel is Channel.GRAPHQL]
    assert [(each.path, each.writes) for each in asked] == [
        ("/query/repository", False),
        ("/mutation/minimizeComment", True),
    ]


async def test_a_public_repository_is_read_without_a_permission(
    playground: Playground, with_token: TokenMaker, repository: Repository, pull: PullRequest
) -> None:
    repository.private = False
    client = await with_token(metadata="read")
    assert "errors" not in (await client.graphql(QUEUE, **EXAMPLE)).json
