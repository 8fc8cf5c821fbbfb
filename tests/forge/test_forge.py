"""The facade against the playground: what is read, and with what rights."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiohttp import web

from bot.forge.budget import CallBudget
from bot.forge.errors import BudgetSpent, KeyUnusable, Missing, NotGranted, RateLimited, Suspended, TooLarge
from bot.forge.forge import Forge
from bot.models.forge import AppIdentity, CheckIdentity, CheckReport
from bot.models.names import CommitSha, InstallationId, RepositoryId
from bot.playground.git.writing import Change, write_commit
from tests.forge.github_stage import CONFIG, GitHubStage, forge_for


def asked(stage: GitHubStage) -> list[str]:
    """What the playground was asked so far, but for tokens and who we are."""
    own = ("/access_tokens", "/app")
    return [f"{r.method} {r.path}" for r in stage.playground.journal.requests if not r.path.endswith(own)]


async def test_who_we_are_is_asked_once(stage: GitHubStage) -> None:
    who = [await stage.forge.identity() for _ in range(2)]
    assert who == [AppIdentity(id=stage.playground.app.id, slug="obelize")] * 2
    assert who[0].login == "obelize[bot]"
    assert [r.path for r in stage.playground.journal.requests] == ["/app"]


async def test_the_apps_number_does_for_its_client_id(stage: GitHubStage) -> None:
    app = stage.playground.app
    async with Forge(app_id=str(app.id), private_key=app.key.private, api_url=stage.playground.api_url) as forge:
        assert (await forge.identity()).id == app.id


async def test_a_forge_with_a_key_that_cannot_sign_does_not_open() -> None:
    with pytest.raises(KeyUnusable):
        async with Forge(app_id="1", private_key="not a key"):
            pass


async def test_a_pull_request_reads_as_it_is_now(stage: GitHubStage) -> None:
    state = await stage.here.pulls.state(stage.pull.number)
    assert (state.number, state.open, state.draft, state.merged, state.locked) == (1, True, False, False, False)
    assert (state.head_sha, state.head_ref, state.base_sha, state.base_ref) == (
        stage.pull.head_sha,
        "bump",
        stage.pull.base_sha,
        "main",
    )
    assert (state.author, state.author_is_bot, state.from_fork) == ("mona", False, False)
    await stage.playground.convert_to_draft(stage.pull)
    assert (await stage.here.pulls.state(1)).draft
    await stage.playground.close(stage.pull)
    assert not (await stage.here.pulls.state(1)).open


async def test_a_fork_is_seen_to_be_one_and_may_be_gone(stage: GitHubStage) -> None:
    fork = stage.playground.fork_repository(stage.repository, "stranger")
    pull = await stage.playground.open_pull_request("main", "bump", repository=stage.repository, fork=fork)
    state = await stage.here.pulls.state(pull.number)
    assert (state.from_fork, state.head_full_name, state.base_repository_id) == (
        True,
        "stranger/example",
        stage.repository_id,
    )
    stage.playground.delete_fork(pull)
    gone = await stage.here.pulls.state(pull.number)
    assert (gone.from_fork, gone.head_repository_id, gone.head_full_name) == (True, None, None)


async def test_all_open_pull_requests_are_listed_over_pages(stage: GitHubStage) -> None:
    for number in range(2, 106):
        stage.playground.world.pulls.add(replace(stage.pull, id=number, number=number))
    await stage.playground.close(stage.pull)
    numbers = [pull.number for pull in await stage.here.pulls.open_ones()]
    assert numbers == list(range(2, 106))
    assert asked(stage).count("GET /repos/octo-org/example/pulls") == 2


async def test_the_merge_base_of_two_histories(stage: GitHubStage) -> None:
    git, base = stage.repository.git, stage.pull.base_sha
    ahead = await write_commit(git, base, Change({"other.py": b""}, "Main moves on\n"))
    alone = await write_commit(git, None, Change({"other.py": b""}, "No common history\n"))
    for name, sha in {"main": ahead, "alone": alone}.items():
        await git.set_ref(f"refs/heads/{name}", sha)
    pulls, head = stage.here.pulls, CommitSha(stage.pull.head_sha)
    assert await pulls.merge_base(CommitSha(ahead), head) == base
    assert await pulls.merge_base(CommitSha(alone), head) is None
    assert await pulls.merge_base(CommitSha("0" * 40), head) is None


async def test_a_file_of_the_default_branch_comes_as_its_bytes(stage: GitHubStage) -> None:
    branch = stage.here.default_branch
    assert [await branch.file(".obelize.yml") for _ in range(2)] == [CONFIG, CONFIG]
    assert await branch.file("no/such file#?.yml") is None
    with pytest.raises(TooLarge):
        await branch.file(".obelize.yml", largest=len(CONFIG) - 1)
    assert asked(stage)[2] == "GET /repos/octo-org/example/contents/no/such%20file%23%3F.yml"


async def test_the_head_of_a_pull_request_does_not_choose_the_configuration(stage: GitHubStage) -> None:
    """DESIGN §8: `.obelize.yml` is read from the default branch only."""
    await stage.playground.push_files(stage.pull, {".obelize.yml": b"paused: true\n"})
    assert await stage.here.default_branch.file(".obelize.yml") == CONFIG


@pytest.mark.parametrize("path", ["../other/contents/x", "a/./b", "/a", ""])
async def test_a_path_that_leads_elsewhere_is_not_asked_for(stage: GitHubStage, path: str) -> None:
    with pytest.raises(ValueError, match="dot segments"):
        await stage.here.default_branch.file(path)
    assert asked(stage) == []


@pytest.mark.parametrize("name", ["nobody", "a/b/c", "../x", "a/..", "o/r?x", "o/r#", "o/%2e%2e", "o/r\n", ""])
async def test_a_name_that_cannot_be_a_repositorys_is_refused(stage: GitHubStage, name: str) -> None:
    with pytest.raises(ValueError, match="owner/name"):
        stage.forge.repository(stage.installation, stage.repository_id, name)


async def test_an_unchanged_answer_is_not_counted_by_github(stage: GitHubStage) -> None:
    """GITHUB.md §8: a 304 does not count against the primary limit."""
    budget = CallBudget(10)
    for _ in range(3):
        await stage.repository_forge(budget).state()
    assert (budget.made, budget.unchanged) == (3, 2)
    assert stage.playground.limits.bucket(f"installation {stage.installation}").used == 1


async def test_a_run_that_made_all_its_calls_is_stopped(stage: GitHubStage) -> None:
    here = stage.repository_forge(CallBudget(1))
    await here.pulls.state(1)
    with pytest.raises(BudgetSpent):
        await here.pulls.state(1)


async def test_a_repository_under_a_new_name_is_found_by_its_number_and_by_its_old_name(stage: GitHubStage) -> None:
    old = stage.here
    await stage.playground.rename(stage.repository, "renamed")
    assert (await old.state()).full_name == "octo-org/renamed"
    assert (await old.pulls.state(1)).number == 1
    which = CheckIdentity(head_sha=CommitSha(stage.pull.head_sha), external_id="1", details_url="http://127.0.0.1/x")
    made = await old.checks.open(which, CheckReport(title="t", summary="s", text=None))
    assert await old.checks.ours(stage.pull.head_sha) == (made,)
    assert (await stage.forge.repository_state(stage.installation, stage.repository_id)).full_name == "octo-org/renamed"


async def test_tokens_are_narrow_in_github_s_eyes(stage: GitHubStage) -> None:
    """Each step's token may do that step; the playground refuses what is more (GITHUB.md §2.1)."""
    await stage.here.pulls.state(1)
    await stage.here.default_branch.file(".obelize.yml")
    await stage.here.comments.post(1, "x")
    await stage.here.checks.ours(stage.pull.head_sha)
    bodies = [r.body for r in stage.playground.journal.requests if r.path.endswith("/access_tokens")]
    assert [body["repository_ids"] for body in bodies] == [[stage.repository.id]] * 4
    assert [body["permissions"] for body in bodies] == [
        {"metadata": "read", "pull_requests": "read"},
        {"contents": "read", "metadata": "read"},
        {"issues": "write", "metadata": "read", "pull_requests": "write"},
        {"checks": "write", "metadata": "read"},
    ]


async def test_an_expired_token_is_replaced_without_anybody_noticing(stage: GitHubStage) -> None:
    await stage.here.pulls.state(1)
    stage.playground.expire_tokens()
    await stage.playground.close(stage.pull)
    assert not (await stage.here.pulls.state(1)).open


async def test_an_exhausted_hour_is_told_with_the_time_until_the_next(stage: GitHubStage) -> None:
    stage.playground.limits.exhaust(f"installation {stage.installation}", reset_in=900)
    with pytest.raises(RateLimited) as raised:
        await stage.here.pulls.state(1)
    assert 890 < raised.value.retry_after <= 902
    assert not raised.value.secondary


async def test_a_repository_that_was_taken_away_is_not_granted(stage: GitHubStage) -> None:
    here = stage.here
    await stage.playground.remove_from_installation(stage.repository)
    with pytest.raises(NotGranted):
        await here.pulls.state(1)


async def test_a_suspended_installation_is_told_apart_from_one_that_is_gone(stage: GitHubStage) -> None:
    here, number = stage.here, stage.installation
    installation = stage.playground.installation_of(stage.repository)
    await stage.playground.suspend(installation)
    assert (await stage.forge.installation(number)).suspended
    with pytest.raises(Suspended):
        await here.pulls.state(1)
    await stage.playground.uninstall(installation)
    with pytest.raises(Missing):
        await stage.forge.installation(number)
    with pytest.raises(Missing):
        await here.pulls.state(1)


async def test_installations_and_their_repositories_are_listed(stage: GitHubStage) -> None:
    other = await stage.playground.add_repository(None, name="second", private=False)
    (installation,) = await stage.forge.installations()
    assert (installation.account, installation.suspended) == ("octo-org", False)
    assert installation.permissions["checks"] == "write"
    repositories = await stage.forge.installation_repositories(installation.id)
    assert [(r.full_name, r.private, r.default_branch, r.archived) for r in repositories] == [
        ("octo-org/example", True, "main", False),
        ("octo-org/second", False, "main", False),
    ]
    with pytest.raises(Missing):
        await stage.forge.installation(InstallationId(1))
    state = await stage.forge.repository_state(installation.id, RepositoryId(other.id))
    assert state.full_name == "octo-org/second"


async def test_only_deliveries_that_never_arrived_are_redelivered(stage: GitHubStage) -> None:
    """GITHUB.md §3.1: group by GUID, redeliver those without any success; the GUID stays the same."""
    statuses = [500, 202, 500, 202]
    received: list[tuple[str, int]] = []

    async def receive(request: web.Request) -> web.Response:
        received.append((request.headers["X-GitHub-Delivery"], statuses[len(received)]))
        return web.Response(status=received[-1][1])

    application = web.Application()
    application.router.add_post("/hook", receive)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    stage.playground.hook_url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    start = datetime.now(UTC) - timedelta(minutes=1)
    for _ in range(3):
        await stage.playground.ping()
    first, arrived, third = (guid for guid, _ in received)
    failed = await stage.forge.failed_deliveries(start)
    assert [(delivery.guid, delivery.event, delivery.attempts) for delivery in failed] == [
        (first, "ping", 1),
        (third, "ping", 1),
    ]
    await stage.forge.redeliver(failed[0])
    await stage.playground.settle()
    assert received[-1] == (first, 202)
    assert [delivery.guid for delivery in await stage.forge.failed_deliveries(start)] == [third]
    assert await stage.forge.failed_deliveries(datetime.now(UTC) + timedelta(minutes=1)) == ()
    assert arrived not in {first, third}
    await runner.cleanup()


def files_with(secret: bytes, folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and secret in path.read_bytes()]


async def test_git_fetches_the_head_with_a_token_that_may_read_and_no_more(stage: GitHubStage, tmp_path: Path) -> None:
    here = stage.here
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), **await here.fetch_environment()}
    for arguments in (["init", "-q", "--bare"], ["fetch", "-q", "--depth=1", here.clone_url, stage.pull.head_sha]):
        process = await asyncio.create_subprocess_exec("git", *arguments, cwd=tmp_path, env=environment)
        assert await process.wait() == 0
    assert files_with(environment["GIT_CONFIG_VALUE_1"].encode(), tmp_path) == []
    assert len(files_with(b"", tmp_path)) > 0
    minted = [request.body for request in stage.playground.journal.requests if request.path.endswith("/access_tokens")]
    assert [body["permissions"] for body in minted] == [{"contents": "read", "metadata": "read"}]


async def test_a_new_process_knows_nothing_and_works(stage: GitHubStage) -> None:
    async with forge_for(stage.playground) as other:
        assert (await stage.repository_forge(forge=other).pulls.state(1)).number == 1
