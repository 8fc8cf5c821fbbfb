"""A function that makes a client when it is asked for the first time, as text, and what a file needs for it.

The arguments are told where the configuration stood, and kept. The lock is there because of threads: of two clients
made at once one would be kept by nobody, and a client that nobody keeps is closed in the middle of its request.
"""

import ast

from bot.models.struct import Frozen
from bot.scan.rows import FileView

PREFIX = "get_"
"""What stands before a client's name in that of the function that gives it."""
_STEP = "    "
_LONGEST = 88
"""A longer line is broken, as Black does it."""
_APART = 2
"""Blank lines around a function."""


class Later(Frozen):
    """How the file calls what keeps a function's answer, what keeps its arguments, and what lets one in at a time."""

    cache: str
    partial: str
    lock: str


def function_text(view: FileView, place: ast.stmt, name: str, later: Later, made: str) -> str:
    """The function of that name, to stand where the statement `place` begins; `made` are the class and arguments."""
    start, text = view.start(place), view.source.text
    indent = text[text.rfind("\n", 0, start) + 1 : start]
    line_end = "\r\n" if "\r\n" in text else "\n"
    kept, lock = f"made={later.cache}({later.partial}({made}))", f"lock={later.lock}()"
    head = [f"def {name}({kept}, {lock}):"]
    if len(indent) + len(head[0]) > _LONGEST:
        head = [f"def {name}(", f"{indent}{_STEP}{kept},", f"{indent}{_STEP}{lock},", f"{indent}):"]
    return line_end.join([*head, f"{indent}{_STEP}with lock:", f"{indent}{_STEP}{_STEP}return made()"])


def blank_lines(view: FileView, start: int, end: int) -> tuple[str, str]:
    """The line ends that are missing before and behind a function that stands in the module's own block there, beside
    something else without a blank line between.
    """
    text = view.source.text
    above, below = text[:start], text[end:].partition("\n")[2]
    if "\r" in text or (above and not above.endswith("\n")):
        return "", ""
    before = "\n" * _APART if above and not above.endswith("\n\n") else ""
    behind = "\n" * _APART if below.strip() and not below.startswith("\n") else ""
    return before, behind
