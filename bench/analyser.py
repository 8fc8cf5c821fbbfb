"""What confinement costs: a file that is compiled in the confined child against `compile()` in this process.

Run with `python -m bench.analyser`. The files are those of the standard library; both ends run in one process, one
after another, on one core.
"""

import subprocess
import sys
import sysconfig
from pathlib import Path

from bench.measure import seconds_of, show
from bot.analyser.jobs import COMPILE, Compiled
from bot.analyser.outcomes import Done, Job
from bot.analyser.supervisor import Analyser


def compile_confined(analyser: Analyser, sources: list[bytes]) -> None:
    """Have every source compiled; a source that is not answered ends the measurement."""
    for outcome in analyser.run(Job(COMPILE, Compiled, payloads=(source,)) for source in sources):
        if not isinstance(outcome, Done):
            raise SystemExit(f"not a measurement: {outcome}")


def compile_here(sources: list[bytes]) -> None:
    """The same without any wall."""
    for source in sources:
        compile(source, "file", "exec", dont_inherit=True)


def first_answer() -> None:
    """A new analyser, one answer, and its end."""
    with Analyser(slots=1) as analyser:
        compile_confined(analyser, [b""])


def main() -> None:
    """Measure and print."""
    files = [path.read_bytes() for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))]
    plain = seconds_of(lambda: subprocess.run([sys.executable, "-I", "-c", ""], check=True))
    show("first answer of a new confined child", seconds_of(first_answer), "a bare Python", plain)
    with Analyser(slots=1) as analyser:
        compile_confined(analyser, [b""] * 100)
        confined = seconds_of(lambda: compile_confined(analyser, files))
    show(f"{len(files)} files compiled in it", confined, "compile() here", seconds_of(lambda: compile_here(files)))


if __name__ == "__main__":
    main()
