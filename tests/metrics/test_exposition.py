"""The metrics as Prometheus reads them: their names and labels, and what they say after a run."""

import re

from prometheus_client.parser import text_string_to_metric_families

from bot.cli.metrics_page import alert_rules
from bot.metrics.exposition import exposed, known
from bot.metrics.standing import InDatabase, Standing, Waiting
from bot.settings import Limits, Settings
from bot.vocabulary import SETS

STANDING = Standing(
    InDatabase([Waiting("runs", "run_head", "ENQUEUED", 3, 61.5, 2)], {"3": 2}, 4.0), works=True, leads=False
)
UNITS = (
    "_seconds",
    "_total",
    "_info",
    "_remaining",
    "_depth",
    "_lanes",
    "_progress",
    "_up",
    "_works",
    "_leads",
    "executors",
)


def test_every_metric_is_exposed_as_it_is_described() -> None:
    """And named as Prometheus asks: our prefix, a base unit at the end, `_total` on counters and nowhere else."""
    families = {found.name: found for found in text_string_to_metric_families(exposed(STANDING).decode())}
    for one in known():
        family = families.pop(one.name.removesuffix("_total"))
        assert family.type == one.kind
        assert family.documentation == one.sentence
        assert {label for sample in family.samples for label in sample.labels} - {"le"} <= set(one.labels)
        assert re.fullmatch(r"obelize_[a-z_]+", one.name)
        assert one.name.endswith(UNITS)
        assert one.name.endswith("_total") == (one.kind == "counter")
    assert [name for name in families if not name.startswith("process_")] == []


def test_what_lies_in_the_database_is_told_by_queue_kind_and_state() -> None:
    text = exposed(STANDING).decode()
    labels = '{kind="run_head",queue="runs",state="ENQUEUED"}'
    for line in (
        f"obelize_queue_depth{labels} 3.0",
        f"obelize_queue_oldest_age_seconds{labels} 61.5",
        f"obelize_queue_lanes{labels} 2.0",
        'obelize_executors{shape="3"} 2.0',
        "obelize_store_up 1.0",
    ):
        assert line in text.splitlines()
    assert "obelize_store_up 0.0" in exposed(Standing(None, works=False, leads=False)).decode().splitlines()


def test_alerts_ask_for_what_there_is() -> None:
    """Metrics, labels and words that are not there would never alert anybody; each says what to do."""
    there = {one.name: set(one.labels) for one in known()} | {"up": {"job"}}
    words = {word.value for words in SETS for word in words}
    for rule in alert_rules():
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert set(rule["annotations"]) == {"summary", "action"}
        assert rule["labels"]["severity"] in {"page", "ticket"}
        for name, given in re.findall(r"\b((?:obelize_\w+)|up\b)(?:\{([^}]*)\})?", rule["expr"]):
            assert name in there, rule["alert"]
            for label, values in re.findall(r'(\w+)=~?"([^"]*)"', given):
                assert label in there[name], rule["alert"]
                if label in {"answer", "fate", "outcome"}:
                    assert all(any(re.fullmatch(value, word) for word in words) for value in values.split("|"))
    settings = {field.alias for field in Settings.model_fields.values()} | {
        f"OBELIZE_LIMIT_{n.upper()}" for n in Limits.model_fields
    }
    for rule in alert_rules():
        assert set(re.findall(r"(?:OBELIZE|GITHUB)_[A-Z_]+", rule["annotations"]["action"])) <= settings
