"""A thousand deliveries, repeated and out of order: each head that is looked at gets exactly one check that counts."""

import asyncio
import random
from collections import Counter
from pathlib import Path

from bot.playground.world.deliveries import Delivery
from bot.playground.world.pulls import PullRequest
from bot.vocabulary import RunState
from tests.workflows.stage import BASE, BUMP, OLD, Stage, counting, pull_with, stage

DELIVERIES = 1_000
PULLS = 10


async def lively_pull(on_stage: Stage, number: int) -> PullRequest:
    """A pull request with a past: opened, pushed to, made a draft and ready, closed, reopened, pushed to again."""
    playground = on_stage.playground
    pull = await pull_with(playground, BASE, BUMP, f"app{number}")
    await playground.announce(pull)
    await playground.push_files(pull, {"app/more.py": OLD}, "More")
    await playground.convert_to_draft(pull)
    await playground.mark_ready(pull)
    await playground.close(pull)
    await playground.reopen(pull)
    await playground.push_files(pull, {"app/last.py": OLD}, "Last")
    return pull


async def sent(on_stage: Stage, deliveries: list[Delivery]) -> None:
    """All of them, a few at a time, as a burst reaches a receiver."""
    gate = asyncio.Semaphore(8)

    async def send(delivery: Delivery) -> None:
        async with gate:
            await on_stage.playground.hooks.redeliver(delivery)

    await asyncio.gather(*(send(delivery) for delivery in deliveries))


async def test_every_head_gets_one_check_that_counts(tmp_path: Path) -> None:
    chance = random.Random(20261130)  # noqa: S311 - the same disorder every time
    async with stage(tmp_path, OBELIZE_LIMIT_RUNS=4) as on_stage:
        playground = on_stage.playground
        with on_stage.unreachable():
            pulls = [await lively_pull(on_stage, number) for number in range(PULLS)]
        first = playground.world.deliveries.newest_first()
        burst = list(first) + chance.choices(first, k=DELIVERIES - len(first))
        chance.shuffle(burst)
        await sent(on_stage, burst)
        await on_stage.settled()

        answers = Counter(delivery.status_code for delivery in playground.world.deliveries.newest_first())
        # Each status comment comes back as an event of its own.
        assert answers == {502: len(first), 202: DELIVERIES + len(pulls)}
        for pull in pulls:
            checks = await on_stage.checks(pull)
            assert len(counting(checks)) == 1
            assert all(check["status"] == "completed" for check in checks)
            assert len(await on_stage.comments(pull)) == 1
        finished = Counter(
            (run.repository_id, run.head_sha) for run in on_stage.runs() if run.state is RunState.FINISHED
        )
        assert finished == {(pull.repository.id, pull.head_sha): 1 for pull in pulls}
