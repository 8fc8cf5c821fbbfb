"""Check runs: GITHUB.md §4. A wrong request gets GitHub's status and words, beside the right one."""

from typing import Any

import pytest

from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.playground.clients import Client, Hook

REPO = "/repos/octo-org/example"
RUNS = f"{REPO}/check-runs"
OUTPUT = {"title": "Nine places", "summary": "Nine places are left."}
ANNOTATION = {
    "path": "app.py",
    "start_line": 1,
    "end_line": 1,
    "annotation_level": "warning",
    "message": "The library is imported.",
}


def run_on(pull: PullRequest, **more: Any) -> dict[str, Any]:
    """A body that GitHub accepts, and what is changed in it."""
    return {"name": "obelize", "head_sha": pull.head_sha, **more}


@pytest.fixture
async def number(client: Client, pull: PullRequest) -> int:
    """The id of a run in progress."""
    answer = await client.post(RUNS, run_on(pull, status="in_progress", output=OUTPUT))
    assert answer.status == 201
    return int(answer.json["id"])


async def test_a_run_is_created_queued(playground: Playground, client: Client, pull: PullRequest) -> None:
    answer = await client.post(RUNS, run_on(pull))
    assert answer.status == 201
    shape = answer.json
    assert (shape["status"], shape["conclusion"]) == ("queued", None)
    assert shape["app"]["id"] == playground.app.id
    assert shape["details_url"] == playground.app.external_url  # "absent → the App's homepage"
    assert [each["number"] for each in shape["pull_requests"]] == [pull.number]
    assert answer.headers["Location"] == shape["url"]


async def test_a_conclusion_completes_a_run(client: Client, pull: PullRequest) -> None:
    """GITHUB.md §4: "Giving a conclusion sets status completed"."""
    shape = (await client.post(RUNS, run_on(pull, conclusion="neutral", external_id="run-1"))).json
    assert (shape["status"], shape["conclusion"], shape["external_id"]) == ("completed", "neutral", "run-1")
    assert shape["completed_at"] is not None


MISSING = '"{}" wasn\'t supplied.'
WRONG_BODIES = [
    pytest.param({"head_sha": None}, "For 'properties/head_sha', nil is not permitted.", id="null is no sha"),
    pytest.param({"name": 5}, "For 'properties/name', 5 is not a string.", id="a name is a string"),
    pytest.param({"status": "completed"}, MISSING.format("conclusion"), id="completed needs a conclusion"),
    pytest.param(
        {"completed_at": "2026-11-30T10:00:00Z"}, MISSING.format("conclusion"), id="an end needs a conclusion"
    ),
    pytest.param(
        {"status": "completed", "conclusion": "broken"},
        'For \'properties/conclusion\', "broken" is not a member of ["action_required", "cancelled", "failure",'
        ' "neutral", "success", "skipped", "stale", "timed_out"].',
        id="a conclusion is one of a closed set",
    ),
    pytest.param({"conclusion": "stale"}, '"stale" is not a permitted conclusion.', id="stale is set by GitHub only"),
    pytest.param(
        {"status": "waiting"},
        '"waiting" is a status that only GitHub Actions may set.',
        id="some statuses are for Actions only",
    ),
    pytest.param({"output": {"title": "x"}}, MISSING.format("summary"), id="an output has a summary"),
    pytest.param({"output": {"summary": "x"}}, MISSING.format("title"), id="an output has a title"),
    pytest.param(
        {"output": {**OUTPUT, "summary": "x" * 65_536}},
        "Only 65535 characters are allowed; 65536 were supplied.",
        id="a summary has at most 65,535 characters",
    ),
    pytest.param(
        {"output": {**OUTPUT, "text": "x" * 65_536}},
        "Only 65535 characters are allowed; 65536 were supplied.",
        id="a text has at most 65,535 characters",
    ),
    pytest.param(
        {"output": {**OUTPUT, "title": "x" * 256}},
        "Only 255 characters are allowed; 256 were supplied.",
        id="a title has at most 255 characters",
    ),
    pytest.param(
        {"output": {**OUTPUT, "annotations": [ANNOTATION] * 51}},
        "No more than 50 items are allowed; 51 were supplied.",
        id="a request has at most 50 annotations",
    ),
    pytest.param(
        {"output": {**OUTPUT, "annotations": [{"start_line": 1, "end_line": 1, "message": "x"}]}},
        '"annotation_level", "path" weren\'t supplied.',
        id="an annotation has a path and a level",
    ),
    pytest.param(
        {"output": {**OUTPUT, "annotations": [{**ANNOTATION, "annotation_level": "error"}]}},
        'For \'properties/annotation_level\', "error" is not a member of ["notice", "warning", "failure"].',
        id="a level is one of three",
    ),
    pytest.param(
        {"actions": [{"label": "Apply", "description": "Write them", "identifier": "apply"}] * 4},
        "No more than 3 items are allowed; 4 were supplied.",
        id="at most three buttons",
    ),
    pytest.param(
        {"actions": [{"label": "x" * 21, "description": "Write them", "identifier": "apply"}]},
        "Only 20 characters are allowed; 21 were supplied.",
        id="a button's label has at most 20 characters",
    ),
    pytest.param({"conclusions": "success"}, '"conclusions" is not a permitted key.', id="a key that is misspelt"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG_BODIES)
async def test_a_body_that_does_not_fit_is_refused(
    client: Client, pull: PullRequest, change: dict[str, Any], sentence: str
) -> None:
    answer = await client.post(RUNS, run_on(pull, **change))
    assert answer.status == 422
    assert answer.json == {
        "message": f"Invalid request.\n\n{sentence}",
        "documentation_url": "https://docs.github.com/rest/checks/runs#create-a-check-run",
        "status": "422",
    }


async def test_name_and_sha_are_required(client: Client, pull: PullRequest) -> None:
    answer = await client.post(RUNS, {})
    assert answer.json["message"] == 'Invalid request.\n\n"head_sha", "name" weren\'t supplied.'


async def test_a_refused_run_is_not_there(playground: Playground, client: Client, pull: PullRequest) -> None:
    await client.post(RUNS, run_on(pull, output={**OUTPUT, "annotations": [ANNOTATION] * 51}))
    assert playground.world.checks.runs == {}


@pytest.mark.parametrize("sha", ["0" * 40, "main", "abc"])
async def test_a_commit_that_is_not_there_has_no_run(client: Client, pull: PullRequest, sha: str) -> None:
    answer = await client.post(RUNS, run_on(pull, head_sha=sha))
    assert (answer.status, answer.json["message"]) == (422, f"No commit found for SHA: {sha}")


async def test_a_summary_is_limited_in_bytes_too(client: Client, pull: PullRequest) -> None:
    """github/docs#35252: 65,535 characters that take more bytes are refused in other words."""
    answer = await client.post(RUNS, run_on(pull, output={**OUTPUT, "summary": "é" * 40_000}))
    assert answer.status == 422
    assert answer.json["message"] == "Validation Failed"
    assert answer.json["errors"] == [
        {
            "resource": "CheckRun",
            "code": "custom",
            "field": "summary",
            "message": "summary exceeds a maximum bytesize of 65535",
        }
    ]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"end_line": 2, "start_column": 1, "end_column": 2}, id="columns on several lines"),
        pytest.param({"start_column": 1}, id="one column without the other"),
        pytest.param({"start_column": 5, "end_column": 2}, id="columns backwards"),
        pytest.param({"start_column": 0, "end_column": 2}, id="columns from zero"),
        pytest.param({"start_line": 3}, id="lines backwards"),
        pytest.param({"start_line": 0, "end_line": 0}, id="lines from zero"),
        pytest.param({"path": ""}, id="no path"),
        pytest.param({"message": "x" * 65_537}, id="a message over 64 KB"),
        pytest.param({"raw_details": "x" * 65_537}, id="details over 64 KB"),
        pytest.param({"title": "x" * 256}, id="a title over 255 characters"),
    ],
)
async def test_an_annotation_is_refused_without_a_reason(
    client: Client, pull: PullRequest, change: dict[str, Any]
) -> None:
    """probot/probot#790, jenkinsci/github-checks-plugin#20: all that is said is that annotations are invalid."""
    good = await client.post(RUNS, run_on(pull, output={**OUTPUT, "annotations": [ANNOTATION]}))
    assert good.status == 201
    bad = {**ANNOTATION, **change}
    answer = await client.post(RUNS, run_on(pull, output={**OUTPUT, "annotations": [ANNOTATION, bad]}))
    assert answer.status == 422
    assert answer.json["errors"] == [{"resource": "CheckRun", "code": "invalid", "field": "annotations"}]


async def test_updates_append_annotations_and_the_last_texts_win(client: Client, number: int) -> None:
    for batch, title in ((50, "first"), (20, "second")):
        output = {**OUTPUT, "title": title, "annotations": [ANNOTATION] * batch}
        answer = await client.patch(f"{RUNS}/{number}", {"output": output})
        assert answer.status == 200
    shape = (await client.get(f"{RUNS}/{number}")).json
    assert shape["output"]["annotations_count"] == 70
    assert shape["output"]["title"] == "second"
    first = await client.get(f"{RUNS}/{number}/annotations?per_page=50")
    assert len(first.json) == 50
    assert 'rel="next"' in first.headers["Link"]
    assert len((await client.get(f"{RUNS}/{number}/annotations?per_page=50&page=2")).json) == 20


async def test_a_completed_run_may_begin_again(client: Client, number: int) -> None:
    await client.patch(f"{RUNS}/{number}", {"conclusion": "success"})
    shape = (await client.patch(f"{RUNS}/{number}", {"status": "in_progress"})).json
    assert (shape["status"], shape["conclusion"], shape["completed_at"]) == ("in_progress", None, None)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"status": "completed"}, MISSING.format("conclusion")),
        ({"output": {"summary": "x"}}, MISSING.format("title")),
        ({"output": {"title": "x"}}, MISSING.format("summary")),
        (
            {"output": {**OUTPUT, "annotations": [ANNOTATION] * 51}},
            "No more than 50 items are allowed; 51 were supplied.",
        ),
    ],
)
async def test_an_update_is_checked_like_a_creation(
    client: Client, number: int, body: dict[str, Any], sentence: str
) -> None:
    answer = await client.patch(f"{RUNS}/{number}", body)
    assert (answer.status, answer.json["message"]) == (422, f"Invalid request.\n\n{sentence}")


async def test_only_its_own_app_changes_a_run(playground: Playground, client: Client, pull: PullRequest) -> None:
    theirs = await playground.finish_other_check(pull.repository, pull.head_sha)
    assert (await client.get(f"{RUNS}/{theirs.id}")).status == 200
    for answer in (
        await client.patch(f"{RUNS}/{theirs.id}", {"conclusion": "failure"}),
        await client.post(f"{RUNS}/{theirs.id}/rerequest"),
    ):
        assert answer.status == 403
        assert answer.json["message"] == (
            "Invalid app_id `15368` - check run can only be modified by the GitHub App that created it."
        )
    assert theirs.conclusion == "success"


@pytest.mark.parametrize("path", ["/1", "/x", "/1/annotations"])
async def test_a_run_that_is_not_there_is_not_found(client: Client, pull: PullRequest, path: str) -> None:
    assert (await client.get(RUNS + path)).status == 404


async def test_a_run_belongs_to_its_repository(playground: Playground, client: Client, number: int) -> None:
    await playground.add_repository(None, name="other")
    assert (await client.get(f"/repos/octo-org/other/check-runs/{number}")).status == 404


async def test_the_newest_run_of_a_name_is_listed_unless_all_are_wanted(
    playground: Playground, client: Client, pull: PullRequest, number: int
) -> None:
    newer = (await client.post(RUNS, run_on(pull, conclusion="success"))).json["id"]
    theirs = await playground.finish_other_check(pull.repository, pull.head_sha)
    listing = f"{REPO}/commits/{pull.head_sha}/check-runs"

    async def listed(query: str) -> list[int]:
        answer = await client.get(listing + query)
        assert answer.json["total_count"] >= len(answer.json["check_runs"])
        return [each["id"] for each in answer.json["check_runs"]]

    assert await listed("") == [theirs.id, newer]
    assert await listed("?filter=all") == [theirs.id, newer, number]
    assert await listed(f"?app_id={playground.app.id}&filter=all") == [newer, number]
    assert await listed("?check_name=tests") == [theirs.id]
    assert await listed("?status=in_progress&filter=all") == [number]
    assert await listed("?per_page=1&filter=all&page=2") == [newer]


@pytest.mark.parametrize(("query", "status"), [("?filter=newest", 422), ("?status=done", 422), ("?app_id=1", 200)])
async def test_a_list_is_filtered_by_what_exists(client: Client, pull: PullRequest, query: str, status: int) -> None:
    assert (await client.get(f"{REPO}/commits/bump/check-runs{query}")).status == status


async def test_a_ref_without_a_commit_has_no_list(client: Client, pull: PullRequest) -> None:
    answer = await client.get(f"{REPO}/commits/heads/nothing/check-runs")
    assert (answer.status, answer.json["message"]) == (422, "No commit found for SHA: heads/nothing")
    assert (await client.get(f"{REPO}/commits/heads/bump/check-runs")).status == 200


async def test_asking_for_a_run_again_tells_the_app_and_leaves_the_run(
    playground: Playground, client: Client, hook: Hook, pull: PullRequest, number: int
) -> None:
    """GITHUB.md §4: "GitHub resets the suite to queued, not the run"."""
    await client.patch(f"{RUNS}/{number}", {"conclusion": "success"})
    answer = await client.post(f"{RUNS}/{number}/rerequest")
    assert (answer.status, answer.json) == (201, {})
    await playground.settle()
    assert hook.events()[-1] == "check_run"
    assert (await client.get(f"{RUNS}/{number}")).json["status"] == "completed"
    suites = (await client.get(f"{REPO}/commits/bump/check-suites")).json["check_suites"]
    assert [(each["status"], each["conclusion"]) for each in suites] == [("queued", None)]


async def test_a_run_on_the_head_of_a_fork_names_no_pull_request(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    fork = playground.fork_repository(pull.repository, "contributor")
    await playground.close(pull)
    await playground.open_pull_request("main", "bump", repository=pull.repository, fork=fork)
    assert (await client.post(RUNS, run_on(pull))).json["pull_requests"] == []
