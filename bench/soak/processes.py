"""The bot's processes: one on SQLite, two that receive and two that work on PostgreSQL; the dead are started again."""

import asyncio
import contextlib
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from bot.playground.playground import Playground
from tests.workflows.killed import BotProcess

_PAUSE = 1.0
"""Seconds, at most, until a dead process is started again."""


@dataclass(slots=True)
class Processes:
    """All of them; `deaths` counts those that were killed, and those that ended by themselves with their status."""

    running: list[BotProcess]
    chance: random.Random
    deaths: Counter[str] = field(default_factory=Counter)
    keepers: list[asyncio.Task[None]] = field(default_factory=list)

    @classmethod
    def of(cls, playground: Playground, folder: Path, chance: random.Random, address: str, sweep: float) -> "Processes":
        """Not started yet."""
        extra = {"OBELIZE_DATABASE_URL": address, "OBELIZE_TEST_SWEEP": str(sweep), "OBELIZE_SETTLE_SECONDS": "0.5"}
        parts = ("web", "web", "worker", "worker") if address else ("",)
        return cls([BotProcess(playground, folder, extra=extra, part=part, is_hook=False) for part in parts], chance)

    async def start(self) -> None:
        """All of them, and whatever dies from now on."""
        for process in self.running:
            await process.start()
        self.keepers = [asyncio.create_task(self._keep(process)) for process in self.running]

    async def kill_worker(self) -> None:
        """One of those that work, whichever the seed says."""
        process = self.chance.choice([one for one in self.running if one.part != "web"])
        await self._kill(process)

    async def kill_receivers(self, seconds: float) -> None:
        """One of those that receive, again and again, until cancelled."""
        while True:
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * seconds)
            await self._kill(self.chance.choice([one for one in self.running if one.part != "worker"]))

    async def stop(self) -> None:
        """Kill all, for good."""
        for keeper in self.keepers:
            keeper.cancel()
        await asyncio.gather(*self.keepers, return_exceptions=True)
        for process in self.running:
            await process.kill()

    def addresses(self) -> list[str]:
        """Where the receivers listen that live."""
        alive = [one for one in self.running if one.part != "worker" and _lives(one)]
        return [f"http://127.0.0.1:{one.port}" for one in alive]

    async def _kill(self, process: BotProcess) -> None:
        if _lives(process):
            self.deaths[f"killed {process.part or 'bot'}"] += 1
            await process.kill()

    async def _keep(self, process: BotProcess) -> None:
        while True:
            assert process.process is not None
            status = await process.process.wait()
            if status != -9:
                self.deaths[f"{process.part or 'bot'} ended with {status}"] += 1
            await asyncio.sleep(self.chance.uniform(0.0, _PAUSE))
            # Killed again while it started: the next turn starts it once more.
            with contextlib.suppress(AssertionError):
                await process.start()


def _lives(process: BotProcess) -> bool:
    return process.process is not None and process.process.returncode is None
