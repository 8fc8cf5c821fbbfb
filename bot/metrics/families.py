"""Every metric that this process counts or measures itself; `standing` has those that are read from the database.

Each is described once, and docs/METRICS.md is made from the descriptions.
"""

from typing import NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, disable_created_metrics

PREFIX = "obelize_"
disable_created_metrics()  # type: ignore[no-untyped-call] # a series more for each, which says when counting began: the process told that
REGISTRY = CollectorRegistry(auto_describe=False)
ProcessCollector(registry=REGISTRY)  # memory, processor time, open files, start: the names that all programs use

_REQUEST_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_STORE_SECONDS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10)
_WORK_SECONDS = (0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600)


class Described(NamedTuple):
    """A metric as people are told of it; `kind` is Prometheus' word."""

    name: str
    kind: str
    labels: tuple[str, ...]
    sentence: str


DESCRIBED: list[Described] = []


def described(name: str, kind: str, sentence: str, labels: tuple[str, ...] = ()) -> Described:
    """A metric of that name after our prefix, as it is told of."""
    made = Described(f"{PREFIX}{name}", kind, labels, sentence)
    DESCRIBED.append(made)
    return made


def _counter(name: str, sentence: str, *labels: str) -> Counter:
    found = described(name, "counter", sentence, labels)
    return Counter(found.name, sentence, labels, registry=REGISTRY)


def _gauge(name: str, sentence: str, *labels: str) -> Gauge:
    found = described(name, "gauge", sentence, labels)
    return Gauge(found.name, sentence, labels, registry=REGISTRY)


def _histogram(name: str, sentence: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
    found = described(name, "histogram", sentence, labels)
    return Histogram(found.name, sentence, labels, buckets=buckets, registry=REGISTRY)


BUILD = _gauge("build_info", "Always 1; which release this is, and which shape its workflows have.", "version", "shape")

DELIVERIES = _counter(
    "deliveries_total",
    "Requests to the receiver, by what was answered; an event that nobody handles is `other`.",
    *("event", "answer"),
)
DELIVERY_KEPT = _histogram(
    "delivery_kept_seconds", "From a checked signature until the delivery is durable, or refused.", _STORE_SECONDS
)
DELIVERIES_ENDED = _counter("deliveries_ended_total", "Deliveries that were carried out, by how that ended.", "outcome")
RUNS = _counter(
    "runs_total",
    "Runs of heads that ended, by state and, where they have one, by the conclusion of their check.",
    *("state", "conclusion"),
)
RUN_SECONDS = _histogram(
    "run_duration_seconds",
    "From a head's being asked for until its run has ended, waiting for its turn included.",
    _WORK_SECONDS,
    "state",
)
WORK_SECONDS = _histogram(
    "work_duration_seconds",
    "From taking a workflow out of its queue until it ended or was torn; one taken up again counts from then.",
    _WORK_SECONDS,
    "kind",
)
AT_WORK = _gauge("work_in_progress", "Workflows that are at work in this process.", "kind")
STEP_FAILURES = _counter(
    "step_failures_total",
    "Steps of workflows that could not do their work, by what stood in their way; `bug` is a fault of ours.",
    "cause",
)
COMMANDS = _counter("commands_total", "Commands of people that ended, by state.", "state")

GITHUB_REQUESTS = _counter(
    "github_requests_total",
    "Requests to GitHub, by what they were about and the class of the answer's status; `none` without an answer.",
    *("family", "status"),
)
GITHUB_SECONDS = _histogram("github_request_seconds", "How long GitHub took to answer.", _REQUEST_SECONDS, "family")
GITHUB_WAITS = _counter("github_waits_total", "Waits that GitHub asked for, by its limit.", "limit")
GITHUB_WAIT_SECONDS = _counter(
    "github_wait_seconds_total", "Seconds for which calls were held back by GitHub's limits.", "limit"
)

QUESTIONS = _counter(
    "model_questions_total",
    "Questions, by what came of them: `answered`, `known` (answered earlier, not sent again), or the failure's word.",
    "outcome",
)
TOKENS = _counter(
    "model_tokens_total", "Tokens, as far as the endpoint tells; the model is the configured one.", "direction", "model"
)

STORE_SECONDS = _histogram(
    "store_transaction_seconds",
    "Transactions of ours from being asked for to their end, waiting for the writers' turn included.",
    _STORE_SECONDS,
    "operation",
)
STORE_ERRORS = _counter(
    "store_errors_total",
    "What the database could not carry out; `dbos` is what the library for durable work was asked for.",
    "operation",
)

HEARTBEATS_MISSED = _counter("heartbeats_missed_total", "Heartbeats of this process that could not be written.")
TAKEN_UP = _counter("workflows_taken_up_total", "Workflows of dead processes that were put back into their queue.")
SWEEP_ENDED = _gauge("sweep_ended_timestamp_seconds", "When the last sweep of this process ended; 0 before the first.")
SWEEP_FOUND = _counter("sweep_found_total", "What sweeps found to be done, by part.", "part")
SWEEP_FAILURES = _counter("sweep_failures_total", "Parts of sweeps that failed.", "part")

STORE_READ = STORE_SECONDS.labels("read")
STORE_WRITE = STORE_SECONDS.labels("write")
"""Looked up once: these are measured most often."""
