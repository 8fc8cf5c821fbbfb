"""The analyser's children, which count without us: a scan at the terminal must not bring Prometheus in."""

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from bot.analyser.tally import counted
from bot.metrics.families import REGISTRY, described

_CHILDREN = described(
    "analyser_children_total", "counter", "What became of the confined children that read files.", ("fate",)
)


class _Children(Collector):
    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(_CHILDREN.name, _CHILDREN.sentence, labels=_CHILDREN.labels)
        for fate, number in counted().items():
            family.add_metric([fate.value], number)
        yield family


REGISTRY.register(_Children())
