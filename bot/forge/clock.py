"""The time, as the forge asks for it: one thing to replace in a test."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """`now` is seconds since 1970 in UTC, as in GitHub's rate-limit headers."""

    def now(self) -> float:
        """The time in seconds."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Let that many seconds pass."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """The time in seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait without holding up the loop."""
        await asyncio.sleep(seconds)
