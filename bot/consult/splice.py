"""The one place where a proposal becomes text of a file. Lines are those of git, 1-based and inclusive."""

from bot.scan.source_text import SourceText


def replaced_lines(source: SourceText, first: int, last: int) -> str | None:
    """The lines, joined by LF, without the CR of a line end and without a last line end; null where one is missing."""
    lines = source.text.split("\n")
    if last > len(lines) or (last == len(lines) and not lines[-1] and source.text):
        return None
    return "\n".join(line.removesuffix("\r") for line in lines[first - 1 : last])


def with_lines_replaced(source: SourceText, first: int, last: int, replacement: str) -> str:
    """The whole text with other lines in place of these; its line ends are those of the first line replaced.

    A last line end of the replacement does not count, and nothing takes the lines out. A file that ends without a line
    end goes on doing so.
    """
    lines = source.text.split("\n")
    before, taken, after = lines[: first - 1], lines[first - 1 : last], lines[last:]
    carriage_return = "\r" if _ends_in_crlf(taken if after else lines) else ""
    new = replacement.removesuffix("\n").split("\n") if replacement else []
    ended = [f"{line}{carriage_return}" for line in new]
    if not after and ended:
        ended[-1] = ended[-1].removesuffix("\r")
    if not after and not ended and before:
        before[-1] = before[-1].removesuffix("\r")
    return "\n".join([*before, *ended, *after])


def _ends_in_crlf(lines: list[str]) -> bool:
    return lines[0].endswith("\r")
