"""What a process has used so far, with everything that it started: read from /proc, so on Linux alone."""

import os
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_PARENT, _TIMES = 1, slice(11, 15)
"""Where they stand in /proc/PID/stat, counted from behind the name: its own times and those of ended children."""


@dataclass(frozen=True, slots=True)
class Used:
    """CPU seconds, system time and ended children included; and the most memory of its largest process, in MB."""

    cpu: float
    megabytes: float


def used_by(pid: int) -> Used:
    """Of the process and all its descendants that live."""
    stats = {int(path.name): fields for path in Path("/proc").glob("[0-9]*") if (fields := _stat(path))}
    family = {pid}
    while more := {child for child, fields in stats.items() if int(fields[_PARENT]) in family} - family:
        family |= more
    ticks = sum(int(ticks) for member in family & stats.keys() for ticks in stats[member][_TIMES])
    return Used(ticks / _TICKS, max(map(_most_memory, family)))


def _stat(process: Path) -> list[str]:
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended meanwhile
        return []


def _most_memory(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)
