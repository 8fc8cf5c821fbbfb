"""Browsers that may set the server up, and the states that they took to GitHub: kept in memory, for an hour, a few.

A state is unguessable, belongs to one browser and counts once. The clock is given; nothing here asks anybody.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable

LIFETIME = 3_600.0
"""Seconds: GitHub takes no longer for the whole of the manifest flow either (GITHUB.md §2)."""
_MOST = 1_000


class Visits:
    """`now` is a clock in seconds that never goes back."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._visitors: OrderedDict[str, float] = OrderedDict()
        self._states: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def begin(self) -> str:
        """A new browser's name, for its cookie."""
        name = secrets.token_urlsafe(32)
        self._visitors[name] = self._now() + LIFETIME
        _keep_newest(self._visitors)
        return name

    def knows(self, visitor: str) -> bool:
        """Whether the name was given here, within the hour."""
        return self._visitors.get(visitor, 0.0) > self._now()

    def state_for(self, visitor: str) -> str:
        """A new state for that browser."""
        state = secrets.token_urlsafe(32)
        self._states[state] = (visitor, self._now() + LIFETIME)
        _keep_newest(self._states)
        return state

    def redeem(self, visitor: str, state: str) -> bool:
        """Whether the state was given to that browser within the hour; it counts no second time, for anybody."""
        owner, ends = self._states.pop(state, ("", 0.0))
        return bool(visitor) and secrets.compare_digest(owner, visitor) and ends > self._now()


def _keep_newest(kept: OrderedDict[str, float] | OrderedDict[str, tuple[str, float]]) -> None:
    while len(kept) > _MOST:
        kept.popitem(last=False)
