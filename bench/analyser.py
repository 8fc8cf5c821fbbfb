"""What the analyser costs: starting a child, the way there and back, and bytes through it.

Run with `python bench/analyser.py [FOLDER OF PYTHON FILES]`; the standard library by default. Prints one line a figure.
"""

import sys
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path

from bot.analyser.jobs import COMPILE, Compiled
from bot.analyser.outcomes import Done, Job
from bot.analyser.supervisor import Analyser

SMALL_JOBS = 10_000
MEBIBYTE = 1024 * 1024


def seconds_of(act: Callable[[], object]) -> float:
    """Wall time of one call."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def compile_all(analyser: Analyser, sources: list[bytes]) -> None:
    """Have every source compiled; a source that is not answered ends the measurement."""
    for outcome in analyser.run(Job(COMPILE, Compiled, payloads=(source,)) for source in sources):
        if not isinstance(outcome, Done):
            raise SystemExit(f"not a measurement: {outcome}")


def main() -> None:
    """Measure and print."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else sysconfig.get_path("stdlib"))
    files = [path.read_bytes() for path in sorted(folder.glob("*.py"))]
    comment = b"#" * MEBIBYTE
    with Analyser(slots=1) as one:
        print(f"first answer of a new child: {seconds_of(lambda: compile_all(one, [b''])):.2f} s")
    with Analyser() as analyser:
        compile_all(analyser, [b""] * 100)
        took = seconds_of(lambda: compile_all(analyser, [b"x = 1\n"] * SMALL_JOBS))
        print(f"{SMALL_JOBS} small jobs: {SMALL_JOBS / took:.0f} jobs/s")
        took = seconds_of(lambda: compile_all(analyser, files))
        print(f"compile() of {len(files)} files: {sum(map(len, files)) / took / MEBIBYTE:.1f} MiB/s")
        took = seconds_of(lambda: compile_all(analyser, [comment] * 200))
        print(f"bytes that cost nothing to compile: {200 / took:.0f} MiB/s")


if __name__ == "__main__":
    main()
