"""What the replaced lines give away as a key or a password: it goes on to be one, and nowhere else.

A key that is put into a question, a text or another call would leave with it.
"""

import ast
import re
from collections.abc import Iterator

from bot.consult.part import Part

_SECRET = re.compile(r"(?i)key|token|secret|passw|credential|auth")
_ASKING = (ast.UnaryOp, ast.BoolOp, ast.Compare, ast.If, ast.IfExp, ast.While, ast.Assert)
"""Whether there is one may be asked anywhere."""


def given_away(before: Part, after: Part) -> Iterator[str]:
    """Each place of the proposal where such a value stands and is no key, as it is spelled."""
    keys = set(map(ast.dump, _given_as_keys(before)))
    keys |= {ast.dump(ast.Name(name, ast.Load())) for name in _named_for(after, keys)}
    standing = {ast.dump(parent) for parent, _, value in _values(before) if ast.dump(value) in keys}
    for parent, slot, value in _values(after):
        is_elsewhere = not _SECRET.search(slot) and not isinstance(parent, _ASKING)
        if ast.dump(value) in keys and is_elsewhere and ast.dump(parent) not in standing:
            yield ast.unparse(value)


def _given_as_keys(part: Part) -> Iterator[ast.expr]:
    return (value for _, slot, value in _values(part) if _SECRET.search(slot) and not isinstance(value, ast.Constant))


def _named_for(part: Part, keys: set[str]) -> Iterator[str]:
    """The names that the proposal gives such a value."""
    for parent, slot, value in _values(part):
        if isinstance(parent, ast.Assign | ast.AnnAssign | ast.NamedExpr) and slot and ast.dump(value) in keys:
            yield slot


def _values(part: Part) -> Iterator[tuple[ast.AST, str, ast.expr]]:
    """Each expression in the exchanged lines with what it is a part of, and the name that it is given there, or ""."""
    for node in ast.walk(part.tree):
        match node:
            case ast.keyword(arg=name, value=value):
                found = [(name or "", value)]
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                found = [(_last_name(target), value)]
            case ast.NamedExpr(target=target, value=value):
                found = [(_last_name(target), value)]
            case ast.Dict(keys=names, values=values):
                found = [(_text(name), value) for name, value in zip(names, values, strict=True)]
            case _:
                found = [("", child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
        yield from ((node, name, value) for name, value in found if part.holds(value))


def _last_name(target: ast.expr) -> str:
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            return name
    return ""


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
