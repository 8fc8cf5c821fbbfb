"""Check suites: GITHUB.md §4."""

import pytest

from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.playground.clients import Client, Hook

REPO = "/repos/octo-org/example"


async def test_a_push_gives_the_app_a_suite_that_stays_queued_while_it_is_empty(
    client: Client, pull: PullRequest
) -> None:
    listed = (await client.get(f"{REPO}/commits/{pull.head_sha}/check-suites")).json
    assert listed["total_count"] == 1
    suite = listed["check_suites"][0]
    assert (suite["status"], suite["conclusion"], suite["latest_check_runs_count"]) == ("queued", None, 0)
    assert suite["head_branch"] == "bump"


@pytest.mark.parametrize(
    ("conclusions", "worst"),
    [(["success", "neutral"], "neutral"), (["success", "failure", "neutral"], "failure"), (["success"], "success")],
)
async def test_a_suite_concludes_as_its_worst_run(
    client: Client, pull: PullRequest, conclusions: list[str], worst: str
) -> None:
    for index, conclusion in enumerate(conclusions):
        body = {"name": f"check {index}", "head_sha": pull.head_sha, "conclusion": conclusion}
        await client.post(f"{REPO}/check-runs", body)
    suite = (await client.get(f"{REPO}/commits/bump/check-suites")).json["check_suites"][0]
    assert (suite["status"], suite["conclusion"]) == ("completed", worst)


async def test_suites_are_filtered_by_app_and_name(playground: Playground, client: Client, pull: PullRequest) -> None:
    theirs = await playground.finish_other_check(pull.repository, pull.head_sha, name="tests")
    listing = f"{REPO}/commits/bump/check-suites"
    assert (await client.get(listing)).json["total_count"] == 2
    by_app = (await client.get(f"{listing}?app_id=15368")).json["check_suites"]
    by_name = (await client.get(f"{listing}?check_name=tests")).json["check_suites"]
    assert [each["id"] for each in by_app] == [each["id"] for each in by_name] == [theirs.suite.id]


async def test_a_ref_without_a_commit_has_no_suites(client: Client, pull: PullRequest) -> None:
    assert (await client.get(f"{REPO}/commits/nothing/check-suites")).status == 422


async def test_asking_for_all_again_tells_the_app(
    playground: Playground, client: Client, hook: Hook, pull: PullRequest
) -> None:
    suite = playground.world.checks.suites_on(pull.repository, pull.head_sha)[0]
    answer = await client.post(f"{REPO}/check-suites/{suite.id}/rerequest")
    assert (answer.status, answer.json) == (201, {})
    await playground.settle()
    assert hook.events()[-1] == "check_suite"


async def test_a_suite_of_another_app_or_none_is_refused(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    theirs = await playground.finish_other_check(pull.repository, pull.head_sha)
    assert (await client.post(f"{REPO}/check-suites/{theirs.suite.id}/rerequest")).status == 403
    assert (await client.post(f"{REPO}/check-suites/1/rerequest")).status == 404
