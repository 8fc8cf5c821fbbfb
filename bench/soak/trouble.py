"""GitHub on its worst day, and processes that die at any request: by a seed, where the playground lets one step in.

A refusal strikes before the request is acted on. A lost connection, a lost answer and a death come before or after;
an answer may also break off in its middle.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.playground.interception import Channel, CutShort, DropConnection, Phase, RequestSummary
from bot.playground.playground import Playground
from bot.playground.rest.injections import Injection
from bot.playground.rest.limits import broken, secondary_limit
from bot.playground.rest.refusals import RefusalError, not_found, validation_failed

_HANGS = 65.0
"""Seconds: longer than the client waits for an answer."""

_REFUSALS: dict[str, tuple[float, Callable[[], RefusalError]]] = {
    "500": (0.006, lambda: broken(500)),
    "502": (0.012, lambda: broken(502)),
    "503": (0.006, lambda: broken(503)),
    "404": (0.001, not_found),
    "403 with Retry-After": (0.004, lambda: secondary_limit(403, 1)),
    "429 with Retry-After": (0.004, lambda: secondary_limit(429, 2)),
    "403 without Retry-After": (0.0003, lambda: secondary_limit(403, None)),
    "429 without Retry-After": (0.0003, lambda: secondary_limit(429, None)),
}
_LOST: dict[str, tuple[float, Phase, type[DropConnection]]] = {
    "reset before it acted": (0.006, Phase.BEFORE, DropConnection),
    "reset after it acted": (0.006, Phase.AFTER, DropConnection),
    "answer cut short": (0.006, Phase.AFTER, CutShort),
}
_HANGING = 0.0006
_WRONG_ANCHOR = 0.1
_DEATH = 0.004
"""Of each request, in each phase."""


@dataclass(slots=True)
class Trouble:
    """The interceptor. `kill` ends one of the processes that work, with -9, and returns once it is gone."""

    playground: Playground
    chance: random.Random
    kill: Callable[[], Awaitable[None]]
    met: Counter[str] = field(default_factory=Counter)
    over: bool = False

    async def __call__(self, summary: RequestSummary, phase: Phase) -> None:
        """Let a request meet what the seed says."""
        if self.over:
            return
        if self.chance.random() < _DEATH:
            self.met[f"death {phase} acting"] += 1
            await self.kill()
            raise DropConnection
        for name, (likelihood, moment, order) in _LOST.items():
            if moment is phase and self.chance.random() < likelihood:
                self.met[name] += 1
                raise order
        if phase is Phase.BEFORE:
            await self._before(summary)

    async def _before(self, summary: RequestSummary) -> None:
        if self.chance.random() < _HANGING:
            self.met["no answer"] += 1
            await asyncio.sleep(_HANGS)
            raise DropConnection
        if summary.channel is Channel.GIT:
            return None
        for name, (likelihood, refusal) in _REFUSALS.items():
            if self.chance.random() < likelihood:
                return self._refuse(name, summary, refusal())
        if summary.writes and summary.path.endswith("/reviews") and self.chance.random() < _WRONG_ANCHOR:
            self._refuse("422 for an anchor", summary, validation_failed("Line could not be resolved"))
        return None

    def _refuse(self, name: str, summary: RequestSummary, refusal: RefusalError) -> None:
        self.met[name] += 1
        self.playground.injections.append(Injection(refusal, summary.method, summary.path))

    async def expire_tokens(self, seconds: float) -> None:
        """The hour of every token ends again and again, until cancelled."""
        while True:
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * seconds)
            if not self.over:
                self.met["tokens expired"] += 1
                self.playground.expire_tokens()

    def end(self) -> None:
        """Nothing goes wrong from now on."""
        self.over = True
        self.playground.injections.clear()
