"""What a whole command costs: wall time, processor time of it and its children, memory."""

import os
import subprocess
import sys
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from bench.measure import ROUNDS

OBELIZE = [sys.executable, "-c", "from bot.cli.start import main; main()"]


@dataclass(frozen=True)
class Cost:
    """Wall seconds, CPU seconds, and the most memory that one process held, in MB."""

    wall: float
    cpu: float
    megabytes: float


def cost_of(
    command: list[str], folder: Path, rounds: int = ROUNDS, cache: Path | None = None, good: Container[int] = (0,)
) -> Cost:
    """The cheapest of several runs of a command, which must end with one of the `good` statuses."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a program that is installed, as the peer is, has been compiled
    if cache is not None:
        environment["XDG_CACHE_HOME"] = str(cache)
    costs = [_once(command, folder, environment, good) for _ in range(rounds)]
    return Cost(*(min(values) for values in zip(*((c.wall, c.cpu, c.megabytes) for c in costs), strict=True)))


def _once(command: list[str], folder: Path, environment: dict[str, str], good: Container[int]) -> Cost:
    """Measured from a process of its own, since the memory that is told is the most of all children so far."""
    inner = (
        "import resource, subprocess, sys, time; began = time.perf_counter();"
        "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL);"
        "wall = time.perf_counter() - began; used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(done.returncode, wall, used.ru_utime + used.ru_stime, used.ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", inner, *command], cwd=folder, env=environment, capture_output=True, check=True
    )
    status, wall, cpu, kilobytes = done.stdout.split()
    if int(status) not in good:
        raise SystemExit(f"not a measurement: {command} ended with status {int(status)}")
    return Cost(float(wall), float(cpu), float(kilobytes) / 1024)
