"""The bot, a process of its own, dies with -9 at each write by which it carries `/obelize apply` out: before GitHub got
it, and after GitHub acted but before the answer was read. Restarted, it has made one commit and said everything once.
"""

import asyncio
from pathlib import Path

import pytest

from bot.playground.interception import Phase, RequestSummary
from bot.playground.playground import Playground
from bot.playground.world.comments import IssueComment
from bot.playground.world.pulls import PullRequest
from tests.workflows.killed import SECONDS, DiesAt, bot_process, finished
from tests.workflows.stage import BASE, BUMP, counting, playing, pull_with

OURS = ("/reactions", "/createCommitOnBranch", "/issues/comments")


def is_ours(summary: RequestSummary) -> bool:
    """Whether a request is a write that belongs to the command."""
    return summary.writes and any(part in summary.path for part in OURS)


def said(comment: IssueComment) -> list[str]:
    return [one.content for one in comment.reactions if one.by.type == "Bot"]


async def carried_out(playground: Playground, pull: PullRequest, comment: IssueComment) -> None:
    """Until the command has ended and the head that it made was read."""
    async with asyncio.timeout(SECONDS):
        while "rocket" not in said(comment):  # noqa: ASYNC110 - GitHub has no event for it either
            await asyncio.sleep(0.05)
        while True:
            snapshot = await playground.snapshot(pull)
            on_head = [check for check in snapshot["check_runs"] if check["head_sha"] == pull.head_sha]
            if counting(on_head) and all(check["status"] == "completed" for check in on_head):
                return
            await asyncio.sleep(0.05)


async def _death(deaths: DiesAt, comment: IssueComment) -> None:
    while not deaths.died_at and "rocket" not in said(comment):  # noqa: ASYNC110
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("phase", [Phase.BEFORE, Phase.AFTER])
async def test_killed_at_any_write_of_a_command_it_commits_once(tmp_path: Path, phase: Phase) -> None:
    async with playing() as playground, bot_process(playground, tmp_path) as bot:
        number = 0
        while True:
            number += 1
            deaths = DiesAt(number, phase, bot, is_ours)
            pull = await pull_with(playground, BASE, BUMP, f"app-{number}")
            await playground.announce(pull)
            await finished(playground, pull)
            first = pull.head_sha
            playground.intercept = deaths
            comment = await playground.comment(pull, "/obelize apply", playground.maintainer)
            await asyncio.wait_for(_death(deaths, comment), SECONDS)
            playground.intercept = None
            if deaths.died_at:
                await bot.start()
            await carried_out(playground, pull, comment)
            where = f"{phase.name}, request {number}: {deaths.died_at}"
            made = await pull.repository.git.commits_between(first, pull.head_sha)
            assert len(made) == 1, where
            assert said(comment) == ["eyes", "rocket"], where
            snapshot = await playground.snapshot(pull)
            on_head = [check for check in snapshot["check_runs"] if check["head_sha"] == pull.head_sha]
            assert len(counting(on_head)) == 1, where
            assert len([one for one in snapshot["comments"] if one["user"]["type"] == "Bot"]) == 1, where
            await playground.remove_from_installation(pull.repository)
            if not deaths.died_at:
                break
        assert number > 3
