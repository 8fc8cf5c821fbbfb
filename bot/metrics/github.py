"""GitHub as its client sees it: how often it is asked about what, how it answers, and what is left of its limits."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.metrics.families import GITHUB_REQUESTS, GITHUB_SECONDS, GITHUB_WAIT_SECONDS, GITHUB_WAITS, REGISTRY, described

_OF_A_REPOSITORY = frozenset(
    {"branches", "check-runs", "check-suites", "collaborators", "comments", "commits", "compare", "contents", "git"}
    | {"issues", "pulls", "rules", "statuses"}
)
_OTHERS = frozenset(["app", "graphql", "installation", "user", "users", "login"])
_RESOURCES = frozenset(["core", "graphql", "search", "code_search", "integration_manifest"])
_OTHER = "other"

_QUOTA = described(
    "github_quota_remaining",
    "gauge",
    "What GitHub says is left of its hourly limits: the least that any installation has, as this process saw it last.",
    ("resource",),
)


def family_of(url: str, root: str) -> str:
    """What a request is about: one of some twenty words, whatever the address."""
    path = urlsplit(url).path.removeprefix(urlsplit(root).path)
    parts = [part for part in path.split("/") if part]
    first, rest = (parts[0], parts[1:]) if parts else ("", [])
    if first in {"repos", "repositories"}:
        rest = rest[2 if first == "repos" else 1 :]
        if not rest:
            return "repository"
        return rest[0] if rest[0] in _OF_A_REPOSITORY else _OTHER
    if parts and parts[-1] in _OTHERS:
        return parts[-1]
    return first if first in _OTHERS else _OTHER


@contextmanager
def watched(url: str, root: str) -> Iterator[Callable[[int], None]]:
    """One request; the status that was answered is to be told within the block."""
    family, status, began = family_of(url, root), "none", time.perf_counter()

    def answered(number: int) -> None:
        nonlocal status
        status = "304" if number == HTTPStatus.NOT_MODIFIED else f"{number // 100}xx"

    try:
        yield answered
    finally:
        GITHUB_REQUESTS.labels(family, status).inc()
        GITHUB_SECONDS.labels(family).observe(time.perf_counter() - began)


def held_back(seconds: float, *, secondary: bool) -> None:
    """A call is about to wait for one of the limits."""
    GITHUB_WAIT_SECONDS.labels(_limit(secondary)).inc(seconds)


def limited(*, secondary: bool) -> None:
    """GitHub asked to wait."""
    GITHUB_WAITS.labels(_limit(secondary)).inc()


def _limit(secondary: bool) -> str:
    return "secondary" if secondary else "primary"


class _Left(NamedTuple):
    remaining: int
    resets_at: float


class Quotas(Collector):
    """What is left, by whose limit it is (any object, of which nothing is told) and resource."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._left: WeakKeyDictionary[object, dict[str, _Left]] = WeakKeyDictionary()

    def note(self, owner: object, headers: Mapping[str, str]) -> None:
        """Take note of an answer's headers, their names in lower case."""
        remaining, reset = headers.get("x-ratelimit-remaining", ""), headers.get("x-ratelimit-reset", "")
        if not all(text.isascii() and text.isdigit() and len(text) < 12 for text in (remaining, reset)):
            return
        resource = headers.get("x-ratelimit-resource", "core")
        known = self._left.setdefault(owner, {})
        known[resource if resource in _RESOURCES else _OTHER] = _Left(int(remaining), float(reset))

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The least of each resource, of limits that have not begun anew since."""
        family = GaugeMetricFamily(_QUOTA.name, _QUOTA.sentence, labels=_QUOTA.labels)
        least: dict[str, int] = {}
        for known in list(self._left.values()):
            for resource, left in list(known.items()):
                if left.resets_at > self._now():
                    least[resource] = min(left.remaining, least.get(resource, left.remaining))
        for resource, remaining in sorted(least.items()):
            family.add_metric([resource], remaining)
        yield family


QUOTAS = Quotas()
REGISTRY.register(QUOTAS)
