"""The page about metrics and alerts, made from their descriptions and from the rules that go to Prometheus."""

from pathlib import Path
from typing import Any

import yaml

from bot.metrics.exposition import known

RULES = Path(__file__).resolve().parents[2] / "docs" / "deploy" / "alerts.yml"

_HEAD = """\
# Metrics

`GET /metrics` of `obelize serve` answers in Prometheus' text form. Without a token it answers to its own machine alone,
and only where the server and its public address are loopback; set `OBELIZE_METRICS_TOKEN` (16 characters or more) and
it answers to whoever brings it as `Authorization: Bearer …`, and to others as an address that is none. A worker has no
port: `OBELIZE_METRICS_PORT` opens one for it, on loopback unless `OBELIZE_METRICS_HOST` says otherwise (for which a
token is needed), with `/metrics`, `/healthz` and `/readyz`.

```yaml
scrape_configs:
  - job_name: obelize
    authorization: {credentials_file: /etc/prometheus/obelize-token}
    static_configs:
      - targets: ["obelize.example.org:443"]     # the server
      - targets: ["worker-1.internal:9464"]      # OBELIZE_METRICS_PORT of a worker
rule_files: [alerts.yml]
```

Scraped as a whole: each process counts what it did itself, and sums over processes are right. What lies in the database
(`obelize_queue_*`, `obelize_executors`, `obelize_executor_silence_seconds`) is the same from each, so take its maximum.
Labels are bounded: no metric names a repository, an installation or a person. Beside these there are Prometheus' own
`process_*` of each process.

This page is made from the code by `make docs`; do not edit it.

## All metrics

| metric | kind | labels | meaning |
|---|---|---|---|
"""

_ALERTS = """
## Alerts

[alerts.yml](deploy/alerts.yml) is ready to be named in `rule_files`. `page` is for what keeps the bot from its work,
`ticket` for what somebody should look at in working hours.

| alert | severity | what it means | what to do |
|---|---|---|---|
"""


def metrics_page() -> str:
    """The text of docs/METRICS.md."""
    rows = [
        f"| `{one.name}` | {one.kind} | {', '.join(f'`{label}`' for label in one.labels)} | {one.sentence} |"
        for one in known()
    ]
    alerts = [
        f"| `{rule['alert']}` | {rule['labels']['severity']} | {rule['annotations']['summary']} "
        f"| {rule['annotations']['action']} |"
        for rule in alert_rules()
    ]
    return _HEAD + "\n".join(rows) + "\n" + _ALERTS + "\n".join(alerts) + "\n"


def alert_rules() -> list[dict[str, Any]]:
    """The rules of docs/deploy/alerts.yml, as they stand there."""
    document = yaml.safe_load(RULES.read_text())
    return [rule for group in document["groups"] for rule in group["rules"]]
