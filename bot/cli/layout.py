"""Text laid out for a terminal of a given width, or for a pipe, where a line may be as long as it is (`width` None)."""

import textwrap
from collections.abc import Iterator, Sequence

from bot.cli.terminal import Line

LEAST_WIDTH = 20
"""Below this a terminal is taken to be so wide: a word a line would tell nobody anything."""


def broken(text: str, width: int | None, *, indent: int = 0, style: str = "") -> Iterator[Line]:
    """The text broken between words, the lines after the first one indented."""
    if width is None:
        yield ((text, style),)
        return
    lead = len(text) - len(text.lstrip(" "))
    for line in textwrap.wrap(
        text.strip(),
        width,
        initial_indent=" " * lead,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
    ):
        yield ((line, style),)


def folded(name: str, width: int | None, indent: str) -> Iterator[str]:
    """A name, which has no words, cut where the terminal ends."""
    room = max(1, (width or len(name)) - len(indent))
    yield from (indent + name[start : start + room] for start in range(0, max(len(name), 1), room))


def table(rows: Sequence[tuple[str, int, str]], width: int | None) -> Iterator[Line]:
    """Word, number and sentence in columns; below one another where the sentence would be squeezed."""
    if not rows:
        return
    word_width, number_width = max(len(row[0]) for row in rows), max(len(str(row[1])) for row in rows)
    indent = 2 + word_width + 2 + number_width + 2
    for word, number, sentence in rows:
        start = f"  {word:<{word_width}}  {number:>{number_width}}"
        if width is None or indent + LEAST_WIDTH * 2 <= width:
            yield from broken(f"{start}  {sentence}", width, indent=indent)
        else:
            yield from broken(f"  {word}  {number}", width, indent=4)
            yield from broken(f"    {sentence}", width, indent=4)
