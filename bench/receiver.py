"""What durability costs: deliveries accepted a second, and how long each waits, beside receivers that keep nothing.

Each receiver is a process of its own and gets the same signed deliveries over loopback, so many at once, a new one for
each answer; turn by turn, and what is told is each one's best turn. Run with `python -m bench.receiver`.
`BENCH_PROBOT=no` leaves probot out, which is installed by npm into the cache folder.
"""

import asyncio
import json
import statistics
import tempfile
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from bench.measure import ROUNDS
from bench.process import used_by
from bench.receivers import Listening, Receiver, receivers, running
from tests.postgresql import cluster
from tests.webhooks.serving import signed_headers
from webhooks.receiver import PATH

DELIVERIES, WARMING = 2_000, 100
AT_ONCE = 16
BODY = json.dumps({"action": "labeled", "padding": "x" * 24_000}).encode()
"""As long as GitHub's own example of an opened pull request."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Deliveries a second, milliseconds until the answer, and milliseconds of CPU that the receiver's process took."""

    a_second: float
    half: float
    nearly_all: float
    cpu: float


def main() -> None:
    """Measure and print, as a table."""
    best: dict[str, Rate] = {}
    with cluster(durable=True) as server, tempfile.TemporaryDirectory() as folder:
        for turn in range(ROUNDS):
            for number, receiver in enumerate(receivers(server.fresh())):
                data = Path(folder) / f"{turn}-{number}"
                data.mkdir()
                rate = _measured(receiver, data)
                best[receiver.name] = max(best.get(receiver.name, rate), rate, key=lambda each: each.a_second)
    first = next(iter(best.values()))
    print(f"\n| {DELIVERIES:,} deliveries of {len(BODY):,} bytes, {AT_ONCE} at once", end="")
    print(" | a second | ratio | p50 ms | p99 ms | CPU ms each | ratio |\n|---|---:|---:|---:|---:|---:|---:|")
    for name, rate in best.items():
        print(
            f"| {name} | {rate.a_second:.0f} | {rate.a_second / first.a_second:.2f} | {rate.half:.1f} |"
            f" {rate.nearly_all:.1f} | {rate.cpu:.2f} | {rate.cpu / first.cpu:.1f} |"
        )


def _measured(receiver: Receiver, data: Path) -> Rate:
    with running(receiver, data) as listening:
        asyncio.run(_posted(listening, WARMING))
        before = used_by(listening.pid).cpu
        began = time.perf_counter()
        waited = asyncio.run(_posted(listening, DELIVERIES))
        took = time.perf_counter() - began
        cpu = used_by(listening.pid).cpu - before
    each = statistics.quantiles(waited, n=100)
    return Rate(DELIVERIES / took, each[49] * 1000, each[98] * 1000, cpu / DELIVERIES * 1000)


async def _posted(listening: Listening, number: int) -> list[float]:
    """Seconds that each delivery waited for its 2xx; any other answer ends the measurement."""
    waiting = iter(range(number))
    head = _head(listening.port)

    async def post() -> list[float]:
        reader, writer = await asyncio.open_connection("127.0.0.1", listening.port)
        waited = []
        for _ in waiting:
            request = head % uuid.uuid4().hex.encode() + BODY
            began = time.perf_counter()
            writer.write(request)
            answer = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(_length(answer))
            waited.append(time.perf_counter() - began)
            if answer.split(b" ", 2)[1] not in {b"200", b"202"}:
                raise SystemExit(f"not a measurement: {answer!r}")
        writer.close()
        return waited

    return [each for some in await asyncio.gather(*(post() for _ in range(AT_ONCE))) for each in some]


def _head(port: int) -> bytes:
    """What stands before each body, with a place for the delivery's id; a client of few steps leaves the CPU alone."""
    fields = {"Host": f"127.0.0.1:{port}", "Content-Length": str(len(BODY))}
    fields |= signed_headers(BODY, "pull_request", "%s")
    lines = [f"POST {PATH} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    return "\r\n".join(lines).encode()


def _length(head: bytes) -> int:
    """How long the answer's body is; receivers that send it in pieces do not occur here."""
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    raise SystemExit(f"not a measurement: {head!r}")


if __name__ == "__main__":
    main()
