"""What people do is told to the App, by the events and in the words of GITHUB.md §3.2."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.playground.git.writing import Change, write_commit
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.playground.clients import Hook

Act = Callable[[Playground, PullRequest], Awaitable[Any]]


async def last(hook: Hook) -> tuple[str, dict[str, Any]]:
    """The newest delivery."""
    headers, body = hook.received[-1]
    return headers["X-GitHub-Event"], json.loads(body)


async def change_base(playground: Playground, pull: PullRequest) -> None:
    await pull.repository.git.set_ref("refs/heads/release", pull.base_sha)
    await playground.change_base(pull, "release")


async def rerun(playground: Playground, pull: PullRequest) -> None:
    suite = playground.world.checks.suites_on(pull.repository, pull.head_sha)[0]
    await playground.rerun(playground.world.checks.start_run(suite, "obelize", "https://example.com"))


async def rerun_all(playground: Playground, pull: PullRequest) -> None:
    await playground.rerun_all(playground.world.checks.suites_on(pull.repository, pull.head_sha)[0])


async def click(playground: Playground, pull: PullRequest) -> None:
    suite = playground.world.checks.suites_on(pull.repository, pull.head_sha)[0]
    run = playground.world.checks.start_run(suite, "obelize", "https://example.com")
    run.status, run.conclusion = "completed", "neutral"
    run.actions = [{"label": "Apply", "description": "Write them", "identifier": "apply"}]
    await playground.click(run, "apply", playground.reader)


async def add_repository(playground: Playground, pull: PullRequest) -> None:
    await playground.add_repository(None, name="second")


async def installed_anew(playground: Playground, pull: PullRequest) -> None:
    await playground.add_repository(None, owner="another", name="first")


ACTS: list[Any] = [
    pytest.param(lambda p, pull: p.announce(pull), "pull_request", "opened", id="opened"),
    pytest.param(lambda p, pull: p.push_files(pull, {"a": b"1"}), "pull_request", "synchronize", id="pushed"),
    pytest.param(lambda p, pull: p.close(pull), "pull_request", "closed", id="closed"),
    pytest.param(lambda p, pull: p.reopen(pull), "pull_request", "reopened", id="reopened"),
    pytest.param(lambda p, pull: p.convert_to_draft(pull), "pull_request", "converted_to_draft", id="drafted"),
    pytest.param(lambda p, pull: p.mark_ready(pull), "pull_request", "ready_for_review", id="ready"),
    pytest.param(change_base, "pull_request", "edited", id="base changed"),
    pytest.param(lambda p, pull: p.retitle(pull, "Other"), "pull_request", "edited", id="retitled"),
    pytest.param(lambda p, pull: p.comment(pull, "hello"), "issue_comment", "created", id="commented"),
    pytest.param(rerun, "check_run", "rerequested", id="re-run"),
    pytest.param(rerun_all, "check_suite", "rerequested", id="re-run all"),
    pytest.param(
        lambda p, pull: p.finish_other_check(pull.repository, pull.head_sha), "check_suite", "completed", id="other CI"
    ),
    pytest.param(click, "check_run", "requested_action", id="button clicked"),
    pytest.param(
        lambda p, pull: p.post_status(pull.repository, pull.head_sha, "failure"), "status", None, id="status set"
    ),
    pytest.param(lambda p, pull: p.enter_merge_queue(pull), "pull_request", "enqueued", id="queued"),
    pytest.param(lambda p, pull: p.leave_merge_queue(pull), "pull_request", "dequeued", id="out of the queue"),
    pytest.param(installed_anew, "installation", "created", id="installed"),
    pytest.param(lambda p, pull: p.uninstall(p.installation_of(pull.repository)), "installation", "deleted", id="gone"),
    pytest.param(
        lambda p, pull: p.suspend(p.installation_of(pull.repository)), "installation", "suspend", id="suspended"
    ),
    pytest.param(
        lambda p, pull: p.unsuspend(p.installation_of(pull.repository)), "installation", "unsuspend", id="back"
    ),
    pytest.param(add_repository, "installation_repositories", "added", id="repository added"),
    pytest.param(
        lambda p, pull: p.remove_from_installation(pull.repository),
        "installation_repositories",
        "removed",
        id="repository removed",
    ),
    pytest.param(lambda p, pull: p.rename(pull.repository, "new"), "repository", "renamed", id="renamed"),
    pytest.param(lambda p, pull: p.transfer(pull.repository, "new"), "repository", "transferred", id="transferred"),
    pytest.param(lambda p, pull: p.make_private(pull.repository), "repository", "privatized", id="made private"),
    pytest.param(lambda p, pull: p.make_public(pull.repository), "repository", "publicized", id="made public"),
    pytest.param(lambda p, _: p.ping(), "ping", None, id="hook made"),
]


@pytest.mark.parametrize(("act", "event", "action"), ACTS)
async def test_an_act_is_told(
    playground: Playground, hook: Hook, pull: PullRequest, act: Act, event: str, action: str | None
) -> None:
    """Each payload passed GitHub's own description on its way out."""
    await act(playground, pull)
    name, payload = await last(hook)
    assert (name, payload.get("action")) == (event, action)


async def test_a_push_moves_the_head_and_its_ref(playground: Playground, hook: Hook, pull: PullRequest) -> None:
    before = pull.head_sha
    after = await playground.push_files(pull, {"new.py": b"x = 1\n"})
    _, payload = await last(hook)
    assert (payload["before"], payload["after"]) == (before, after)
    assert payload["pull_request"]["head"]["sha"] == pull.head_sha == after
    for ref in ("refs/heads/bump", "refs/pull/1/head"):
        assert await pull.repository.git.resolve(ref) == after
    assert hook.events()[-2:] == ["check_suite", "pull_request"]
    assert pull.heads == [before, after]


async def test_a_head_may_be_pushed_back(playground: Playground, hook: Hook, pull: PullRequest) -> None:
    before = pull.head_sha
    await playground.push_files(pull, {"new.py": b"x = 1\n"})
    await playground.push(pull, before)
    assert pull.head_sha == before
    assert len(pull.heads) == 2


async def test_a_push_to_a_fork_sends_no_suite_and_leaves_our_branch(
    playground: Playground, hook: Hook, pull: PullRequest
) -> None:
    """GITHUB.md §4: "a push in a fork sends us no check_suite"."""
    fork = playground.fork_repository(pull.repository, "contributor")
    forked = await playground.open_pull_request("main", "bump", repository=pull.repository, fork=fork)
    ours = await pull.repository.git.resolve("bump")
    sha = await write_commit(pull.repository.git, forked.head_sha, Change({"x": b"1"}, "More\n"))
    start = len(hook.received)
    await playground.push(forked, sha)
    assert hook.events()[start:] == ["pull_request"]
    assert await pull.repository.git.resolve("bump") == ours
    _, payload = await last(hook)
    assert payload["pull_request"]["head"]["repo"]["fork"] is True


async def test_another_base_and_another_title_are_told_apart(
    playground: Playground, hook: Hook, pull: PullRequest
) -> None:
    await change_base(playground, pull)
    _, payload = await last(hook)
    assert payload["changes"]["base"]["ref"]["from"] == "main"
    assert payload["pull_request"]["base"]["ref"] == "release"
    await playground.retitle(pull, "Other")
    _, payload = await last(hook)
    assert "base" not in payload["changes"]


async def test_an_app_hears_only_what_it_subscribed_to(key: Any, hook: Hook) -> None:
    async with await Playground.start(key=key, events=("repository",), permissions={"metadata": "read"}) as playground:
        playground.hook_url = hook.url
        repository = await playground.add_repository(None)
        sha = await write_commit(repository.git, None, Change({"a": b"1"}, "First\n"))
        await repository.git.set_ref("refs/heads/main", sha)
        await playground.open_pull_request("main", "main")
        await playground.rename(repository, "other")
    assert hook.events() == ["installation", "repository"]


async def test_a_suspended_installation_hears_nothing_but_its_own_events(
    playground: Playground, hook: Hook, pull: PullRequest
) -> None:
    installation = playground.installation_of(pull.repository)
    await playground.suspend(installation)
    start = len(hook.received)
    await playground.push_files(pull, {"a": b"1"})
    await playground.unsuspend(installation)
    assert hook.events()[start:] == ["installation"]


async def test_a_repository_outside_the_installation_is_silent(
    playground: Playground, hook: Hook, pull: PullRequest
) -> None:
    await playground.remove_from_installation(pull.repository)
    start = len(hook.received)
    await playground.close(pull)
    assert hook.received[start:] == []
    with pytest.raises(LookupError):
        playground.installation_of(pull.repository)
