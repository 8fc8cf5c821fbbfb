"""The bot's process dies with -9 while it posts suggestions or puts one away; restarted, it repeats nothing."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.playground.interception import DropConnection, Phase, RequestSummary
from tests.consult.endpoint import endpoint
from tests.conversation.offered_scenes import BASE, BUMP_NEAR, NEAR
from tests.workflows.killed import SECONDS, BotProcess, bot_process, finished
from tests.workflows.stage import playing, pull_with
from tests.workflows.test_consulting import proposing, settings_for


@dataclass(slots=True)
class DiesOnce:
    """Kills the bot at the first request to a path, in one phase, and drops the connection."""

    path: str
    phase: Phase
    bot: BotProcess
    died: bool = False

    async def __call__(self, summary: RequestSummary, phase: Phase) -> None:
        reads = summary.method == "GET"
        if self.died or reads or phase is not self.phase or self.path not in summary.path:
            return
        self.died = True
        await self.bot.kill()
        raise DropConnection


@pytest.mark.parametrize(
    ("path", "phase"),
    [
        ("/reviews", Phase.BEFORE),
        ("/reviews", Phase.AFTER),
        ("minimizeComment", Phase.AFTER),
        ("resolveReviewThread", Phase.BEFORE),
    ],
)
async def test_every_suggestion_is_posted_once_and_there_is_one_comment(
    tmp_path: Path, path: str, phase: Phase
) -> None:
    with endpoint(proposing) as served:
        async with playing() as playground, bot_process(playground, tmp_path, **settings_for(served)) as bot:
            pull = await pull_with(playground, BASE, BUMP_NEAR)
            deaths = DiesOnce(path, phase, bot)
            playground.intercept = deaths
            await playground.announce(pull)
            if path == "/reviews":
                await _until_dead(deaths)
                await bot.start()
            await finished(playground, pull)
            await playground.push_files(pull, {"tools/first.py": NEAR.replace(b"getPage(0)", b"getPage(3)")})
            if path != "/reviews":
                await _until_dead(deaths)
                await bot.start()
            await finished(playground, pull)
            async with asyncio.timeout(SECONDS):
                threads = playground.world.reviews.threads_of(pull)
                while len(threads) < 2 or threads[0].resolved_by is None:
                    await asyncio.sleep(0.05)
                    threads = playground.world.reviews.threads_of(pull)
            _, comments = await finished(playground, pull)
    first, second = threads
    assert [(len(thread.comments), thread.outdated) for thread in threads] == [(1, True), (1, False)]
    assert first.comments[0].minimized is not None
    assert second.resolved_by is None
    assert len(comments) == 1


async def _until_dead(deaths: DiesOnce) -> None:
    async with asyncio.timeout(SECONDS):
        while not deaths.died:  # noqa: ASYNC110 - the interception has no event to wait for
            await asyncio.sleep(0.02)
