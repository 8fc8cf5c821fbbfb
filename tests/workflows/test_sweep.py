"""The sweep: what nobody told the bot, or what a crash left, is found and put back on its way, once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.forge.forge import Forge
from bot.models.decision import RepositoryFacts
from bot.models.names import DeliveryId, RepositoryId
from bot.playground.interception import DropConnection, Phase, RequestSummary
from bot.playground.rest.injections import Injection
from bot.playground.rest.limits import broken
from bot.playground.rest.refusals import not_found
from bot.playground.world.pulls import PullRequest
from bot.store import deliveries, installations, leases, removals, runs
from bot.store.deliveries import Delivery, Subject
from bot.store.leases import Lease
from bot.store.removals import Removal
from bot.store.runs import Head
from bot.vocabulary import DeliveryOutcome, RunState
from bot.workflows.run_work import MOST_ATTEMPTS, MOST_ATTEMPTS_TO_SAY_SO
from bot.workflows.sweep import Sweep
from bot.workflows.unclosed_checks import UnclosedChecks
from tests.webhooks.serving import free_port, until
from tests.workflows.stage import BASE, BUMP, OLD, Stage, counting, pull_with, stage

NOBODY = Subject(None, None, None)


@asynccontextmanager
async def sweeping(
    on_stage: Stage, later: timedelta = timedelta(0), api_url: str | None = None
) -> AsyncIterator[Sweep]:
    """A sweep of the bot on stage, whose clock may be ahead, and whose GitHub may be another."""
    settings = on_stage.settings
    forge = Forge(
        app_id=str(settings.app_id),
        private_key=settings.private_key.get_secret_value(),
        api_url=api_url or settings.github_api_url,
        web_url=settings.github_url,
        spacing=0.0,
    )
    async with forge:
        yield Sweep(replace(on_stage.services, now=lambda: datetime.now(UTC) + later), forge)


async def swept(on_stage: Stage, later: timedelta = timedelta(0)) -> None:
    """One sweep, and everything that came of it."""
    async with sweeping(on_stage, later) as sweep:
        await sweep.once()
    await on_stage.settled()


def facts_of(pull: PullRequest) -> RepositoryFacts:
    repository = pull.repository
    return RepositoryFacts(
        id=repository.id,
        full_name=repository.full_name,
        private=repository.private,
        default_branch=repository.default_branch,
    )


async def test_a_delivery_that_never_arrived_is_asked_for_again(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        with on_stage.unreachable():
            pull = await pull_with(on_stage.playground, BASE, BUMP)
            await on_stage.playground.announce(pull)
        async with sweeping(on_stage) as sweep:
            assert await sweep._lost_deliveries() > 0
        await on_stage.settled()
        assert len(counting(await on_stage.checks(pull))) == 1
        (run,) = on_stage.runs()
        assert run.trigger is not None


async def test_a_head_that_no_delivery_spoke_of_gets_its_check(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        hook, on_stage.playground.hook_url = on_stage.playground.hook_url, None
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        on_stage.playground.hook_url = hook
        await swept(on_stage)
        assert len(counting(await on_stage.checks(pull))) == 1
        assert len(await on_stage.comments(pull)) == 1


async def test_a_repository_that_was_deleted_on_github_is_forgotten(tmp_path: Path) -> None:
    """No event tells of it: GitHub lists it no more and gives no token for it."""
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        await swept(on_stage)
        assert len(on_stage.runs()) == 1
        on_stage.playground.installation_of(pull.repository).repository_ids.discard(pull.repository.id)
        await swept(on_stage)
        assert on_stage.runs() == []
        assert not any((tmp_path / "artifacts").rglob("run.json"))


async def test_a_second_sweep_finds_nothing_to_do(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        for _ in range(2):
            await swept(on_stage, timedelta(hours=1))
        assert len(on_stage.runs()) == 1
        assert len(await on_stage.checks(pull)) == 1


async def test_a_suspended_installation_is_left_alone(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        hook, on_stage.playground.hook_url = on_stage.playground.hook_url, None
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.suspend(on_stage.playground.installation_of(pull.repository))
        on_stage.playground.hook_url = hook
        await swept(on_stage)
        assert on_stage.runs() == []


async def test_a_closed_pull_request_is_not_opened_by_a_sweep(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        hook, on_stage.playground.hook_url = on_stage.playground.hook_url, None
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.close(pull)
        on_stage.playground.hook_url = hook
        await swept(on_stage)
        assert on_stage.runs() == []


async def test_a_run_that_waits_for_a_dead_holder_goes_on(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        hook, on_stage.playground.hook_url = on_stage.playground.hook_url, None
        await swept(on_stage)
        (done,) = on_stage.runs()
        with on_stage.services.database.write() as connection:
            head = Head(done.repository_id, done.pull, done.head_sha, done.base_sha)
            key = runs.insert(connection, head, 2, None, datetime.now(UTC))
            runs.change(connection, key, state=RunState.DEFERRED)
            dead = Lease(done.repository_id, done.pull, "nobody/1", "gone", datetime.now(UTC))
            assert leases.take(connection, dead) == dead
        async with sweeping(on_stage) as sweep:
            assert sweep._retry_stuck() == 1
        await on_stage.settled()
        assert [run.state for run in on_stage.runs()][-1] is RunState.FINISHED
        assert len(counting(await on_stage.checks(pull))) == 2
        on_stage.playground.hook_url = hook


async def test_a_run_that_broke_is_tried_again_in_its_own_time_and_not_for_ever(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        (run,) = on_stage.runs()
        with on_stage.services.database.write() as connection:
            runs.change(connection, run.key, state=RunState.BROKEN, finished_at=datetime.now(UTC))
        async with sweeping(on_stage, timedelta(minutes=4)) as sweep:
            assert sweep._retry_stuck() == 0
        async with sweeping(on_stage, timedelta(minutes=6)) as sweep:
            assert sweep._retry_stuck() == 1
        await on_stage.settled()
        assert [run.attempt for run in on_stage.runs()] == [1, 2]
        with on_stage.services.database.write() as connection:
            head = Head(run.repository_id, run.pull, run.head_sha, run.base_sha)
            key = runs.insert(connection, head, MOST_ATTEMPTS_TO_SAY_SO, None, datetime.now(UTC))
            runs.change(connection, key, state=RunState.BROKEN, finished_at=datetime.now(UTC))
        async with sweeping(on_stage, timedelta(days=1)) as sweep:
            assert sweep._retry_stuck() == 0


async def test_that_a_head_is_given_up_is_said_once_github_listens_again(tmp_path: Path) -> None:
    """Its last attempt could not even close its check: that is tried again, for some hours."""
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        with on_stage.services.database.write() as connection:
            head = Head(pull.repository.id, pull.number, pull.head_sha, pull.base_sha)
            on_stage.playground.hook_url, hook = None, on_stage.playground.hook_url
            installation = on_stage.playground.installation_of(pull.repository)
            installations.put_installation(connection, installation.id, "octo")
            installations.put_repository(connection, installation.id, facts_of(pull))
            key = runs.insert(connection, head, MOST_ATTEMPTS, None, datetime.now(UTC))
            runs.change(connection, key, state=RunState.BROKEN, finished_at=datetime.now(UTC))
        on_stage.playground.injections.append(Injection(broken(), "GET", "/compare", times=100))
        async with sweeping(on_stage, timedelta(hours=1)) as sweep:
            assert sweep._retry_stuck() == 1
        await on_stage.settled()
        (check,) = await on_stage.checks(pull)
        assert check["output"]["title"] == "Obelize could not finish"
        on_stage.playground.hook_url = hook


async def test_what_could_not_be_said_beside_the_check_is_said_later(tmp_path: Path) -> None:
    """Once, by whoever has the pull request's lease; the head is not read again."""
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        on_stage.playground.injections.append(Injection(broken(), "POST", "/comments"))
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        assert await on_stage.comments(pull) == []
        (run,) = on_stage.runs()
        assert (run.state, run.reason) == (RunState.FINISHED, "GitHub did not answer.")
        with on_stage.services.database.write() as connection:
            leases.take(connection, Lease(run.repository_id, run.pull, "somebody", "dead", datetime.now(UTC)))
        for later in (timedelta(0), timedelta(hours=1)):
            await swept(on_stage, later)
            await until(lambda: on_stage.runs()[0].reason is None)
        assert len(await on_stage.comments(pull)) == 1
        assert len(await on_stage.checks(pull)) == 1


@pytest.mark.parametrize(
    "is_seen",
    [pytest.param(True, id="whose number is known"), pytest.param(False, id="whose making was never answered")],
)
async def test_a_check_that_could_not_be_closed_is_closed_later(tmp_path: Path, *, is_seen: bool) -> None:
    """Its head was overtaken while it was read, and GitHub was away when its check was to say so."""
    async with stage(tmp_path) as on_stage:
        playground = on_stage.playground
        pull = await pull_with(playground, BASE, BUMP)
        old = pull.head_sha

        async def overtaken(summary: RequestSummary, phase: Phase) -> None:
            if phase is Phase.AFTER and (summary.method, summary.path[-11:]) == ("POST", "/check-runs"):
                playground.intercept = None
                lost = (
                    Injection(broken(), "PATCH", "/check-runs/")
                    if is_seen
                    else Injection(not_found(), "GET", "/check-runs")
                )
                playground.injections.append(lost)
                await playground.push_files(pull, {"app/more.py": OLD}, "More")
                if not is_seen:
                    raise DropConnection

        playground.intercept = overtaken
        await playground.announce(pull)
        await on_stage.settled()
        left = [
            check["status"] for check in (await playground.snapshot(pull))["check_runs"] if check["head_sha"] == old
        ]
        await swept(on_stage)
        checks = [check for check in (await playground.snapshot(pull))["check_runs"] if check["head_sha"] == old]
        assert left == ["in_progress"]
        assert [check["conclusion"] for check in checks] == ["cancelled"]
        async with sweeping(on_stage) as sweep:
            assert await UnclosedChecks(sweep.services, sweep.forge).close() == 0


async def test_marks_that_came_in_the_wrong_order_are_set_right(tmp_path: Path) -> None:
    """GitHub knows what holds: not suspended, not taken away. A mark of a moment ago may be newer than its list."""
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        installation = on_stage.playground.installation_of(pull.repository).id
        await on_stage.settled()
        with on_stage.services.database.write() as connection:
            installations.set_suspended(connection, installation, suspended=True)
            removals.begin(connection, Removal(RepositoryId(pull.repository.id), "forget/1"), datetime.now(UTC))
            removals.end(connection, Removal(RepositoryId(pull.repository.id), "forget/1"))
        await swept(on_stage)
        with on_stage.services.database.read() as connection:
            known = installations.installation(connection, installation)
            assert removals.is_removed(connection, pull.repository.id)
        assert known is not None
        assert known.works
        await swept(on_stage, timedelta(hours=1))
        with on_stage.services.database.read() as connection:
            assert not removals.is_removed(connection, pull.repository.id)
        assert len(counting(await on_stage.checks(pull))) == 1


async def _lost_run(on_stage: Stage) -> None:
    """A finished head with one more attempt, whose workflow nobody knows."""
    pull = await pull_with(on_stage.playground, BASE, BUMP)
    await on_stage.playground.announce(pull)
    await on_stage.settled()
    with on_stage.services.database.write() as connection:
        head = Head(pull.repository.id, pull.number, pull.head_sha, pull.base_sha)
        key = runs.insert(connection, head, 2, None, datetime.now(UTC))
        runs.change(connection, key, state=RunState.RUNNING)


async def test_a_run_whose_workflow_is_gone_counts_as_broken(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        await _lost_run(on_stage)
        async with sweeping(on_stage) as sweep:
            (_, lost) = on_stage.runs()
            assert not sweep._mark(replace(lost, state=RunState.ENQUEUED))  # it went on between the two looks
            assert sweep._mark_lost() == 1
        assert [run.state for run in on_stage.runs()] == [RunState.FINISHED, RunState.BROKEN]


async def test_bodies_go_after_their_days(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        now = datetime.now(UTC)
        with on_stage.services.database.write() as connection:
            for guid, days in (("old", 6), ("new", 1)):
                delivery = Delivery(DeliveryId(guid), "ping", {}, b"{}", now - timedelta(days=days))
                deliveries.insert(connection, delivery)
                deliveries.finish(connection, delivery.guid, DeliveryOutcome.RECORDED, None, NOBODY, now)
        async with sweeping(on_stage, timedelta(days=2)) as sweep:
            assert await sweep._old_bodies() == 1
        with on_stage.services.database.read() as connection:
            kept = connection.execute(sa.text("SELECT guid FROM deliveries WHERE body IS NOT NULL")).scalars().all()
        assert list(kept) == ["new"]


async def test_a_github_that_is_away_stops_no_other_part(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with stage(tmp_path) as on_stage:
        await _lost_run(on_stage)
        async with sweeping(on_stage, api_url=f"http://127.0.0.1:{free_port()}") as sweep:
            await sweep.once()
        assert [run.state for run in on_stage.runs()] == [RunState.FINISHED, RunState.BROKEN]
        assert "sweep: part=redeliveries failed=Unavailable" in caplog.text
