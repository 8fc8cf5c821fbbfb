"""What lies in the database at this moment, as metrics: the same from every process that is asked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from prometheus_client.core import GaugeMetricFamily

from bot.metrics.families import Described, described

_BY_QUEUE = ("queue", "kind", "state")
_DEPTH = described(
    "queue_depth",
    "gauge",
    "Workflows that wait (ENQUEUED), wait for a time (DELAYED) or are at work (PENDING).",
    _BY_QUEUE,
)
_OLDEST = described("queue_oldest_age_seconds", "gauge", "Since the oldest of them was enqueued.", _BY_QUEUE)
_LANES = described(
    "queue_lanes",
    "gauge",
    "Different lanes of theirs: one lane carries one at a time, and an installation has a few.",
    _BY_QUEUE,
)
_EXECUTORS = described(
    "executors", "gauge", "Processes that work and are heard of, by their workflows' shape.", ("shape",)
)
_SILENCE = described(
    "executor_silence_seconds", "gauge", "Since the last heartbeat of the process that was silent longest."
)
_STORE = described("store_up", "gauge", "1 where the database answered the questions of this scrape, else 0.")
_UP = described("process_works", "gauge", "1 where every part of this process is at work that shall be, else 0.")
_LEADS = described("process_leads", "gauge", "1 in the one process that sweeps, else 0.")


@dataclass(frozen=True, slots=True)
class Waiting:
    """Workflows of one kind and state in one queue; `oldest` is in seconds, and `lanes` of those that have one."""

    queue: str
    kind: str
    state: str
    number: int
    oldest: float
    lanes: int


@dataclass(frozen=True, slots=True)
class InDatabase:
    """What the database tells: the queues, the processes by shape, and the longest silence of one in seconds."""

    waiting: Sequence[Waiting]
    executors: dict[str, int]
    silence: float


@dataclass(frozen=True, slots=True)
class Standing:
    """`stored` is null where the database did not answer."""

    stored: InDatabase | None
    works: bool
    leads: bool

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The families, for Prometheus' exposition."""
        yield _single(_UP, self.works)
        yield _single(_LEADS, self.leads)
        yield _single(_STORE, self.stored is not None)
        if self.stored is None:
            return
        yield _family(_DEPTH, [(_labels(one), one.number) for one in self.stored.waiting])
        yield _family(_OLDEST, [(_labels(one), one.oldest) for one in self.stored.waiting])
        yield _family(_LANES, [(_labels(one), one.lanes) for one in self.stored.waiting if one.lanes])
        yield _family(_EXECUTORS, [([shape], number) for shape, number in self.stored.executors.items()])
        yield _single(_SILENCE, self.stored.silence)


def _labels(one: Waiting) -> list[str]:
    return [one.queue, one.kind, one.state]


def _single(what: Described, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(what.name, what.sentence, value=float(value))


def _family(what: Described, values: Sequence[tuple[list[str], float]]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(what.name, what.sentence, labels=what.labels)
    for labels, value in values:
        family.add_metric(labels, value)
    return family
