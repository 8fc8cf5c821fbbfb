"""What a module holds under names that other modules take from it: lists and dicts of constants."""

import ast
from collections.abc import Iterable

from bot.scan.binder import Anatomy, take_apart
from bot.scan.examine import parse
from bot.scan.facts import Held, HeldValues
from bot.scan.scopes import Assigned, Declared
from bot.scan.source_text import Undecodable, read_source
from bot.vocabulary import Bail

_MANY = 500
"""Nodes of one value."""

_LONGEST = 8_000


def held_values(data: bytes, names: Iterable[str]) -> HeldValues:
    """What the names hold; nothing of a file that cannot be read. The module is for whoever asked to say."""
    source = read_source(data)
    tree = parse(source) if not isinstance(source, Undecodable) else source.bail
    if isinstance(tree, Bail):
        return HeldValues()
    anatomy = take_apart(tree)
    return HeldValues(values=tuple(_held(anatomy, name) for name in names))


def _held(anatomy: Anatomy, name: str) -> Held:
    bindings = [one for one in anatomy.root.bindings.get(name, ()) if not isinstance(one, Declared)]
    starred = any(alias.name == "*" for statement, _ in anatomy.imports for alias in statement.names)
    nothing = Held(module="-", name=name, text=None, bound=bool(bindings) or starred)
    match bindings:
        case [Assigned(value=ast.List() | ast.Dict() as value, steps=())]:
            pass
        case _:
            return nothing
    if starred or len(anatomy.names.get(name, ())) != 1 or not _is_literal(value):
        return nothing
    try:
        text = ast.unparse(value)
    except RecursionError:
        return nothing
    return Held(module="-", name=name, text=text, bound=True) if len(text) <= _LONGEST else nothing


def _is_literal(value: ast.expr) -> bool:
    """Whether it is made of constants, lists and dicts alone."""
    kinds = (ast.List, ast.Dict, ast.Constant, ast.UnaryOp, ast.USub, ast.Load)
    for number, one in enumerate(ast.walk(value)):
        if not isinstance(one, kinds) or number > _MANY or (isinstance(one, ast.Dict) and None in one.keys):
            return False
    return True
