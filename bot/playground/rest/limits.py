"""Rate limits: what an installation has left, and refusals that a test asks for (GITHUB.md §8)."""

import time
from dataclasses import dataclass, field

from bot.playground.rest.refusals import RefusalError

HOUR = 3600
_ABOUT = "overview/rate-limits-for-the-rest-api"


@dataclass(slots=True)
class Bucket:
    """One counted hour. `reset_at` is in UTC epoch seconds, as the header gives it."""

    limit: int
    resource: str = "core"
    used: int = 0
    reset_at: int = field(default_factory=lambda: int(time.time()) + HOUR)

    @property
    def remaining(self) -> int:
        """What is left of the hour's limit."""
        return max(0, self.limit - self.used)

    def roll_over(self) -> None:
        """Starts a new hour when the old one is over."""
        if time.time() >= self.reset_at:
            self.used = 0
            self.reset_at = int(time.time()) + HOUR

    def headers(self) -> dict[str, str]:
        """The five headers of every counted answer."""
        return {
            "x-ratelimit-limit": str(self.limit),
            "x-ratelimit-remaining": str(self.remaining),
            "x-ratelimit-used": str(self.used),
            "x-ratelimit-reset": str(self.reset_at),
            "x-ratelimit-resource": self.resource,
        }


class RateLimits:
    """A bucket for each installation (not for each token), for the App's own calls, and for anonymous ones.

    GraphQL counts apart from REST (GITHUB.md §8).
    """

    def __init__(self, limit: int = 5_000) -> None:
        self.limit = limit
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def bucket(self, owner: str, resource: str = "core") -> Bucket:
        """The bucket of `installation 71`, `app 14` or `anonymous`, rolled over when its hour ended."""
        key = owner, resource
        if key not in self._buckets:
            self._buckets[key] = Bucket(60 if owner == "anonymous" else self.limit, resource)
        found = self._buckets[key]
        found.roll_over()
        return found

    def exhaust(self, owner: str, reset_in: int, resource: str = "core") -> None:
        """Leaves nothing for the next `reset_in` seconds."""
        found = self.bucket(owner, resource)
        found.used = found.limit
        found.reset_at = int(time.time()) + reset_in

    def refusal(self, owner: str) -> RefusalError | None:
        """403 with nothing remaining, when that is so."""
        bucket = self.bucket(owner)
        if bucket.remaining > 0:
            return None
        return RefusalError(403, limit_message(owner), page=_ABOUT, headers=bucket.headers())


def limit_message(owner: str) -> str:
    """What GitHub says once the hour's limit is reached."""
    kind, _, number = owner.partition(" ")
    whose = f"installation ID {number}" if kind == "installation" else owner
    return f"API rate limit exceeded for {whose}."


def secondary_limit(status: int = 403, retry_after: int | None = 60) -> RefusalError:
    """A secondary limit: 403 or 429, with or without `retry-after`, with quota left (GITHUB.md §8)."""
    headers = {} if retry_after is None else {"retry-after": str(retry_after)}
    message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    return RefusalError(status, message, page=f"{_ABOUT}#about-secondary-rate-limits", headers=headers)


def broken(status: int = 502) -> RefusalError:
    """GitHub itself is in trouble."""
    return RefusalError(status, "Server Error", page="")
