"""Comments inside of what is written anew: they are put above the statement, so that none is lost."""

import ast
import io
import tokenize
from collections.abc import Iterator

from bot.rules.engine.call_text import edit
from bot.scan.facts import Replacement
from bot.scan.rows import FileView


def kept_comments(view: FileView, node: ast.AST, start: int, end: int) -> list[Replacement] | None:
    """The edit that puts the comments between two offsets above the statement around a node; None where none can
    stand there.
    """
    found = list(_comments(view, start, end)) if "#" in view.source.text[start:end] else []
    if not found:
        return []
    statement = view.anatomy.nearest(node, ast.stmt)
    if statement is None:
        return None
    text, at = view.source.text, view.start(statement)
    line_start = text.rfind("\n", 0, at) + 1
    indent = text[line_start:at]
    if indent.strip():
        return None
    line_end = "\r\n" if text[:line_start].endswith("\r\n") else "\n"
    return [edit(view, line_start, line_start, "".join(f"{indent}{one}{line_end}" for one in found))]


def _comments(view: FileView, start: int, end: int) -> Iterator[str]:
    text = f"({view.source.text[start:end]})"  # in brackets, whatever the stretch is a part of
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.rstrip()
