"""What the terminal shows: colour and progress where somebody looks, plain lines in a pipe or under NO_COLOR.

Rich is brought in only where a terminal is written to, so that a command in a pipe does not wait for it.
"""

import io
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from bot.driver import Progress as Report
from bot.safe_text import one_line

if TYPE_CHECKING:
    from rich.console import Console

Line = tuple[tuple[str, str], ...]
"""One line as it is to be shown: stretches of text, each with the name of its style, "" for none."""


def output(*, plain: bool = False) -> "Console":
    """Standard output. Only a terminal's lines are wrapped; `plain` and NO_COLOR leave out every escape sequence."""
    return _console(stderr=False, plain=plain)


def notes() -> "Console":
    """Standard error, for what is not the result."""
    return _console(stderr=True)


def show(lines: Iterable[Line], *, plain: bool = False, stderr: bool = False) -> None:
    """Write lines that are laid out already: styled on a terminal, as they are in a pipe."""
    stream = sys.stderr if stderr else sys.stdout
    if not stream.isatty():
        _tolerant(stream).write("".join(f"{text_of(line)}\n" for line in lines))
        stream.flush()
        return
    from rich.text import Text

    console = _console(stderr=stderr, plain=plain)
    for line in lines:
        console.print(Text.assemble(*line), soft_wrap=True)


def text_of(line: Line) -> str:
    """The line without its styles."""
    return "".join(text for text, _ in line)


def columns() -> int | None:
    """How wide the terminal is that standard output goes to; None in a pipe, where no line is too long."""
    return output().width if sys.stdout.isatty() else None


def _console(*, stderr: bool, plain: bool = False) -> "Console":
    from rich.console import Console

    _tolerant(sys.stderr if stderr else sys.stdout)
    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if plain or console.no_color:
        console = Console(stderr=stderr, highlight=False, markup=False, emoji=False, color_system=None)
    console.soft_wrap = not console.is_terminal
    return console


def _tolerant(stream: TextIO) -> TextIO:
    """The stream, which from now on writes out what its encoding does not have instead of failing on it."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return stream


def count(number: int, noun: str) -> str:
    """The number and the noun, in the plural where it is not one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shown(text: str) -> str:
    """A name from the repository on one line, with every character that a terminal might act on written out."""
    return one_line(text)


@contextmanager
def progress(*, plain: bool = False) -> Iterator[Report | None]:
    """A progress line on long work while standard error is a terminal; nothing otherwise."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    shown_columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*shown_columns, console=_console(stderr=True, plain=plain), transient=True) as bar:
        task = bar.add_task("starting", total=None)
        yield lambda stage, done, total: bar.update(task, description=stage, completed=done, total=total)
