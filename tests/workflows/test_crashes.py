"""The bot, a process of its own, dies with -9 at every request to GitHub: before GitHub got it, and after GitHub acted
but before the answer was read. Restarted, it leaves exactly one check that counts and one comment, judged by the
playground's state alone.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.playground.interception import DropConnection, Phase, RequestSummary
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.webhooks.serving import free_port
from tests.workflows.stage import BASE, BUMP, counting, playing, pull_with

SECONDS = 90
_PATIENCE = aiohttp.ClientTimeout(total=5)
ROOT = Path(__file__).resolve().parents[2]


@dataclass(slots=True)
class BotProcess:
    """The bot's process: started, killed, started again on the same folder."""

    playground: Playground
    folder: Path
    port: int = field(default_factory=free_port)
    extra: dict[str, str] = field(default_factory=dict)
    process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        app = self.playground.app
        environment = {
            "PATH": os.environ["PATH"],
            "GITHUB_APP_ID": str(app.id),
            "GITHUB_PRIVATE_KEY": app.key.private,
            "GITHUB_WEBHOOK_SECRET": app.webhook_secret,
            "GITHUB_URL": self.playground.web_url,
            "GITHUB_API_URL": self.playground.api_url,
            "OBELIZE_DATA": str(self.folder),
            "PORT": str(self.port),
            **self.extra,
        }
        with (self.folder / "bot.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.workflows.bot_process", cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        async with asyncio.timeout(SECONDS), aiohttp.ClientSession(timeout=_PATIENCE) as session:
            while not await self._ready(session):
                assert self.process.returncode is None, (self.folder / "bot.log").read_text()[-2000:]
                await asyncio.sleep(0.05)
        self.playground.hook_url = f"http://127.0.0.1:{self.port}/webhooks/github"

    async def _ready(self, session: aiohttp.ClientSession) -> bool:
        try:
            async with session.get(f"http://127.0.0.1:{self.port}/readyz") as answer:
                return answer.status == 200
        except (aiohttp.ClientError, TimeoutError):
            return False

    async def kill(self) -> None:
        """With -9, and wait until it is gone; its analyser's children see the end of their pipe."""
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
            async with asyncio.timeout(SECONDS):
                await self.process.wait()


@asynccontextmanager
async def bot_process(playground: Playground, folder: Path, **extra: str) -> AsyncIterator[BotProcess]:
    bot = BotProcess(playground, folder, extra=extra)
    await bot.start()
    try:
        yield bot
    finally:
        await bot.kill()


async def finished(playground: Playground, pull: PullRequest) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Checks and comments, once there is a check that counts and a comment, and nothing is left in progress."""
    async with asyncio.timeout(SECONDS):
        while True:
            snapshot = await playground.snapshot(pull)
            checks, comments = snapshot["check_runs"], snapshot["comments"]
            if counting(checks) and comments and all(check["status"] == "completed" for check in checks):
                return checks, comments
            await asyncio.sleep(0.05)


def is_step(summary: RequestSummary) -> bool:
    """Whether a request belongs to a run; what the sweep asks comes in between at any time."""
    path = summary.path
    return path.endswith("/access_tokens") or not (
        path.startswith(("/app", "/installation/")) or path.endswith("/pulls")
    )


@dataclass(slots=True)
class DiesAt:
    """Kills the bot at its n-th request, in one phase, and drops the connection."""

    number: int
    phase: Phase
    bot: BotProcess
    seen: int = 0
    died_at: str = ""

    async def __call__(self, summary: RequestSummary, phase: Phase) -> None:
        if phase is not self.phase or not is_step(summary) or self.died_at:
            return
        self.seen += 1
        if self.seen == self.number:
            self.died_at = f"{summary.method} {summary.path}"
            await self.bot.kill()
            raise DropConnection


@pytest.mark.parametrize("phase", [Phase.BEFORE, Phase.AFTER])
async def test_killed_at_any_request_it_says_everything_exactly_once(tmp_path: Path, phase: Phase) -> None:
    """One pull request after another, each with one death further on, until a run comes through without dying."""
    async with playing() as playground, bot_process(playground, tmp_path) as bot:
        number = 0
        while True:
            number += 1
            deaths = DiesAt(number, phase, bot)
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
        assert number > 15


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
