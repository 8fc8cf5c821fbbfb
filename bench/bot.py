"""The bot beside a playground, measured from outside: when a check is finished, and what the processes took for it."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bench.process import Used, used_by
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.workflows.killed import BotProcess

_LONGEST = 1_800
_LOOK = 0.01


@asynccontextmanager
async def bots(
    playground: Playground, folder: Path, parts: Sequence[str] = ("",), address: str = ""
) -> AsyncIterator[list[BotProcess]]:
    """Processes of the bot on one folder; `address` is that of a PostgreSQL database, if not SQLite."""
    extra = {"OBELIZE_DATABASE_URL": address, "OBELIZE_TEST_SWEEP": "3600", "OBELIZE_TEST_POLL": "0.25"}
    found = [BotProcess(playground, folder, extra=extra, part=part, is_hook=part != "worker") for part in parts]
    try:
        for each in found:
            await each.start()
        yield found
    finally:
        for each in found:
            await each.kill()


def used_by_all(processes: Sequence[BotProcess]) -> Used:
    """CPU of all together, and the memory of the largest."""
    each = [used_by(one.process.pid) for one in processes if one.process is not None]
    return Used(sum(one.cpu for one in each), max(one.megabytes for one in each))


def is_finished(playground: Playground, pull: PullRequest) -> bool:
    """Whether the head has a check that is completed."""
    return any(run.status == "completed" for run in playground.world.checks.runs_on(pull.repository, pull.head_sha))


async def finished(playground: Playground, pulls: Sequence[PullRequest]) -> float:
    """Seconds until all have a finished check on their head."""
    began = time.perf_counter()
    left = list(pulls)
    async with asyncio.timeout(_LONGEST):
        while left:
            await asyncio.sleep(_LOOK)
            left = [pull for pull in left if not is_finished(playground, pull)]
    return time.perf_counter() - began
