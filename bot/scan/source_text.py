"""A Python file as text, and the positions in it.

Three countings meet here. Records and git end a line at LF and count columns in code points. Python also ends a line
at CRLF and at a lone CR. `ast` counts columns in UTF-8 bytes. Everything is turned into *offsets*, code points from
the start of the text, and from there into what records say.
"""

import io
import re
import tokenize
from bisect import bisect_right
from itertools import accumulate

from bot.models.struct import Frozen
from bot.vocabulary import Bail

_PYTHON_LINE_END = re.compile(r"\r\n|\r|\n")
_LONE_CR = re.compile(r"\r(?!\n)")


class Undecodable(Frozen):
    """The bytes are not text in the encoding that they declare."""

    bail: Bail


class SourceText(Frozen):
    """Decoded text; `encoding` gives the same bytes back (`encode`), a byte order mark included."""

    text: str
    encoding: str
    _python_lines: tuple[int, ...]
    _git_lines: tuple[int, ...]

    def offset(self, line: int, utf8_column: int) -> int:
        """The offset of a position as `ast` states it: 1-based Python line, column in UTF-8 bytes."""
        start = self._python_lines[line - 1]
        stretch = self.text[start : start + utf8_column]
        if stretch.isascii():
            return start + utf8_column
        return start + len(stretch.encode()[:utf8_column].decode(errors="ignore"))

    def lines(self, first: int, last: int) -> tuple[int, int]:
        """The offsets at which the first of these Python lines begins, and behind the last one with its line end."""
        end = self._python_lines[last] if last < len(self._python_lines) else len(self.text)
        return self._python_lines[first - 1], end

    def position(self, offset: int) -> tuple[int, int]:
        """What records say of an offset: 1-based line that ends at LF, 0-based column in code points."""
        line = bisect_right(self._git_lines, offset)
        return line, offset - self._git_lines[line - 1]

    def line_text(self, line: int) -> str:
        """The text of a 1-based git line, without its line end."""
        start = self._git_lines[line - 1]
        end = self._git_lines[line] if line < len(self._git_lines) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def first_lone_carriage_return(self) -> int | None:
        """The git line of the first CR that no LF follows, or None."""
        match = _LONE_CR.search(self.text)
        return self.position(match.start())[0] if match else None

    def encode(self, text: str) -> bytes:
        """`text` in this file's encoding; UnicodeEncodeError where it cannot be said in it."""
        return text.encode(self.encoding)


def read_source(data: bytes) -> SourceText | Undecodable:
    """The file's text by PEP 263 (byte order mark, coding line, else UTF-8), or why there is none.

    Refused as well: an encoding in which the text would not come back as the same bytes, since nothing could be
    written without changing what no rule touched.
    """
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
        faithful = text.encode(encoding) == data
    except (SyntaxError, UnicodeError, LookupError, ValueError):
        return Undecodable(Bail.FILE_NOT_DECODABLE)
    if not faithful:
        return Undecodable(Bail.FILE_NOT_DECODABLE)
    return text_source(text, encoding)


def text_source(text: str, encoding: str = "utf-8") -> SourceText:
    """Text that is decoded already, with its line tables."""
    git_lines = (0, *accumulate(len(line) + 1 for line in text.split("\n")[:-1]))
    alike = "\r" not in text
    python_lines = git_lines if alike else (0, *(match.end() for match in _PYTHON_LINE_END.finditer(text)))
    return SourceText(text, encoding, python_lines, git_lines)
