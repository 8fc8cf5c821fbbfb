"""All of it in the text form that Prometheus reads."""

from collections.abc import Iterator

from prometheus_client import Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from bot.metrics import children, github  # both tell the registry of themselves
from bot.metrics.families import DESCRIBED, REGISTRY, Described
from bot.metrics.standing import Standing

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
__all__ = ["CONTENT_TYPE", "children", "exposed", "github", "known"]


class _Both(Collector):
    def __init__(self, standing: Standing) -> None:
        self._standing = standing

    def collect(self) -> Iterator[Metric]:
        yield from REGISTRY.collect()
        yield from self._standing.collect()


def exposed(standing: Standing) -> bytes:
    """What is answered to a scrape."""
    return generate_latest(_Both(standing))


def known() -> tuple[Described, ...]:
    """Every metric of ours, by name."""
    return tuple(sorted(DESCRIBED))
