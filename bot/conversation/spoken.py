"""Which lines of a comment are spoken to Obelize: those that begin with its name where a reader sees them as text.

Lines in quotes, code, and what GitHub does not show at all (HTML comments) are not the person's own words to us. Where
Markdown is doubtful the line is left out: a command that was not heard can be said again.
"""

import re
from dataclasses import dataclass

NAME = "/obelize"
MOST_COMMANDS = 10
"""Of one comment; what follows is not looked at."""
LONGEST_LINE = 1_000

_CODE_INDENT = 4
_FENCE = re.compile(r"(?P<run>`{3,}|~{3,})(?P<info>.*)")
_SHOWN_AS_CODE = re.compile(r"<(?P<tag>pre|script|style|textarea)(?=[\s>]|$)", re.IGNORECASE)
_OPENS_COMMENT = "<!--"
_CLOSES_COMMENT = "-->"


def spoken_lines(body: str) -> tuple[str, ...]:
    """The lines that begin with the bot's name, in their order, without blanks around them."""
    reader = _Reader()
    heard = [line.strip()[:LONGEST_LINE] for line in _lines(body) if reader.is_plain(line) and _is_to_us(line)]
    return tuple(heard[:MOST_COMMANDS])


def fence_below(body: str, number: int) -> str | None:
    """What stands in the first fence below the spoken line of that number, from 1, and before the next one; null where
    there is none. A fence that nobody closed goes to the end.
    """
    reader, heard = _Reader(), 0
    inside: list[str] | None = None
    for line in _lines(body):
        plain = reader.is_plain(line)
        if inside is not None:
            if reader.fence is None:
                return "\n".join(inside)
            inside.append(line)
        elif reader.fence is not None and heard == number:
            inside = []
        elif plain and _is_to_us(line):
            heard += 1
    return "\n".join(inside) if inside is not None else None


def _lines(body: str) -> list[str]:
    return body.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _is_to_us(line: str) -> bool:
    words = line.split(maxsplit=1)
    return bool(words) and words[0].lower() == NAME


@dataclass(slots=True)
class _Reader:
    """Reads line after line, and knows what it is in: a fence, hidden or preformatted HTML, a quote."""

    fence: str | None = None
    until: str | None = None
    ends_at_blank: bool = False
    quoting: bool = False

    def is_plain(self, line: str) -> bool:
        """Whether the line stands in the person's own visible text."""
        text = line.lstrip(" ")
        is_code = len(line) - len(text) >= _CODE_INDENT or text.startswith("\t")
        if self.fence is not None:
            self._leave_fence(text, is_code=is_code)
            return False
        if self.until is not None:
            self._leave_html(line)
            return False
        if not text.strip():
            self.quoting = False
            return False
        if is_code:
            return False
        if text.startswith(">"):
            self.quoting = True
            return False
        return not self._enters(text) and not self.quoting

    def _enters(self, text: str) -> bool:
        """Whether the line opens something that is not plain text; its own words are none either."""
        fence = _FENCE.match(text)
        if fence is not None and not ("`" in fence["run"] and "`" in fence["info"]):
            self.fence, self.quoting = fence["run"], False
            return True
        code = _SHOWN_AS_CODE.match(text)
        if code is not None:
            self.until = f"</{code['tag'].lower()}>"
            self._leave_html(text)
            return True
        _, opened, rest = text.rpartition(_OPENS_COMMENT)
        if opened and _CLOSES_COMMENT not in rest:
            # At the start of a line it goes on to its end; within a paragraph, at most to the end of that.
            self.until, self.ends_at_blank = _CLOSES_COMMENT, not text.startswith(_OPENS_COMMENT)
        return bool(opened) and (text.startswith(_OPENS_COMMENT) or self.until is not None)

    def _leave_fence(self, text: str, *, is_code: bool) -> None:
        assert self.fence is not None
        closing = text.strip()
        if not is_code and closing and set(closing) == {self.fence[0]} and len(closing) >= len(self.fence):
            self.fence = None

    def _leave_html(self, line: str) -> None:
        assert self.until is not None
        if self.until in line.lower() or (self.ends_at_blank and not line.strip()):
            self.until, self.ends_at_blank = None, False
