"""Whether lines that a proposal does not replace are still read as before.

An open bracket, string or backslash would swallow what follows; a new header would take what follows for its body; a
decorator would act on the function below it. The tokens outside the replaced lines, the brackets and texts around them,
and what stands above each statement and expression there have to be what they were.
"""

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator

from bot.consult.part import EXCHANGED, Part

_WITHOUT_TEXT = frozenset({tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})
_OPENING = {tokenize.OP: frozenset("([{")} | {
    getattr(tokenize, name): None for name in ("FSTRING_START", "TSTRING_START") if hasattr(tokenize, name)
}
_CLOSING = {tokenize.OP: frozenset(")]}")} | {
    getattr(tokenize, name): None for name in ("FSTRING_END", "TSTRING_END") if hasattr(tokenize, name)
}
"""What opens and closes, by the type of its token: a formatted text holds tokens of its own since Python 3.12."""


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
    if _declared(after.tree) - _declared(before.tree):
        return True
    return list(_placed(before)) != list(_placed(after)) or list(_hanging(before)) != list(_hanging(after))


class _Tokens:
    """The tokens around the exchanged lines, and how deep in brackets those lines begin, end, and come up to."""

    def __init__(self, part: Part) -> None:
        self.outside: list[tuple[str, str]] = []
        self.depth_behind = self.lowest = depth = 0
        for token in tokenize.generate_tokens(io.StringIO(part.text).readline):
            depth += _is_among(token, _OPENING) - _is_among(token, _CLOSING)
            if token.end[0] < part.first:
                self.lowest = depth
            if token.end[0] <= part.last:
                self.depth_behind = depth
            if part.first <= token.start[0] and token.end[0] <= part.last:
                self.lowest = min(depth, self.lowest)
            elif token.type not in _WITHOUT_TEXT:
                self.outside.append((tokenize.tok_name[token.type], token.string))


def _is_among(token: tokenize.TokenInfo, kinds: dict[int, frozenset[str] | None]) -> bool:
    """Null stands for every text of a type."""
    texts = kinds.get(token.type, frozenset())
    return texts is None or token.string in texts


# ---- what stands above


def _placed(part: Part) -> Iterator[tuple[object, ...]]:
    """Each statement outside the exchanged lines, with the statements above it.

    One of those that begins in the exchanged lines counts by its kind, and a function or class by its name and by
    whether it gives its values one by one: a loop may become another loop, no function.
    """
    yield from _below(part, part.tree, ())


def _below(part: Part, node: ast.AST, above: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else ():
            here = (*above, (*_named(node), field, part.standing(node)))
            if isinstance(child, ast.stmt):
                if part.standing(child) != EXCHANGED:
                    yield (*here, type(child).__name__, len(getattr(child, "decorator_list", ())))
                yield from _below(part, child, here)
            elif isinstance(child, ast.ExceptHandler | ast.match_case):
                yield from _below(part, child, here)


def _named(node: ast.AST) -> tuple[object, ...]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return type(node).__name__, node.name, any(_yields(child) for child in node.body)
    return type(node).__name__, getattr(node, "name", None) if isinstance(node, ast.ClassDef) else None


def _yields(node: ast.AST) -> bool:
    """Whether a `yield` stands in the node, which makes the function around it a generator."""
    if isinstance(node, ast.Yield | ast.YieldFrom):
        return True
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
        return False
    return any(map(_yields, ast.iter_child_nodes(node)))


def _hanging(part: Part) -> Iterator[tuple[object, ...]]:
    """Each expression outside the exchanged lines that hangs below one which is only partly outside, with its way."""
    for node in ast.walk(part.tree):
        if isinstance(node, ast.stmt) and not part.is_apart(node) and not part.holds(node):
            yield from _expressions_below(part, node, (type(node).__name__,))


def _expressions_below(part: Part, node: ast.AST, above: tuple[str, ...]) -> Iterator[tuple[object, ...]]:
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else (value,):
            if not isinstance(child, ast.AST) or isinstance(child, ast.stmt):
                continue
            here = (*above, field, type(child).__name__)
            if part.is_apart(child):
                yield here
            elif not part.holds(child):
                yield from _expressions_below(part, child, here)


def _declared(tree: ast.Module) -> Counter[str]:
    """The names that statements say to be another scope's."""
    return Counter(
        name for node in ast.walk(tree) if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names
    )
