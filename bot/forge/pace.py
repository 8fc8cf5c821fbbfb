"""How fast one installation may be asked: GitHub's limits as seen in its answers, and a second between writes.

Every client of an installation shares one pace, whatever its token. A short wait is slept here; a long one is raised,
so that the durable workflow can end its step and come back.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.forge.answers import Answer, primary_limit_ends
from bot.forge.clock import Clock
from bot.forge.errors import RateLimited
from bot.metrics.github import held_back


class Pace:
    """Waits that one installation's calls have to keep.

    `spacing` is the seconds between the starts of two writes, which also run one at a time; `longest_sleep` the
    longest wait, in seconds, that is slept instead of raised.
    """

    def __init__(self, clock: Clock, *, spacing: float, longest_sleep: float) -> None:
        self._clock = clock
        self._spacing = spacing
        self._longest_sleep = longest_sleep
        self._writing = asyncio.Lock()
        self._last_write = 0.0
        self._closed_until = 0.0
        self._closed_by_secondary = False
        self.strikes = 0

    @asynccontextmanager
    async def turn(self, *, writes: bool) -> AsyncIterator[None]:
        """One request's turn; raises RateLimited when the next one is too far off to wait for."""
        if not writes:
            await self._until_open()
            yield
            return
        async with self._writing:
            await self._space()
            await self._until_open()
            self._last_write = self._clock.now()
            yield

    def learn(self, answer: Answer) -> None:
        """Take note of what a successful answer says about the hourly limit."""
        self.strikes = 0
        ends = primary_limit_ends(answer)
        if ends is not None:
            self._close(ends + 1.0, secondary=False)

    def close(self, limit: RateLimited) -> bool:
        """Keep everybody off for as long as GitHub asks; whether that is short enough to be slept."""
        self.strikes += limit.secondary
        self._close(self._clock.now() + limit.retry_after, secondary=limit.secondary)
        return limit.retry_after <= self._longest_sleep

    def _close(self, until: float, *, secondary: bool) -> None:
        if until > self._closed_until:
            self._closed_until, self._closed_by_secondary = until, secondary

    async def _until_open(self) -> None:
        wait = self._closed_until - self._clock.now()
        if wait > self._longest_sleep:
            raise RateLimited("GitHub asked to wait", retry_after=wait, secondary=self._closed_by_secondary)
        if wait > 0:
            held_back(wait, secondary=self._closed_by_secondary)
            await self._clock.sleep(wait)

    async def _space(self) -> None:
        # A clock that was set back must not turn a second into an hour.
        wait = min(self._last_write + self._spacing - self._clock.now(), self._spacing)
        if wait > 0:
            await self._clock.sleep(wait)
