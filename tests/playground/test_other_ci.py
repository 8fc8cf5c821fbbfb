"""Other people's CI: suites, runs and statuses as GITHUB.md §4 tells of them."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from tests.playground.clients import Client, Hook

REPO = "/repos/octo-org/example"


def green(files: Mapping[str, bytes]) -> str:
    """Everything passes."""
    return "success"


def without_pypdf2(files: Mapping[str, bytes]) -> str:
    """Fails while a Python file imports the old library."""
    return "failure" if b"import PyPDF2" in files["app.py"] else "success"


async def suites(client: Client, sha: str) -> dict[str, tuple[str, str | None, int]]:
    """Status, conclusion and number of runs by the App's slug, without the App under test."""
    listed = (await client.get(f"{REPO}/commits/{sha}/check-suites")).json["check_suites"]
    return {
        each["app"]["slug"]: (each["status"], each["conclusion"], each["latest_check_runs_count"])
        for each in listed
        if each["app"]["slug"] != "obelize"
    }


async def told(hook: Hook, start: int) -> list[tuple[str, str | None]]:
    """Events and actions from the one of that number on."""
    return [(headers["X-GitHub-Event"], json.loads(body).get("action")) for headers, body in hook.received[start:]]


async def test_ci_sees_each_push_and_judges_its_files(
    playground: Playground, client: Client, repository: Repository
) -> None:
    playground.watch_with_ci(without_pypdf2)
    pull = await playground.open_pull_request("main", "bump")
    assert await suites(client, pull.head_sha) == {"github-actions": ("completed", "failure", 1)}
    sha = await playground.push_files(pull, {"app.py": b"import pypdf\n"})
    assert await suites(client, sha) == {"github-actions": ("completed", "success", 1)}
    runs = (await client.get(f"{REPO}/commits/{sha}/check-runs?filter=latest")).json["check_runs"]
    assert [(run["name"], run["app"]["slug"], run["conclusion"]) for run in runs] == [
        ("tests", "github-actions", "success")
    ]


async def test_the_app_hears_of_others_runs_and_suites(
    playground: Playground, hook: Hook, repository: Repository
) -> None:
    playground.watch_with_ci(lambda _: {"lint": "neutral", "tests": "failure"})
    start = len(hook.received)
    await playground.open_pull_request("main", "bump")
    assert await told(hook, start) == [
        ("check_suite", "requested"),
        ("pull_request", "opened"),
        ("check_run", "created"),
        ("check_run", "created"),
        ("check_run", "completed"),
        ("check_run", "completed"),
        ("check_suite", "completed"),
    ]
    suite = json.loads(hook.received[-1][1])["check_suite"]
    assert (suite["app"]["slug"], suite["conclusion"], suite["head_branch"]) == ("github-actions", "failure", "bump")


async def test_held_ci_is_in_progress_until_it_is_let_go(
    playground: Playground, client: Client, repository: Repository
) -> None:
    ci = playground.watch_with_ci(green, held=True)
    pull = await playground.open_pull_request("main", "bump")
    assert await suites(client, pull.head_sha) == {"github-actions": ("in_progress", None, 1)}
    await playground.let_ci_finish(ci)
    assert await suites(client, pull.head_sha) == {"github-actions": ("completed", "success", 1)}


async def test_a_suite_may_stay_queued_for_ever_and_another_wait_for_approval(
    playground: Playground, client: Client, hook: Hook, repository: Repository
) -> None:
    """GITHUB.md §4: "many never fill it"; and fork pull requests: `action_required` with 0 check runs."""
    playground.watch_with_ci(lambda _: None, slug="never")
    playground.watch_with_ci(lambda _: "action_required")
    pull = await playground.open_pull_request("main", "bump")
    assert await suites(client, pull.head_sha) == {
        "never": ("queued", None, 0),
        "github-actions": ("completed", "action_required", 0),
    }
    runs = (await client.get(f"{REPO}/commits/{pull.head_sha}/check-runs")).json
    assert runs["total_count"] == 0
    assert (await told(hook, 0))[-1] == ("check_suite", "completed")


async def test_the_head_of_a_fork_is_checked_without_a_branch(
    playground: Playground, client: Client, hook: Hook, pull: PullRequest
) -> None:
    playground.watch_with_ci(green)
    fork = playground.fork_repository(pull.repository, "author")
    theirs = await playground.open_pull_request("main", "bump", repository=pull.repository, fork=fork)
    sha = await playground.push_files(theirs, {"a": b"1"})
    assert await suites(client, sha) == {"github-actions": ("completed", "success", 1)}
    suite = json.loads(hook.received[-1][1])["check_suite"]
    assert (suite["head_branch"], suite["pull_requests"]) == (None, [])


async def test_a_commit_is_judged_once(playground: Playground, client: Client, repository: Repository) -> None:
    playground.watch_with_ci(green)
    pull = await playground.open_pull_request("main", "bump")
    first = pull.head_sha
    await playground.push_files(pull, {"a": b"1"})
    await playground.push(pull, first)
    assert await suites(client, first) == {"github-actions": ("completed", "success", 1)}


async def combined(client: Client, sha: str) -> tuple[str, int, list[tuple[str, str]]]:
    """Word, count, and the state of each context."""
    found = (await client.get(f"{REPO}/commits/{sha}/status")).json
    return found["state"], found["total_count"], [(each["context"], each["state"]) for each in found["statuses"]]


async def test_statuses_are_combined_by_context(playground: Playground, client: Client, pull: PullRequest) -> None:
    """GITHUB.md §4: with none at all it "reads `pending` with `total_count: 0`"."""
    where, sha = pull.repository, pull.head_sha
    assert await combined(client, sha) == ("pending", 0, [])
    await playground.post_status(where, sha, "pending", "ci/a", target_url="https://ci.example/1")
    assert await combined(client, sha) == ("pending", 1, [("ci/a", "pending")])
    await playground.post_status(where, sha, "success", "ci/a")
    assert await combined(client, sha) == ("success", 1, [("ci/a", "success")])
    await playground.post_status(where, sha, "error", "ci/b")
    assert (await combined(client, sha))[:2] == ("failure", 2)
    every = (await client.get(f"{REPO}/commits/{sha}/statuses")).json
    assert [each["state"] for each in every] == ["error", "success", "pending"]
    with pytest.raises(ValueError, match="'passed' is no state"):
        await playground.post_status(where, sha, "passed")


async def test_a_status_is_told_with_its_branches(playground: Playground, hook: Hook, pull: PullRequest) -> None:
    await playground.post_status(pull.repository, pull.head_sha, "failure", "ci/a")
    payload: dict[str, Any] = json.loads(hook.received[-1][1])
    assert (payload["context"], payload["state"], payload["sha"]) == ("ci/a", "failure", pull.head_sha)
    assert [branch["name"] for branch in payload["branches"]] == ["bump"]


async def test_a_button_is_there_to_click_once_the_run_is_completed(
    playground: Playground, hook: Hook, client: Client, pull: PullRequest
) -> None:
    button = {"label": "Apply", "description": "Write the rule edits", "identifier": "apply"}
    body = {"name": "obelize", "head_sha": pull.head_sha, "status": "in_progress", "actions": [button]}
    made = (await client.post(f"{REPO}/check-runs", body)).json
    run = playground.world.checks.runs[made["id"]]
    with pytest.raises(LookupError):
        await playground.click(run, "apply", playground.maintainer)
    await client.patch(f"{REPO}/check-runs/{run.id}", {"status": "completed", "conclusion": "neutral"})
    await playground.click(run, "apply", playground.maintainer)
    payload = json.loads(hook.received[-1][1])
    assert (payload["action"], payload["requested_action"]) == ("requested_action", {"identifier": "apply"})
    assert payload["sender"]["login"] == "maintainer"
    with pytest.raises(LookupError):
        await playground.click(run, "other", playground.maintainer)
