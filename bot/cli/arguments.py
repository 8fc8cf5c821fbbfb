"""What the words of a command line mean, whoever took them apart."""

from collections.abc import Iterable
from pathlib import Path

from bot.cli.errors import CommandError
from bot.vocabulary import ScanStatus

MOST_JOBS = 64
STATUSES = " or ".join(ScanStatus)


def one_folder(argument: Path | None, option: Path | None) -> Path:
    """The repository's folder, which is named in one way or not at all; CommandError where two are named."""
    if argument is not None and option is not None and argument != option:
        raise CommandError("Name the repository once: as an argument or with --repo.")
    return argument or option or Path()


def named_statuses(names: Iterable[str]) -> frozenset[ScanStatus]:
    """The statuses of the names; CommandError for a name that is none."""
    return frozenset(map(_status, names))


def _status(name: str) -> ScanStatus:
    for status in ScanStatus:
        if status == name:
            return status
    raise CommandError(f"--fail-on takes {STATUSES}; {name!a} is none of them.")
