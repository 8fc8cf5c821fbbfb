"""Rate limits, conditional requests and ordered trouble: GITHUB.md §8."""

import time

import aiohttp
import pytest

from bot.playground.interception import DropConnection
from bot.playground.playground import Playground
from bot.playground.rest.injections import Injection
from bot.playground.rest.limits import broken, secondary_limit
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from tests.playground.clients import Client, TokenMaker

REPO = "/repos/octo-org/example"


def bucket_of(playground: Playground, repository: Repository) -> str:
    return f"installation {playground.installation_of(repository).id}"


async def test_each_answer_counts_and_says_what_is_left(client: Client) -> None:
    first = (await client.get(REPO)).headers
    second = (await client.get(REPO)).headers
    assert first["x-ratelimit-limit"] == "5000"
    assert first["x-ratelimit-resource"] == "core"
    assert int(second["x-ratelimit-remaining"]) == int(first["x-ratelimit-remaining"]) - 1
    assert int(second["x-ratelimit-used"]) == int(first["x-ratelimit-used"]) + 1
    assert int(first["x-ratelimit-reset"]) > time.time()


async def test_the_installation_is_counted_and_not_the_token(client: Client, with_token: TokenMaker) -> None:
    other = await with_token(contents="read")
    first = int((await client.get(REPO)).headers["x-ratelimit-used"])
    assert int((await other.get(REPO)).headers["x-ratelimit-used"]) == first + 1


async def test_what_did_not_change_is_free(client: Client, pull: PullRequest) -> None:
    """GITHUB.md §8: an authorized 304 "does not count against the primary limit"."""
    first = await client.get(f"{REPO}/pulls")
    again = await client.get(f"{REPO}/pulls", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.raw) == (304, b"")
    assert again.headers["x-ratelimit-used"] == first.headers["x-ratelimit-used"]
    pull.title = "Another title"
    changed = await client.get(f"{REPO}/pulls", headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


async def test_a_tag_belongs_to_one_media_type(client: Client, repository: Repository) -> None:
    as_json = await client.get(f"{REPO}/contents/app.py")
    raw = await client.get(
        f"{REPO}/contents/app.py",
        headers={"If-None-Match": as_json.headers["ETag"], "Accept": "application/vnd.github.raw+json"},
    )
    assert raw.status == 200


async def test_asking_what_is_left_is_free(playground: Playground, client: Client, repository: Repository) -> None:
    before = (await client.get("/rate_limit")).json
    assert "rate" not in before  # gone since 2026-03-10: GITHUB.md §0
    assert (await client.get("/rate_limit")).json == before
    playground.limits.exhaust(bucket_of(playground, repository), reset_in=60)
    answer = await client.get("/rate_limit")
    assert answer.status == 200
    assert answer.json["resources"]["core"]["remaining"] == 0


async def test_an_exhausted_installation_is_refused_until_the_reset(
    playground: Playground, client: Client, app_client: Client, repository: Repository
) -> None:
    playground.limits.exhaust(bucket_of(playground, repository), reset_in=60)
    answer = await client.get(REPO)
    assert answer.status == 403
    assert answer.headers["x-ratelimit-remaining"] == "0"
    assert answer.json["message"].startswith("API rate limit exceeded for installation ID ")
    assert (await app_client.get("/app")).status == 200
    playground.limits.exhaust(bucket_of(playground, repository), reset_in=0)
    assert (await client.get(REPO)).status == 200


async def test_a_small_limit_runs_out(
    key: object, playground: Playground, client: Client, repository: Repository
) -> None:
    playground.limits.bucket(bucket_of(playground, repository)).limit = 3
    statuses = [(await client.get(REPO)).status for _ in range(4)]
    assert statuses == [200, 200, 200, 403]


async def test_nobody_has_sixty_an_hour(anonymous: Client) -> None:
    assert (await anonymous.get("/meta")).headers["x-ratelimit-limit"] == "60"


@pytest.mark.parametrize(("status", "retry_after"), [(403, 60), (429, 1), (403, None), (429, None)])
async def test_a_secondary_limit_is_ordered(
    playground: Playground, client: Client, repository: Repository, status: int, retry_after: int | None
) -> None:
    playground.injections.append(Injection(secondary_limit(status, retry_after)))
    answer = await client.get(REPO)
    assert answer.status == status
    assert answer.headers.get("retry-after") == (None if retry_after is None else str(retry_after))
    assert answer.json["message"].startswith("You have exceeded a secondary rate limit")
    assert answer.headers.get("x-ratelimit-remaining") != "0"
    assert (await client.get(REPO)).status == 200


async def test_trouble_strikes_what_it_was_ordered_for(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    playground.injections.append(Injection(broken(502), method="POST", path="/comments", times=2))
    assert (await client.get(f"{REPO}/issues/1/comments")).status == 200
    for status in (502, 502, 201):
        assert (await client.post(f"{REPO}/issues/1/comments", {"body": "hello"})).status == status
    assert len((await client.get(f"{REPO}/issues/1/comments")).json) == 1


async def test_a_502_may_come_after_github_acted(playground: Playground, client: Client, pull: PullRequest) -> None:
    """GITHUB.md §15: "after a time-out or 5xx it may have been carried out"."""
    playground.injections.append(Injection(broken(502), method="POST", after_acting=True))
    assert (await client.post(f"{REPO}/issues/1/comments", {"body": "hello"})).status == 502
    assert len((await client.get(f"{REPO}/issues/1/comments")).json) == 1


async def test_a_connection_may_be_lost(playground: Playground, client: Client, pull: PullRequest) -> None:
    playground.injections.append(Injection(DropConnection(), method="POST", after_acting=True))
    with pytest.raises(aiohttp.ClientError):
        await client.post(f"{REPO}/issues/1/comments", {"body": "hello"})
    assert len((await client.get(f"{REPO}/issues/1/comments")).json) == 1
