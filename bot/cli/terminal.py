"""What the terminal shows: colour and progress where somebody looks, plain lines in a pipe or under NO_COLOR."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from bot.driver import Progress as Report
from bot.safe_text import one_line


def output() -> Console:
    """Standard output. Rich leaves colours out in a pipe and under NO_COLOR, and fits lines to the width."""
    return Console(highlight=False, markup=False, emoji=False)


def notes() -> Console:
    """Standard error, for what is not the result."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def shown(text: str) -> str:
    """A name from the repository on one line, with every character that a terminal might act on written out."""
    return one_line(text)


@contextmanager
def progress() -> Iterator[Report | None]:
    """A progress line on long work while standard error is a terminal; nothing otherwise."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=notes(), transient=True) as bar:
        task = bar.add_task("starting", total=None)
        yield lambda stage, done, total: bar.update(task, description=stage, completed=done, total=total)
