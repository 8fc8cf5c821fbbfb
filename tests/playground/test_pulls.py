"""Pull requests, read: GITHUB.md §0, §3.2, §10."""

import pytest

from bot.playground.git.writing import Change, write_commit
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.playground.clients import Client

PULLS = "/repos/octo-org/example/pulls"


async def test_a_pull_request_has_what_git_counts(client: Client, pull: PullRequest) -> None:
    answer = await client.get(f"{PULLS}/1")
    assert answer.status == 200
    shape = answer.json
    assert (shape["commits"], shape["additions"], shape["deletions"], shape["changed_files"]) == (1, 1, 1, 1)
    assert shape["head"]["sha"] == pull.head_sha
    assert shape["base"]["ref"] == "main"
    assert shape["draft"] is False
    assert "merge_commit_sha" not in shape  # GITHUB.md §0
    assert "assignee" not in shape


async def test_mergeable_is_null_until_github_has_computed_it(client: Client, pull: PullRequest) -> None:
    assert (await client.get(f"{PULLS}/1")).json["mergeable"] is None
    again = (await client.get(f"{PULLS}/1")).json
    assert (again["mergeable"], again["mergeable_state"]) == (True, "clean")


async def test_a_conflict_is_not_mergeable(playground: Playground, client: Client, pull: PullRequest) -> None:
    git = pull.repository.git
    other = await write_commit(git, pull.base_sha, Change({"requirements.txt": b"PyPDF2==2.12.1\n"}, "Go back\n"))
    await git.set_ref("refs/heads/older", other)
    await playground.change_base(pull, "older")
    await client.get(f"{PULLS}/1")
    assert (await client.get(f"{PULLS}/1")).json["mergeable"] is False


@pytest.mark.parametrize("number", ["2", "0", "x"])
async def test_a_number_that_is_not_there_is_not_found(client: Client, pull: PullRequest, number: str) -> None:
    assert (await client.get(f"{PULLS}/{number}")).status == 404


async def test_open_ones_are_listed_newest_first_and_in_pages(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    second = await playground.open_pull_request("main", "bump")
    await playground.close(await playground.open_pull_request("main", "bump"))
    listed = await client.get(PULLS)
    assert [each["number"] for each in listed.json] == [second.number, pull.number]
    assert "Link" not in listed.headers
    everything = await client.get(f"{PULLS}?state=all&direction=asc&per_page=2")
    assert [each["number"] for each in everything.json] == [1, 2]
    assert everything.headers["Link"].split(",")[0].endswith('page=2>; rel="next"')
    assert [each["state"] for each in (await client.get(f"{PULLS}?state=closed")).json] == ["closed"]


async def test_a_list_is_filtered_by_head_and_base(client: Client, pull: PullRequest) -> None:
    assert len((await client.get(f"{PULLS}?head=octo-org:bump&base=main")).json) == 1
    assert (await client.get(f"{PULLS}?head=somebody:bump")).json == []
    assert (await client.get(f"{PULLS}?base=other")).json == []


async def test_a_state_that_does_not_exist_is_refused(client: Client, pull: PullRequest) -> None:
    assert (await client.get(f"{PULLS}?state=merged")).status == 422


async def test_the_head_repository_of_a_deleted_fork_is_null(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    """GITHUB.md §3.2: "head.repo is null when the fork was deleted"."""
    fork = playground.fork_repository(pull.repository, "contributor")
    forked = await playground.open_pull_request("main", "bump", repository=pull.repository, fork=fork)
    shape = (await client.get(f"{PULLS}/{forked.number}")).json
    assert shape["head"]["repo"]["full_name"] == "contributor/example"
    assert shape["head"]["label"] == "contributor:bump"
    playground.delete_fork(forked)
    assert (await client.get(f"{PULLS}/{forked.number}")).json["head"]["repo"] is None


async def test_the_playground_may_be_asked_for_a_branch_that_is_not_there(
    playground: Playground, pull: PullRequest
) -> None:
    with pytest.raises(LookupError, match="no branch 'nothing'"):
        await playground.open_pull_request("main", "nothing")
