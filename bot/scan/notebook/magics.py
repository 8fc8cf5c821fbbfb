"""A cell as IPython reads it, turned into plain Python without moving what stays.

Recognised is what IPython's own input transformer recognises (IPython, "Python vs IPython" and `inputtransformer2`):
`%magic`, `%%magic` on the first line, `!command`, `x = !command`, `x = %magic`, `name?`, the autocall prefixes, prompts
that were pasted along, and a cell that is indented as a whole. Magics that run Python (`%time f(x)`) leave that Python
standing; anything else becomes `pass`, and its text is handed out as a command.
"""

import ast
import re
import warnings
from collections.abc import Iterator

from bot.models.struct import Frozen
from bot.scan.notebook.line_state import LineState

_OTHER_LANGUAGES = frozenset(
    {
        "bash", "sh", "zsh", "shell", "script", "cmd", "powershell", "system", "sx", "!", "sql", "bigquery", "cypher",
        "html", "HTML", "javascript", "js", "latex", "markdown", "svg", "SVG", "perl", "ruby", "R", "julia", "cython",
        "md", "scala", "r", "fs", "file", "writefile",
    }
)  # fmt: skip
"""`%%` magics whose body is no Python; of any other it is Python where it parses."""

_SHELLS = frozenset({"bash", "sh", "zsh", "shell", "script", "cmd", "powershell", "system", "sx", "!"})
_INSTALLERS = frozenset({"pip", "conda", "mamba", "micromamba", "uv", "poetry"})
_DATABRICKS = frozenset({"md", "sh", "scala", "r", "fs", "sql"})
"""Databricks names a cell's language by one `%` on its first line."""

_RUNS_PYTHON = frozenset({"time", "timeit", "prun", "memit", "lprun", "mprun", "px"})
"""Magics that run the rest of their line, their options taken off."""

_AUTOMAGIC = re.compile(
    r"(?:pip|conda|mamba|cd|ls|ll|cat|cp|mv|rm|mkdir|rmdir|pwd|man|more|less|time|timeit|run|load_ext|matplotlib)"
    r"(?:[ \t]+(?![=.,:]|(?:in|is|and|or|not|if)\b)[^ \t=(].*)?"
)
"""Magics that IPython runs without the `%`; only asked of cells that are no Python otherwise."""

_CELL_MAGIC = re.compile(r"%%(?P<name>[\w.!]+)[ \t]*(?P<rest>.*)")
_LINE_MAGIC = re.compile(r"%{1,2}(?P<name>[\w.]+)[ \t]*(?P<rest>.*)")
_OPTIONS = re.compile(r"(?:--?(?:[nrslfmTDuN][ \t]*[^ \t]+|[\w-]+)[ \t]+)*")
_ESCAPES = ("%", "!", "?", ",", ";", "/")
_PROMPT = re.compile(r"[ \t]*(?:>>>|\.\.\.)(?: |$)|[ \t]*In \[\d+\]: ?|[ \t]*\.{3,}: ?")
_FIRST_PROMPT = re.compile(r"[ \t]*(?:>>>(?: |$)|In \[\d+\]: ?)")


class Command(Frozen):
    """What stands in a cell and is no Python: its text, where it begins, and whether a shell or an installer runs it.

    `line` is the 1-based line of the cell, `column` counts code points.
    """

    line: int
    column: int
    text: str
    is_shell: bool


class PythonCell(Frozen):
    """The cell's Python, line by line as in the cell; `shifts` are the code points taken off the front of each line."""

    lines: tuple[str, ...]
    shifts: tuple[int, ...]
    commands: tuple[Command, ...] = ()


def as_python(text: str) -> PythonCell | None:
    """The Python of a cell; None where it is none even without what IPython adds."""
    lines = text.split("\n")
    if _parses(lines):
        return PythonCell(tuple(lines), (0,) * len(lines))
    draft = _Draft(lines)
    draft.strip_prompts()
    draft.strip_indent()
    first = draft.first_line()
    magic = _cell_magic(draft.lines[first])
    if magic is not None:
        name, rest = magic
        if _is_other_language(name, rest):
            return foreign(text, is_shell=name in _SHELLS)
        draft.take_cell_magic(first, name, rest)
    found = draft.neutralised(automagic=False) or draft.neutralised(automagic=True)
    if found is None and magic is not None and magic[0] not in {*_RUNS_PYTHON, "capture"}:
        return foreign(text, is_shell=False)
    return found


def foreign(text: str, *, is_shell: bool) -> PythonCell:
    """A cell that holds no Python at all."""
    lines = text.count("\n") + 1
    return PythonCell(("",) * lines, (0,) * lines, (Command(1, 0, text, is_shell),))


def _cell_magic(line: str) -> tuple[str, str] | None:
    """Name and rest of the magic that the first line applies to the whole cell."""
    match = _CELL_MAGIC.match(line)
    if match is not None:
        return match["name"], match["rest"].strip()
    match = _LINE_MAGIC.match(line)
    if match is not None and match["name"] in _DATABRICKS and (match["name"] != "sql" or not match["rest"].strip()):
        return match["name"], match["rest"].strip()
    return None


def _is_other_language(name: str, rest: str) -> bool:
    return name in _OTHER_LANGUAGES and not (name in {"file", "writefile"} and rest.endswith(".py"))


class _Draft:
    """A cell on its way to Python; `lines` have lost what `shifts` count off the front of the `source`'s."""

    def __init__(self, source: list[str]) -> None:
        self._source = source
        self.lines = list(source)
        self.shifts = [0] * len(source)
        self.commands: list[Command] = []

    def first_line(self) -> int:
        """The index of the first line that is not blank."""
        return next((index for index, line in enumerate(self.lines) if line.strip()), 0)

    def strip_prompts(self) -> None:
        """Take prompts off that were pasted along with the code."""
        if _FIRST_PROMPT.match(self.lines[self.first_line()]):
            for index, line in enumerate(self.lines):
                match = _PROMPT.match(line)
                self._cut(index, 0, match.end() if match else 0)

    def strip_indent(self) -> None:
        """Take the first line's indentation off every line."""
        indent = _indent(self.lines[self.first_line()])
        for index, line in enumerate(self.lines):
            self._cut(index, 0, len(indent) if line.startswith(indent) else 0)

    def take_cell_magic(self, index: int, name: str, rest: str) -> None:
        """Leave the body of a cell magic, and of `%%timeit` the setup code beside it."""
        if name != "timeit" or not self._leave_python(index, rest):
            self._drop(index, index, 0, is_shell=False)
            self.lines[index] = ""

    def neutralised(self, *, automagic: bool) -> PythonCell | None:
        """The draft with every line that is IPython's exchanged; None where the result is no Python."""
        draft = _Draft(self._source)
        draft.lines, draft.shifts, draft.commands = list(self.lines), list(self.shifts), list(self.commands)
        for index, end, column in self._taken_over(automagic=automagic):
            draft._exchange(index, end, column)
        if not _parses(draft.lines):
            return None
        return PythonCell(tuple(draft.lines), tuple(draft.shifts), tuple(draft.commands))

    def _taken_over(self, *, automagic: bool) -> Iterator[tuple[int, int, int | None]]:
        """The first and last line of each statement that is IPython's, and the column where its part of it begins; None
        where that is the whole statement.
        """
        state = LineState()
        index = 0
        while index < len(self.lines):
            line, end = self.lines[index], index
            code = line.lstrip(" \t")
            whole = state.begins_statement and (
                code.startswith(_ESCAPES) or (automagic and _AUTOMAGIC.fullmatch(code) is not None)
            )
            column = None if whole else state.read(line)
            if column is not None and line.startswith("?", column):
                whole, column = True, None
            if whole or column is not None:
                while self.lines[end].endswith("\\") and end + 1 < len(self.lines):
                    end += 1
                yield index, end, column
            index = end + 1

    def _exchange(self, index: int, end: int, column: int | None) -> None:
        line = self.lines[index]
        start = len(_indent(line)) if column is None else column
        code = line[start:]
        magic = _LINE_MAGIC.match(code) or (_LINE_MAGIC.match(f"%{code}") if column is None else None)
        name = magic["name"] if magic else ""
        if magic and index == end and name in _RUNS_PYTHON and self._leave_python(index, magic["rest"], column):
            return
        is_shell = code.startswith("!") or name in _INSTALLERS or name in _SHELLS
        self._drop(index, end, start, is_shell=is_shell)
        self.lines[index] = line[:start] + ("pass" if column is None else "None")
        self.lines[index + 1 : end + 1] = [""] * (end - index)

    def _leave_python(self, index: int, rest: str, column: int | None = None) -> bool:
        """Keep what a magic runs, its options taken off; False where that is no Python."""
        line = self.lines[index]
        options = _OPTIONS.match(rest)
        code = (rest[options.end() :] if options else rest).rstrip()
        if not code or not _parses([code]):
            return False
        begins = len(line.rstrip()) - len(code)
        if column is None:
            self._cut(index, len(_indent(line)), begins)
        else:
            self.lines[index] = line[:column] + " " * (begins - column) + line[begins:]
        return True

    def _cut(self, index: int, start: int, end: int) -> None:
        line = self.lines[index]
        self.lines[index] = line[:start] + line[end:]
        self.shifts[index] += end - start

    def _drop(self, index: int, end: int, start: int, *, is_shell: bool) -> None:
        column = self.shifts[index] + start
        text = "\n".join([self._source[index][column:], *self._source[index + 1 : end + 1]])
        self.commands.append(Command(index + 1, column, text, is_shell))


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _parses(lines: list[str]) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse("\n".join(lines) + "\n")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True
