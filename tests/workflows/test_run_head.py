"""Runs of heads, from the delivery to what stands on the pull request; told by the playground's state alone."""

import asyncio
import io
import json
import os
import zipfile
from pathlib import Path

import aiohttp
import pytest
import sqlalchemy as sa

from bot.models.struct import altered
from bot.playground.rest.injections import Injection
from bot.playground.rest.limits import broken
from bot.store import removals
from bot.vocabulary import RunState
from bot.workflows.forgetting import Forgetting
from bot.workflows.planning import ANSWERS
from tests.workflows.stage import BASE, BUMP, CLEAN, HURRY, OLD, Stage, counting, pull_with, stage


async def until_nothing_works(on_stage: Stage) -> None:
    """Until every workflow has ended, those of a repository without rows, too."""
    async with asyncio.timeout(60):
        while await asyncio.to_thread(on_stage.services.enqueuer.unfinished):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.05)


async def fetched(on_stage: Stage, address: str) -> bytes:
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        assert answer.status == 200, address
        return await answer.read()


async def measured(on_stage: Stage) -> dict[str, float]:
    """Every series of the metrics that begins with our prefix, as Prometheus would read it."""
    text = (await fetched(on_stage, f"{on_stage.settings.public_url}/metrics")).decode()
    lines = [line.rpartition(" ") for line in text.splitlines() if line.startswith("obelize_")]
    return {series: float(value) for series, _, value in lines}


async def test_a_bump_gets_a_check_annotations_a_comment_and_a_run_folder(tmp_path: Path) -> None:
    """And the metrics tell of it."""
    async with stage(tmp_path) as on_stage:
        before = await measured(on_stage)
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        (check,) = await on_stage.checks(pull)
        (comment,) = await on_stage.comments(pull)
        assert (check["status"], check["conclusion"]) == ("completed", "action_required")
        assert check["output"]["title"] == "4 places can be rewritten by rules, 3 left for a person"
        assert check["output"]["summary"].startswith(
            "This pull request changes the dependency on PyPDF2 in `requirements.txt`"
        )
        assert [(a["path"], a["start_line"], a["title"]) for a in check["annotations"]] == [
            ("app/old.py", 1, "flag_only_surface"),
            ("app/old.py", 3, "flag_only_surface"),
            ("app/old.py", 3, "flag_only_surface"),
        ]
        assert "asked no model" not in check["annotations"][0]["message"]
        assert "the pack keeps this kind of place for a person" in check["annotations"][0]["message"]
        assert comment["user"]["login"] == "obelize[bot]"
        assert "7 places of 2 files" in comment["body"]
        assert check["details_url"] in comment["body"]
        archive = zipfile.ZipFile(io.BytesIO(await fetched(on_stage, f"{check['details_url']}/archive")))
        names = {name.split("/", 1)[1] for name in archive.namelist()}
        assert {"run.json", "findings.json", "plan.json", "patch.diff", "REPORT.md"} <= names
        run = json.loads(await fetched(on_stage, f"{check['details_url']}/files/run.json"))
        assert run["trigger"]["pull_request"] == pull.number
        assert run["git"] == {"sha": pull.head_sha, "branch": "change", "dirty": False}
        await until_nothing_works(on_stage)
        after = await measured(on_stage)
        for series in (
            'obelize_runs_total{conclusion="waits_for_person",state="finished"}',
            'obelize_run_duration_seconds_count{state="finished"}',
            'obelize_work_duration_seconds_count{kind="run_head"}',
        ):
            assert after[series] == before.get(series, 0.0) + 1, series
        assert after['obelize_deliveries_total{answer="accepted",event="pull_request"}'] >= 1
        assert after['obelize_github_requests_total{family="check-runs",status="2xx"}'] >= 2
        assert after['obelize_github_quota_remaining{resource="core"}'] < 5_000
        assert after['obelize_analyser_children_total{fate="started"}'] > 0
        assert after["obelize_store_up"] == after["obelize_process_works"] == after["obelize_process_leads"] == 1
        assert not any(str(name) in series for series in after for name in (pull.head_sha, "obelize-demo", "octo"))


async def test_a_pull_request_that_is_not_relevant_gets_a_neutral_check_and_no_comment(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, {"README.md": b"hello\n"})
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        (check,) = await on_stage.checks(pull)
        assert (check["conclusion"], check["annotations"]) == ("neutral", [])
        assert "4 places are not shown as annotations here" in check["output"]["summary"]
        assert await on_stage.comments(pull) == []


async def test_a_repository_that_does_not_use_the_library_gets_a_success_and_not_a_word(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, {"a.py": b"x = 1\n"}, {"a.py": b"x = 2\n"})
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        (check,) = await on_stage.checks(pull)
        assert (check["conclusion"], check["output"]["title"]) == ("success", "Nothing is left to do")
        assert await on_stage.comments(pull) == []


async def test_a_repository_over_a_limit_is_told_which_and_by_how_much_and_is_no_success(tmp_path: Path) -> None:
    """One that names too many files, and one that is too much to fetch; of neither is anything known."""
    many = {f"app/{number}.py": b"" for number in range(101)}
    large = {f"app/{number}.py": os.urandom(600_000) for number in range(2)}
    async with stage(tmp_path, OBELIZE_LIMIT_FILES=100, OBELIZE_LIMIT_FETCH_MB=1) as on_stage:
        for name, files, told in (
            ("many", many, "It names more than 100 files (OBELIZE_LIMIT_FILES)."),
            ("large", large, "are more than 1,000,000 bytes to fetch (OBELIZE_LIMIT_FETCH_MB)."),
        ):
            pull = await pull_with(on_stage.playground, BASE | files, BUMP, name)
            await on_stage.playground.announce(pull)
            await on_stage.settled()
            (check,) = await on_stage.checks(pull)
            assert (check["status"], check["conclusion"]) == ("completed", "neutral")
            assert check["output"]["title"] == "The repository is over a limit; nothing was looked at"
            assert told in check["output"]["summary"]
            assert await on_stage.comments(pull) == []
            run = json.loads(await fetched(on_stage, f"{check['details_url']}/files/run.json"))
            (limitation,) = run["limitations"]
            assert limitation["code"] == "repository_over_limit"
            assert told in limitation["detail"]


async def test_more_than_fifty_places_come_in_batches_and_once_each(tmp_path: Path) -> None:
    lines = b"from PyPDF2.generic import AnnotationBuilder\n" + b"AnnotationBuilder()\n" * 119
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, {"a.py": b""}, {"a.py": lines})
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        (check,) = await on_stage.checks(pull)
        assert sorted(a["start_line"] for a in check["annotations"]) == list(range(1, 121))


async def test_a_new_head_gets_its_own_check_and_the_comment_is_edited(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        (before,) = await on_stage.comments(pull)
        moved = {"app/old.py": CLEAN.replace(b"PyPDF2", b"pypdf"), "app/read.py": CLEAN.replace(b"PyPDF2", b"pypdf")}
        await on_stage.playground.push_files(pull, moved, "Migrate")
        await on_stage.settled()
        (check,) = await on_stage.checks(pull)
        assert check["conclusion"] == "success"
        (after,) = await on_stage.comments(pull)
        assert after["id"] == before["id"]
        assert (
            f"nothing is left to do here. No use of a library that is being retired was found at `{pull.head_sha[:7]}`"
            in after["body"]
        )


async def test_rerun_adds_one_check_and_reopening_none(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        await on_stage.playground.close(pull)
        await on_stage.playground.reopen(pull)
        await on_stage.settled()
        assert len(counting(await on_stage.checks(pull))) == 1
        (standing,) = on_stage.playground.world.checks.runs_on(pull.repository, pull.head_sha)
        await on_stage.playground.rerun(standing)
        await on_stage.settled()
        assert len(counting(await on_stage.checks(pull))) == 2
        assert len(await on_stage.comments(pull)) == 1


@pytest.mark.parametrize(
    ("config", "conclusion", "title"),
    [
        pytest.param(b"paused: true\n", "skipped", "Obelize is paused", id="paused"),
        pytest.param(
            b"quiet: true\n", "skipped", "4 places can be rewritten by rules, 3 left for a person", id="quiet"
        ),
        pytest.param(b"exlude: [a]\n", "failure", ".obelize.yml cannot be used", id="an unknown key"),
        pytest.param(b"model: gpt\n", "failure", ".obelize.yml cannot be used", id="a model"),
        pytest.param(b"a: &b [*b]\n", "failure", ".obelize.yml cannot be used", id="an alias"),
    ],
)
async def test_the_configuration_of_the_default_branch_is_obeyed(
    tmp_path: Path, config: bytes, conclusion: str, title: str
) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, {**BASE, ".obelize.yml": config}, {**BUMP, ".obelize.yml": b""})
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        (check,) = await on_stage.checks(pull)
        assert (check["conclusion"], check["output"]["title"]) == (conclusion, title)
        assert check["annotations"] == []
        assert await on_stage.comments(pull) == []


async def test_exclusions_narrow_what_is_seen_and_the_head_cannot_widen_them(tmp_path: Path) -> None:
    config = b"exclude: [app/old.py]\n"
    async with stage(tmp_path) as on_stage:
        change = {**BUMP, ".obelize.yml": b"exclude: []\n"}
        pull = await pull_with(on_stage.playground, {**BASE, ".obelize.yml": config}, change)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        (check,) = await on_stage.checks(pull)
        assert check["output"]["title"] == "4 places can be rewritten by rules"


async def test_a_closed_pull_request_is_left_alone(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        with on_stage.unreachable():
            await on_stage.playground.announce(pull)
            await on_stage.playground.close(pull)
        opened = next(d for d in on_stage.playground.world.deliveries.newest_first() if d.action == "opened")
        await on_stage.playground.hooks.redeliver(opened)
        await on_stage.settled()
        assert [run.state for run in on_stage.runs()] == [RunState.DROPPED]
        assert await on_stage.checks(pull) == []


async def test_what_happens_to_a_head_that_is_overtaken_before_its_run(tmp_path: Path) -> None:
    """A head overtaken before its run started has no check; the newest one has its own."""
    async with stage(tmp_path) as on_stage:
        playground = on_stage.playground
        pull = await pull_with(playground, BASE, BUMP)
        first = pull.head_sha
        with on_stage.unreachable():
            await playground.announce(pull)
            await playground.push_files(pull, {"app/x.py": OLD}, "More")
        opened = next(d for d in playground.world.deliveries.newest_first() if d.action == "opened")
        await playground.hooks.redeliver(opened)
        await on_stage.settled()
        assert {run.head_sha: run.state for run in on_stage.runs()} == {
            first: RunState.SUPERSEDED,
            pull.head_sha: RunState.FINISHED,
        }
        assert playground.world.checks.runs_on(pull.repository, first) == []
        assert len(counting(await on_stage.checks(pull))) == 1


async def test_a_github_that_fails_for_a_while_still_gets_one_check_that_counts(tmp_path: Path) -> None:
    tempo = altered(HURRY, sweep=0.3, patience=0.1)
    async with stage(tmp_path, tempo) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        on_stage.playground.injections.append(Injection(broken(502), method="PATCH", path="check-runs", times=2))
        await on_stage.playground.announce(pull)
        async with asyncio.timeout(60):
            while len(counting(await on_stage.checks(pull))) != 1:  # noqa: ASYNC110 - GitHub has none either
                await asyncio.sleep(0.1)
        await on_stage.settled()
        checks = await on_stage.checks(pull)
        assert len(counting(checks)) == 1
        assert all(check["status"] == "completed" for check in checks)
        assert len(await on_stage.comments(pull)) == 1


@pytest.mark.parametrize("at_work", [False, True], ids=["its run has ended", "its run is at work"])
async def test_a_repository_that_is_removed_leaves_nothing_behind(tmp_path: Path, at_work: bool) -> None:
    """A run at work ends at its next step; what it left until then goes with the next sweep."""
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.announce(pull)
        if at_work:
            async with asyncio.timeout(60):
                while not any((tmp_path / "cache").glob("*.git")):  # noqa: ASYNC110 - the run tells nobody
                    await asyncio.sleep(0.01)
        else:
            await on_stage.settled()
            assert any((tmp_path / "artifacts").rglob("run.json"))
            assert any((tmp_path / "cache").rglob(ANSWERS))
        installation = on_stage.playground.installation_of(pull.repository)
        await on_stage.playground.uninstall(installation)
        await on_stage.settled()
        await until_nothing_works(on_stage)
        await asyncio.to_thread(Forgetting.of(on_stage.services).go_on)
        await on_stage.settled()
        assert on_stage.runs() == []
        assert not any(path.is_file() for path in (tmp_path / "artifacts").rglob("repositories/*/**/*"))
        assert not any((tmp_path / "cache").glob("*.git"))
        with on_stage.services.database.read() as connection:
            assert removals.pending(connection) == []
            left = connection.execute(sa.text("SELECT workflow_uuid FROM workflow_status")).scalars().all()
        assert [one for one in left if one.startswith(f"{pull.repository.id}/")] == []
