"""Where a physical line of Python leaves the reader: inside brackets, inside a string, in the middle of a statement.

For cells that Python's own tokenizer refuses, because magics and shell lines stand between the statements. Strings
that go on over a backslash at the line's end are not followed; a cell that holds one and a magic may not be read.
"""

import re

from bot.models.struct import Mutable

_TOKEN = re.compile(
    r"""
    (?P<comment>\#.*)
    | (?P<triple>\"{3}|'{3})
    | (?P<string>"(?:[^"\\]|\\.)*+(?:"|\\?$)|'(?:[^'\\]|\\.)*+(?:'|\\?$))
    | (?P<open>[(\[{])
    | (?P<close>[)\]}])
    | (?P<assignment>(?<![=!<>%:])=[ \t]*(?=[%!]))
    | (?P<question>\?{1,2}[ \t\r]*$)
    """,
    re.VERBOSE,
)
_END_OF_TRIPLE = {
    '"""': re.compile(r'(?:[^"\\]|\\.|\\$|"(?!""))*+"""'),
    "'''": re.compile(r"(?:[^'\\]|\\.|\\$|'(?!''))*+'''"),
}


class LineState(Mutable):
    """Between two lines: the brackets that are open, the quotes of an open string, whether a backslash joins them."""

    depth: int = 0
    quotes: str | None = None
    joined: bool = False

    @property
    def begins_statement(self) -> bool:
        """Whether the next line begins a statement."""
        return self.depth == 0 and self.quotes is None and not self.joined

    def read(self, line: str) -> int | None:
        """Move past a line of Python. Where IPython takes over in a statement of its own (`x = !ls`, `x = %magic`,
        `x?`), the column at which its part begins is given, and the state is as after a whole statement.
        """
        at, begun, comment = 0, self.begins_statement, False
        if self.quotes is not None:
            match = _END_OF_TRIPLE[self.quotes].match(line)
            if match is None:
                return None
            self.quotes, at = None, match.end()
        while (token := _TOKEN.search(line, at)) is not None:
            at = token.end()
            match token.lastgroup:
                case "triple":
                    end = _END_OF_TRIPLE[token.group()].match(line, at)
                    if end is None:
                        self.quotes, self.joined = token.group(), False
                        return None
                    at = end.end()
                case "open":
                    self.depth += 1
                case "close":
                    self.depth = max(0, self.depth - 1)
                case "assignment" | "question" if begun and self.depth == 0:
                    self.joined = False
                    return at if token.lastgroup == "assignment" else token.start()
                case "comment":
                    comment = True
        self.joined = line.endswith("\\") and not comment
        return None
