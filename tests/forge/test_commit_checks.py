"""What other Apps say of a commit, read from three lists of GitHub."""

from typing import Any

import pytest

from bot.forge import words
from bot.forge.commit_checks import OtherChecks
from bot.models.forge import AppIdentity
from bot.vocabulary import CheckState
from tests.forge.scripted_github import Bench, Reply, Seen

SHA = "a" * 40
OURS, CI = {"id": 7, "slug": "obelize"}, {"id": 15368, "slug": "github-actions"}


async def identity() -> AppIdentity:
    return AppIdentity(id=7, slug="obelize")


def suite(app: dict[str, Any] | None, status: str, conclusion: str | None, runs: int) -> dict[str, Any]:
    return {"app": app, "status": status, "conclusion": conclusion, "latest_check_runs_count": runs}


def check_run(app: dict[str, Any], name: str, status: str, conclusion: str | None) -> dict[str, Any]:
    return {"app": app, "name": name, "status": status, "conclusion": conclusion, "html_url": f"https://ci/{name}"}


def answering(bench: Bench, suites: list[Any], runs: list[Any], statuses: list[Any]) -> OtherChecks:
    def respond(seen: Seen) -> Reply:
        what = seen.path.split("?")[0].rpartition("/")[2]
        return Reply(200, {"check-suites": {"check_suites": suites}, "check-runs": {"check_runs": runs}, "status": {"statuses": statuses}}[what])  # fmt: skip

    bench.github.respond = respond
    return OtherChecks(bench.client(), {"owner": "octo-org", "name": "app"}, identity)


async def test_checks_and_statuses_of_others_are_read_and_our_own_are_not(bench: Bench) -> None:
    found = await answering(
        bench,
        [suite(OURS, "in_progress", None, 1), suite(CI, "completed", "failure", 2), suite(None, "queued", None, 0)],
        [check_run(OURS, "obelize", "in_progress", None), check_run(CI, "tests", "completed", "failure")],
        [{"context": "ci/lint", "state": "success", "target_url": None}],
    ).on(SHA)
    assert [(one.app, one.name, one.state) for one in found.checks] == [
        ("github-actions", "tests", CheckState.FAILED),
        ("status", "ci/lint", CheckState.PASSED),
    ]
    assert not found.unfinished, "an App that never fills its suite is not waited for (nodejs/node-core-utils#1160)"


async def test_a_suite_that_has_not_ended_may_bring_more(bench: Bench) -> None:
    runs = [check_run(CI, "tests", "completed", "success")]
    found = await answering(bench, [suite(CI, "in_progress", None, 1)], runs, []).on(SHA)
    assert found.unfinished


async def test_workflows_of_a_first_time_author_wait_for_somebody(bench: Bench) -> None:
    """iss: thedotmack/claude-mem#3593."""
    found = await answering(bench, [suite(CI, "completed", "action_required", 0)], [], []).on(SHA)
    assert [(one.app, one.state) for one in found.checks] == [("github-actions", CheckState.UNAPPROVED)]


@pytest.mark.parametrize(
    ("status", "conclusion", "state"),
    [
        ("queued", None, CheckState.RUNNING),
        ("waiting", None, CheckState.RUNNING),
        ("completed", "neutral", CheckState.PASSED),
        ("completed", "skipped", CheckState.PASSED),
        ("completed", "timed_out", CheckState.STOPPED),
        ("completed", "cancelled", CheckState.STOPPED),
        ("completed", "stale", CheckState.STOPPED),
        ("completed", "startup_failure", CheckState.FAILED),
        ("completed", "something new", CheckState.STOPPED),
    ],
)
def test_githubs_words_for_how_a_check_stands(status: str, conclusion: str | None, state: CheckState) -> None:
    assert words.check_state(status, conclusion) is state
