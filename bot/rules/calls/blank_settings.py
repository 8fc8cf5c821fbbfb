"""Settings of the module for which the old library took an empty text as none, and the new one as a text.

`openai.organization = os.getenv("ORGANIZATION", "")` sent no header before and would send an empty one.
"""

import ast
from collections.abc import Iterator

from bot.rules.engine.call_text import edit
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.values import LibraryModule

_NEEDS_NO_BRACKETS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.BoolOp, ast.JoinedStr)


def filled(view: FileView, names: tuple[str, ...]) -> tuple[Replacement, ...] | None:
    """The edits after which each setting that may be empty is none instead; None where one cannot be written so."""
    edits: list[Replacement] = []
    for name in names:
        for attribute in _stores(view, name):
            statement = view.anatomy.parents[attribute]
            if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
                return None
            if statement.targets[0] is not attribute:
                return None
            edits += _or_none(view, statement.value)
    return tuple(edits)


def is_filled(value: ast.expr) -> bool:
    """Whether an expression is certainly no empty text."""
    match value:
        case ast.Constant(value=constant):
            return constant is None or bool(constant)
        case ast.JoinedStr(values=parts):
            return any(isinstance(part, ast.Constant) and bool(part.value) for part in parts)
        case ast.BoolOp(op=ast.Or(), values=operands):
            return is_filled(operands[-1])
        case _:
            return False


def _stores(view: FileView, name: str) -> Iterator[ast.Attribute]:
    for attribute, scope in view.anatomy.attributes.get(name, ()):
        if isinstance(attribute.ctx, ast.Store) and any(
            isinstance(value, LibraryModule) for value in view.resolver.values(attribute.value, scope)
        ):
            yield attribute


def _or_none(view: FileView, value: ast.expr) -> Iterator[Replacement]:
    start, end = view.start(value), view.end(value)
    old = view.source.text[start:end]
    if is_filled(value):
        return
    if isinstance(value, ast.Constant):
        yield edit(view, start, end, "None")
    elif isinstance(value, _NEEDS_NO_BRACKETS):
        yield edit(view, start, end, f"{old} or None")
    else:
        yield edit(view, start, end, f"({old}) or None")
