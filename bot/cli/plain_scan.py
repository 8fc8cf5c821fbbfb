"""The command line of `obelize scan` where it leaves nothing to be explained, taken apart without typer.

To bring in typer, and pydantic with it, takes longer than to scan a small repository. Whatever is not plainly one of
these is left to typer, which knows abbreviations, `--option=value`, help, and what to say about a mistake. A test holds
both to one another.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bot.cli.arguments import MOST_JOBS, named_statuses, one_folder
from bot.cli.scan_options import ScanOptions

FLAGS = ("--json", "--sarif", "--save", "--no-color", "--no-cache")
SINGLE = ("--repo", "--rev", "--jobs")
REPEATED = ("--pack", "--fail-on")


def plain_scan(arguments: Sequence[str]) -> tuple[Path, ScanOptions] | None:
    """The folder and the options of what follows `scan`; None for what typer has to look at.

    Raises CommandError as the command does.
    """
    given: dict[str, Any] = {name: [] for name in REPEATED}
    left = iter(arguments)
    for word in left:
        if not _take(word, left, given):
            return None
    folder, option = (Path(given[name]) if name in given else None for name in ("", "--repo"))
    options = ScanOptions(
        packs=tuple(given["--pack"]),
        revision=given.get("--rev"),
        jobs=int(given["--jobs"]) if "--jobs" in given else None,
        as_json="--json" in given,
        as_sarif="--sarif" in given,
        save="--save" in given,
        fail_on=named_statuses(given["--fail-on"]),
        plain="--no-color" in given,
        cached="--no-cache" not in given,
    )
    return one_folder(folder, option), options


def _take(word: str, left: Iterator[str], given: dict[str, Any]) -> bool:
    """Note what the word, and for an option the next one, gives; False where that is not plain."""
    if word in FLAGS:
        given[word] = True
        return True
    if word in REPEATED:
        given[word].append(next(left, ""))
        return _is_plain(given[word][-1])
    name, value = (word, next(left, "")) if word in SINGLE else ("", word)
    if name in given or not _is_plain(value) or (name == "--jobs" and not _is_number_of_jobs(value)):
        return False
    given[name] = value
    return True


def _is_plain(value: str) -> bool:
    return value != "" and not value.startswith("-") and value.isprintable()


def _is_number_of_jobs(value: str) -> bool:
    return value.isascii() and value.isdecimal() and len(value) <= 2 and 1 <= int(value) <= MOST_JOBS
