"""What the terminal shows: colour and progress where somebody looks, plain lines in a pipe or under NO_COLOR."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from bot.driver import Progress as Report
from bot.safe_text import one_line


def output() -> Console:
    """Standard output. Colours are left out in a pipe and under NO_COLOR; only a terminal's lines are wrapped."""
    return _console(stderr=False)


def notes() -> Console:
    """Standard error, for what is not the result."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    console.soft_wrap = not console.is_terminal
    return console


def count(number: int, noun: str) -> str:
    """The number and the noun, in the plural where it is not one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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
