"""Two processes that take deliveries and two that carry them out, on one PostgreSQL: one of each dies with -9."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from bot.playground.interception import DropConnection, Phase, RequestSummary
from bot.store import runs
from bot.store.database import Database
from bot.vocabulary import RunState
from tests.postgresql import Cluster
from tests.workflows.killed import SECONDS, BotProcess, finished
from tests.workflows.stage import BASE, BUMP, counting, playing, pull_with


@dataclass(slots=True)
class HandsOver:
    """At the bot's first check, which GitHub made: starts the second worker and kills the first, unanswered."""

    first: BotProcess
    second: BotProcess
    died: bool = False

    async def __call__(self, summary: RequestSummary, phase: Phase) -> None:
        if phase is Phase.AFTER and summary.method == "POST" and "check-runs" in summary.path and not self.died:
            self.died = True
            await self.second.start()
            await self.first.kill()
            raise DropConnection


async def test_what_dead_processes_left_is_done_by_the_others(tmp_path: Path, postgresql: Cluster) -> None:
    """Each head gets exactly one check that counts, in its first attempt: the run is resumed, not begun anew."""
    address = postgresql.fresh()
    async with playing() as playground:

        def process(part: str) -> BotProcess:
            return BotProcess(playground, tmp_path, extra={"OBELIZE_DATABASE_URL": address}, part=part)

        webs, workers = [process("web"), process("web")], [process("worker"), process("worker")]
        try:
            await webs[0].start()
            await webs[1].start()
            await workers[0].start()
            playground.intercept = handing = HandsOver(workers[0], workers[1])
            first = await pull_with(playground, BASE, BUMP, "first")
            await playground.announce(first)
            await playground.settle()
            await webs[1].kill()  # it was the hook, and what it took is kept
            second = await pull_with(playground, BASE, BUMP, "second")
            await playground.announce(second)  # lost, until the sweep asks GitHub for it
            playground.hook_url = f"http://127.0.0.1:{webs[0].port}/webhooks/github"
            for pull in (first, second):
                checks, comments = await finished(playground, pull)
                assert len(counting(checks)) == len(checks) == len(comments) == 1
            assert handing.died
            await _all_ended(address)
            with Database(SecretStr(address)) as database, database.read() as connection:
                ended = runs.in_state(connection, *RunState)
            assert [(run.attempt, run.state) for run in ended] == [(1, RunState.FINISHED)] * 2
        finally:
            for running in (*webs, *workers):
                await running.kill()
    assert "workflow taken up again" in (tmp_path / "bot.log").read_text()


async def _all_ended(address: str) -> None:
    async with asyncio.timeout(SECONDS):
        with Database(SecretStr(address)) as database:
            while True:
                with database.read() as connection:
                    if not runs.in_state(connection, RunState.ENQUEUED, RunState.RUNNING, RunState.DEFERRED):
                        return
                await asyncio.sleep(0.05)
