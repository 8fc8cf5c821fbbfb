"""Many runs that wait at once: how fast two workers on PostgreSQL work them off, and what more installations change.

The deliveries are stored while no worker is there; measured is from the workers' start to the last finished check.
`python -m bench.queued_runs` queues 100 runs, `BENCH_RUNS=1000` as many as that. Every run is a small repository's pull
request that bumps the library: what a run costs beside its reading. It needs /proc.
"""

import asyncio
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.bot import bots, finished, used_by_all
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.postgresql import Cluster, cluster
from tests.workflows.stage import BASE, BUMP, commit_on, playing

RUNS = int(os.environ.get("BENCH_RUNS", "100"))
INSTALLATIONS = 10
BY_INSTALLATIONS = (1, 4, 16)
_FEW = 32


@dataclass(frozen=True, slots=True)
class Worked:
    """Wall seconds for all, CPU seconds of the workers, and the most memory of a process in MB."""

    wall: float
    cpu: float
    megabytes: float


def main() -> None:
    """Measure and print."""
    with cluster(durable=True) as server:
        worked = asyncio.run(_worked(server, RUNS, INSTALLATIONS))
        few = {number: asyncio.run(_worked(server, _FEW, number)) for number in BY_INSTALLATIONS}
    print(
        "\n| queued runs on two workers | wall s | runs a second | CPU s a run | peak MB |\n|---|---:|---:|---:|---:|"
    )
    _row(f"{RUNS:,} runs of {INSTALLATIONS} installations", RUNS, worked)
    for number, each in few.items():
        _row(f"{_FEW} runs of {number} installation{'s' * (number > 1)}", _FEW, each)


def _row(name: str, runs: int, worked: Worked) -> None:
    print(
        f"| {name} | {worked.wall:.1f} | {runs / worked.wall:.1f} | {worked.cpu / runs:.3f} | {worked.megabytes:.0f} |"
    )


async def _worked(server: Cluster, runs: int, installations: int) -> Worked:
    address = server.fresh()
    with tempfile.TemporaryDirectory() as folder:
        async with playing() as playground:
            pulls = await _opened(playground, runs, installations)
            async with bots(playground, Path(folder), ("web",), address):
                for pull in pulls:
                    await playground.announce(pull)
                await playground.settle()
                began = time.perf_counter()
                async with bots(playground, Path(folder), ("worker", "worker"), address) as workers:
                    await finished(playground, pulls)
                    wall = time.perf_counter() - began
                    used = used_by_all(workers)
    return Worked(wall, used.cpu, used.megabytes)


async def _opened(playground: Playground, runs: int, installations: int) -> list[PullRequest]:
    """So many pull requests, spread over so many installations with one repository each; nobody was told of them."""
    pulls = []
    for owner in range(installations):
        here = await playground.add_repository(None, owner=f"octo-{owner}", name="app", default_branch="main")
        top = await commit_on(here, "main", None, BASE)
        for number in range(len(range(owner, runs, installations))):
            await commit_on(here, f"change-{number}", top, {**BUMP, "number.txt": b"%d\n" % number})
            pulls.append(await playground.make_pull_request(here, "main", f"change-{number}", title="Bump", body=None))
    return pulls


if __name__ == "__main__":
    main()
