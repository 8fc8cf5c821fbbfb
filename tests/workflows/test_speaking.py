"""What is said beside the check after the run is over: the status comment, brought up to date."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.forge.comments import StandingComments
from bot.models.names import CommitSha, RepositoryId, RunId
from bot.playground.world.pulls import PullRequest
from bot.store import commits, pulls
from bot.vocabulary import CommitKind, VerifyReason, VerifyStatus
from bot.workflows.speaking import Speaking
from tests.forge.github_stage import forge_for
from tests.workflows.stage import BASE, BUMP, Stage, pull_with, stage


async def refreshed(on_stage: Stage, pull: PullRequest) -> str:
    async with forge_for(on_stage.playground) as forge:
        await Speaking(on_stage.services, forge).refresh(RepositoryId(pull.repository.id), pull.number)
    (comment,) = await on_stage.comments(pull)
    return str(comment["body"])


async def ran(on_stage: Stage) -> PullRequest:
    pull = await pull_with(on_stage.playground, BASE, BUMP)
    await on_stage.playground.announce(pull)
    await on_stage.settled()
    return pull


def made_on(pull: PullRequest, on_stage: Stage) -> commits.Made:
    return commits.Made(
        repository_id=pull.repository.id,
        sha=CommitSha(pull.head_sha),
        pull=pull.number,
        kind=CommitKind.APPLY,
        run_id=RunId("20261130T142530Z-3f9a1c72"),
        parent_run_id=RunId("20261130T142530Z-3f9a1c73"),
        before_sha=CommitSha("e" * 40),
        command_id="c",
        speaker="maintainer",
        numbers=(),
        verdict=None,
        verdict_reason=None,
        verdict_run_id=None,
        created_at=on_stage.services.now(),
    )


async def test_a_commit_and_its_verdict_appear_in_the_comment_that_stands(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await ran(on_stage)
        made = made_on(pull, on_stage)
        with on_stage.services.database.write() as connection:
            commits.put(connection, made)
        assert "by `maintainer` | not known yet |" in await refreshed(on_stage, pull)
        broke = replace(made, verdict=VerifyStatus.FAIL, verdict_reason=VerifyReason.BROKEN_BY_WRITE)
        with on_stage.services.database.write() as connection:
            commits.put(connection, broke)
        assert f"**The commit `{pull.head_sha[:7]}` of Obelize broke something**" in await refreshed(on_stage, pull)


async def test_a_muted_pull_request_is_left_as_it_is(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await ran(on_stage)
        (before,) = await on_stage.comments(pull)
        with on_stage.services.database.write() as connection:
            commits.put(connection, made_on(pull, on_stage))
            pulls.set_muted(connection, pull.repository.id, pull.number, muted=True)
        assert await refreshed(on_stage, pull) == before["body"]
        await on_stage.playground.push_files(pull, {"app/more.py": b"x = 1\n"}, "More")
        await on_stage.settled()
        assert [comment["body"] for comment in await on_stage.comments(pull)] == [before["body"]]


async def test_a_comment_that_somebody_deleted_is_not_made_again_by_a_verdict(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await ran(on_stage)
        (standing,) = on_stage.playground.world.comments.on(pull)
        await on_stage.playground.delete_comment(standing)
        async with forge_for(on_stage.playground) as forge:
            await Speaking(on_stage.services, forge).refresh(RepositoryId(pull.repository.id), pull.number)
        assert await on_stage.comments(pull) == []


async def test_where_nothing_was_said_nothing_is_refreshed(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, {"README.md": b"hello\n"})
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        async with forge_for(on_stage.playground) as forge:
            await Speaking(on_stage.services, forge).refresh(RepositoryId(pull.repository.id), pull.number)
        assert await on_stage.comments(pull) == []


async def test_what_happens_while_the_comment_is_written_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command answers at once while a run or a verdict writes: whoever wrote looks once more."""
    async with stage(tmp_path) as on_stage:
        pull = await ran(on_stage)
        written: list[str] = []
        edit = StandingComments.edit_standing

        async def meanwhile(self: StandingComments, number: int, markdown: str) -> None:
            await edit(self, number, markdown)
            if not written:
                with on_stage.services.database.write() as connection:
                    commits.put(connection, made_on(pull, on_stage))
            written.append(markdown)

        monkeypatch.setattr(StandingComments, "edit_standing", meanwhile)
        assert "by `maintainer` | not known yet |" in await refreshed(on_stage, pull)
        assert len(written) == 2
