"""The default branch: each push is counted, and nobody hears of it."""

from pathlib import Path

from bot.playground.world.repositories import Repository
from bot.store import branch_scans
from bot.store.branch_scans import Counted
from bot.vocabulary import Bail, RunState
from tests.workflows.stage import BASE, OLD, Stage, repository_with, stage

PACK = "py-pdf/pypdf2-to-pypdf"
MIGRATED = {"app/read.py": b"from pypdf import PdfReader\n\nprint(PdfReader('a.pdf'))\n", "app/old.py": None}


async def counted(on_stage: Stage, repository: Repository) -> list[Counted]:
    await on_stage.settled()
    with on_stage.services.database.read() as connection:
        return branch_scans.history(connection, repository.id)


def left(one: Counted) -> dict[Bail | None, int]:
    assert {count.pack for count in one.counts} <= {PACK}
    return {count.word: count.places for count in one.counts}


async def test_each_push_to_the_default_branch_is_counted_by_reason(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        repository = await repository_with(on_stage.playground, BASE)
        first = await on_stage.playground.push_branch(repository, "main", {"README.md": b"hello\n"})
        await on_stage.settled()  # two at once may arrive in any order
        second = await on_stage.playground.push_branch(repository, "main", {**MIGRATED, "requirements.txt": b""})
        before, after = await counted(on_stage, repository)
        assert (before.sha, left(before)) == (
            first,
            {None: 4, Bail.FLAG_ONLY_SURFACE: 3, Bail.REPO_NOT_FULLY_MIGRATED: 1},
        )
        assert (after.sha, after.counts) == (second, ())
        assert on_stage.runs() == []


async def test_pushes_to_other_branches_are_not(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        repository = await repository_with(on_stage.playground, BASE)
        await on_stage.playground.push_branch(repository, "feature", {"app/old.py": OLD})
        assert await counted(on_stage, repository) == []


async def test_a_redelivered_push_counts_once(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        repository = await repository_with(on_stage.playground, BASE)
        await on_stage.playground.push_branch(repository, "main", {"README.md": b"hello\n"})
        (one,) = await counted(on_stage, repository)
        (delivery,) = [d for d in on_stage.playground.world.deliveries.newest_first() if d.event == "push"]
        await on_stage.playground.hooks.redeliver(delivery)
        assert await counted(on_stage, repository) == [one]


async def test_a_paused_repository_is_left_alone(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        repository = await repository_with(on_stage.playground, BASE)
        sha = await on_stage.playground.push_branch(repository, "main", {".obelize.yml": b"paused: true\n"})
        assert await counted(on_stage, repository) == []
        with on_stage.services.database.read() as connection:
            scan = branch_scans.find(connection, repository.id, sha)
        assert scan is not None
        assert (scan.state, scan.reason) == (RunState.DROPPED, "Obelize is paused.")
