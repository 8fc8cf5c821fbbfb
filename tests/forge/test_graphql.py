"""GraphQL through the client: a refusal comes as a 200, and a query is never sent twice."""

import pytest

from bot.forge.errors import QueryRefused, RateLimited, Unavailable, Unexpected
from bot.forge.graphql import data_of, graphql
from bot.forge.permissions import POST_CHECK
from bot.forge.transport import graphql_address
from tests.forge.scripted_github import Bench, Reply

STALE = 'Expected branch to point to "a" but it did not. Pull and try again.'


@pytest.mark.parametrize(
    ("root", "address"),
    [
        pytest.param("https://api.github.com", "https://api.github.com/graphql", id="github.com"),
        pytest.param("https://host.example/api/v3", "https://host.example/api/graphql", id="an Enterprise server"),
        pytest.param("https://api.sub.ghe.com", "https://api.sub.ghe.com/graphql", id="data residency"),
    ],
)
def test_where_it_is_answered(root: str, address: str) -> None:
    """GITHUB.md §12."""
    assert graphql_address(root) == address


async def test_a_query_goes_out_with_its_token_and_its_variables(bench: Bench) -> None:
    bench.github.will_answer(Reply(200, {"data": {"node": {"id": "x"}}}))
    client = bench.client(purpose=POST_CHECK)
    assert await graphql(client, "query($id: ID!) { node(id: $id) { id } }", {"id": "x"}) == {"node": {"id": "x"}}
    (sent,) = bench.github.requests
    assert (sent.method, sent.path) == ("POST", "/api/graphql")
    assert sent.headers["authorization"] == "Bearer ghs_secret1"
    assert sent.json == {"query": "query($id: ID!) { node(id: $id) { id } }", "variables": {"id": "x"}}


async def test_errors_in_a_success_are_raised_with_githubs_words(bench: Bench) -> None:
    """iss: planetscale/ghcommit#153: HTTP 200, and the branch was not written."""
    error = {"type": "STALE_DATA", "path": ["createCommitOnBranch"], "message": STALE}
    bench.github.will_answer(Reply(200, {"data": {"createCommitOnBranch": None}, "errors": [error]}))
    with pytest.raises(QueryRefused) as refused:
        await graphql(bench.client(), "mutation", {})
    assert (refused.value.kinds, refused.value.messages) == (("STALE_DATA",), (STALE,))
    assert len(bench.github.requests) == 1


async def test_a_query_that_may_have_been_carried_out_is_not_sent_again(bench: Bench) -> None:
    bench.github.will_answer(Reply(502), Reply(200, {"data": {}}))
    with pytest.raises(Unavailable) as failed:
        await graphql(bench.client(), "mutation", {})
    assert failed.value.may_have_happened
    assert len(bench.github.requests) == 1


def test_a_limit_is_a_limit_here_too() -> None:
    with pytest.raises(RateLimited):
        data_of({"errors": [{"type": "RATE_LIMITED", "message": "API rate limit exceeded"}]})


@pytest.mark.parametrize("answer", [None, [], {}, {"data": None}, {"errors": [{}]}, {"errors": "no"}])
def test_another_shape_is_one_error(answer: object) -> None:
    with pytest.raises(Unexpected):
        data_of(answer)
