"""What every measurement shares: wall time, the best of several, and how a ratio is printed."""

import time
from collections.abc import Callable

ROUNDS = 3
"""The fastest of so many counts: noise of the machine only ever adds."""


def seconds_of(act: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Wall time of the fastest call."""
    return min(_once(act) for _ in range(rounds))


def _once(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def show(what: str, ours: float, named: str, other: float, unit: str = "s") -> None:
    """One line: our figure, the named other one, and ours as a multiple of it."""
    print(f"{what:<44} {ours:9.2f} {unit:<5} {named}: {other:.2f} {unit}; ratio {ours / other:.2f}")
