"""The bot, a process of its own, dies with -9 at every request to GitHub: before GitHub got it, and after GitHub acted
but before the answer was read. Restarted, it leaves exactly one check that counts and one comment, judged by the
playground's state alone.
"""

import asyncio
import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.playground.interception import DropConnection, Phase, RequestSummary
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.workflows.killed import SECONDS, BotProcess, DiesAt, bot_process, finished
from tests.workflows.stage import BASE, BUMP, counting, playing, pull_with


def is_step(summary: RequestSummary) -> bool:
    """Whether a request belongs to a run; what the sweep asks comes in between at any time."""
    path = summary.path
    return path.endswith("/access_tokens") or not (
        path.startswith(("/app", "/installation/")) or path.endswith("/pulls")
    )


def is_write(summary: RequestSummary) -> bool:
    """Whether it changes what people see; a token that nobody took changes nothing."""
    return summary.writes and is_step(summary) and not summary.path.endswith("/access_tokens")


@pytest.mark.parametrize("phase", [Phase.BEFORE, Phase.AFTER])
async def test_killed_at_any_request_it_says_everything_exactly_once(tmp_path: Path, phase: Phase) -> None:
    """One pull request after another, each with one death further on, until a run comes through without dying.

    After GitHub acted only what changes something there is worth a death: a read leaves nothing behind. Before it, every
    second request has to do.
    """
    counts, further, fewest = (is_step, 2, 15) if phase is Phase.BEFORE else (is_write, 1, 4)
    async with playing() as playground, bot_process(playground, tmp_path) as bot:
        for number in itertools.count(1, further):
            deaths = DiesAt(number, phase, bot, counts)
            pull = await pull_with(playground, BASE, BUMP, f"app-{number}")
            playground.intercept = deaths
            await playground.announce(pull)
            await asyncio.wait_for(_death(deaths, playground, pull), SECONDS)
            playground.intercept = None
            if deaths.died_at:
                await bot.start()
            checks, comments = await finished(playground, pull)
            where = f"{phase.name}, request {number}: {deaths.died_at}"
            assert len(counting(checks)) == 1, where
            assert len(comments) == 1, where
            assert len(counting(checks)[0]["annotations"]) == 3, where
            await playground.remove_from_installation(pull.repository)
            if not deaths.died_at:
                break
        assert number >= fewest


async def _death(deaths: "DiesAt | DiesAtPost", playground: Playground, pull: PullRequest) -> None:
    """Until the bot is dead, or has finished because the run made fewer requests this time."""
    while not deaths.died_at:
        snapshot = await playground.snapshot(pull)
        if counting(snapshot["check_runs"]) and snapshot["comments"]:
            return
        await asyncio.sleep(0.02)


async def test_without_finding_what_was_left_the_same_test_fails(tmp_path: Path) -> None:
    """The judge bites: a bot that does not look before it writes posts twice after a crash."""
    doubled = False
    async with playing() as playground:
        for path in ("check-runs", "comments"):
            folder = tmp_path / path
            folder.mkdir()
            async with bot_process(playground, folder, OBELIZE_TEST_FORGETS="1") as bot:
                pull = await pull_with(playground, BASE, BUMP, path)
                deaths = DiesAtPost(path, bot)
                playground.intercept = deaths
                await playground.announce(pull)
                await asyncio.wait_for(_death(deaths, playground, pull), SECONDS)
                playground.intercept = None
                await bot.start()
                checks, comments = await finished_or_stuck(playground, pull)
                doubled |= len(checks) > 1 or len(comments) > 1
    assert doubled


@dataclass(slots=True)
class DiesAtPost:
    """Kills the bot when its first POST to a path was carried out and not answered."""

    path: str
    bot: BotProcess
    died_at: str = ""

    async def __call__(self, summary: RequestSummary, phase: Phase) -> None:
        if phase is Phase.AFTER and summary.method == "POST" and self.path in summary.path and not self.died_at:
            self.died_at = summary.path
            await self.bot.kill()
            raise DropConnection


async def finished_or_stuck(
    playground: Playground, pull: PullRequest
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Like `finished`, but content with checks that stay in progress: a bot that forgets leaves them so."""
    async with asyncio.timeout(SECONDS):
        while True:
            snapshot = await playground.snapshot(pull)
            if counting(snapshot["check_runs"]) and snapshot["comments"]:
                await asyncio.sleep(0.5)
                snapshot = await playground.snapshot(pull)
                return snapshot["check_runs"], snapshot["comments"]
            await asyncio.sleep(0.05)
