"""Whether lines that a proposal does not replace are still read as before.

An open bracket, string or backslash would swallow what follows; a new header would take what follows for its body; a
decorator would act on the function below it. The tokens outside the replaced lines, the brackets around them and the
statements above each other statement have to be what they were.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

_WITHOUT_TEXT = frozenset({tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})
_EXCHANGED = "exchanged"
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


@dataclass(frozen=True, slots=True)
class Part:
    """A file's text with its syntax tree, and which of its lines (1-based, inclusive) were exchanged."""

    text: str
    tree: ast.Module
    first: int
    last: int


def runs_past(before: Part, after: Part) -> bool:
    """Whether what lies outside the exchanged lines reads differently afterwards. A part whose `last` lies before its
    `first` holds none of them.
    """
    try:
        old, new = _Tokens(before), _Tokens(after)
    except (tokenize.TokenError, SyntaxError):
        return True
    if old.outside != new.outside or old.depth_behind != new.depth_behind or new.lowest < old.lowest:
        return True
    if _declared(after.tree) > _declared(before.tree):
        return True
    return list(_placed(before)) != list(_placed(after))


class _Tokens:
    """The tokens around the exchanged lines, and how deep in brackets those lines begin, end, and come up to."""

    def __init__(self, part: Part) -> None:
        self.outside: list[tuple[str, str]] = []
        self.depth_behind = self.lowest = depth = 0
        for token in tokenize.generate_tokens(io.StringIO(part.text).readline):
            if token.type == tokenize.OP:
                depth += (token.string in _OPENING) - (token.string in _CLOSING)
            if token.end[0] < part.first:
                self.lowest = depth
            if token.end[0] <= part.last:
                self.depth_behind = depth
            if part.first <= token.start[0] and token.end[0] <= part.last:
                self.lowest = min(depth, self.lowest)
            elif token.type not in _WITHOUT_TEXT:
                self.outside.append((tokenize.tok_name[token.type], token.string))


def _placed(part: Part) -> Iterator[tuple[object, ...]]:
    """Each statement outside the exchanged lines, with the statements above it.

    One of those that begins in the exchanged lines counts by its kind: a loop may become another loop, no function.
    """
    yield from _below(part, part.tree, ())


def _below(part: Part, node: ast.AST, above: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else ():
            here = (*above, (type(node).__name__, field, _standing(part, node)))
            if isinstance(child, ast.stmt):
                if _standing(part, child) != _EXCHANGED:
                    yield (*here, type(child).__name__, len(getattr(child, "decorator_list", ())))
                yield from _below(part, child, here)
            elif isinstance(child, ast.ExceptHandler | ast.match_case):
                yield from _below(part, child, here)


def _standing(part: Part, node: ast.AST) -> object:
    """Where the node begins: before the exchanged lines counted from the file's start, behind them from their end."""
    line = getattr(node, "lineno", None)
    if line is None:
        return None
    if line < part.first:
        return line
    return _EXCHANGED if line <= part.last else ("behind", line - part.last)


def _declared(tree: ast.Module) -> int:
    """How many statements say that a name is another scope's."""
    return sum(isinstance(node, ast.Global | ast.Nonlocal) for node in ast.walk(tree))
