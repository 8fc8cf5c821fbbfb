"""The bot as a process that can be killed with -9, at a request of its own if need be, and started again."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from bot.playground.interception import DropConnection, Phase, RequestSummary
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.webhooks.serving import free_port
from tests.workflows.stage import counting

SECONDS = 90
_PATIENCE = aiohttp.ClientTimeout(total=5)
ROOT = Path(__file__).resolve().parents[2]


@dataclass(slots=True)
class BotProcess:
    """The bot's process: started, killed, started again on the same folder.

    `part` is `web`, `worker`, or both at once; GitHub delivers to it once it listens, if it is the hook.
    """

    playground: Playground
    folder: Path
    port: int = field(default_factory=free_port)
    extra: dict[str, str] = field(default_factory=dict)
    part: str = ""
    is_hook: bool = True
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
        command = [sys.executable, "-m", "tests.workflows.bot_process", *([self.part] if self.part else [])]
        with (self.folder / "bot.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *command, cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        if self.part == "worker":
            return
        async with asyncio.timeout(SECONDS), aiohttp.ClientSession(timeout=_PATIENCE) as session:
            while not await self._ready(session):
                assert self.process.returncode is None, (self.folder / "bot.log").read_text()[-2000:]
                await asyncio.sleep(0.05)
        if self.is_hook:
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


@dataclass(slots=True)
class DiesAt:
    """Kills the bot at its n-th request of those that `counts` lets count, in one phase, and drops the connection."""

    number: int
    phase: Phase
    bot: BotProcess
    counts: Callable[[RequestSummary], bool]
    seen: int = 0
    died_at: str = ""

    async def __call__(self, summary: RequestSummary, phase: Phase) -> None:
        if phase is not self.phase or not self.counts(summary) or self.died_at:
            return
        self.seen += 1
        if self.seen == self.number:
            self.died_at = f"{summary.method} {summary.path}"
            await self.bot.kill()
            raise DropConnection
