"""What a module holds under names that other modules take from it: lists and dicts of constants.

With `()` behind it a name is that of a function, and what it gives is asked for.
"""

import ast
from collections.abc import Iterable

from bot.scan.binder import Anatomy, take_apart
from bot.scan.examine import parse
from bot.scan.facts import Held, HeldValues
from bot.scan.scopes import Assigned, Declared, Defined
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
    if name.endswith("()"):
        return _given(anatomy, name)
    bindings = [one for one in anatomy.root.bindings.get(name, ()) if not isinstance(one, Declared)]
    starred = any(alias.name == "*" for statement, _ in anatomy.imports for alias in statement.names)
    nothing = Held(module="-", name=name, text=None, bound=bool(bindings) or starred)
    match bindings:
        case [Assigned(value=ast.List() | ast.Dict() as value, steps=())]:
            pass
        case _:
            return nothing
    if starred or len(anatomy.names.get(name, ())) != 1:
        return nothing
    return Held(module="-", name=name, text=_text(value), bound=True)


def _given(anatomy: Anatomy, name: str) -> Held:
    """What a function gives that does nothing else."""
    match anatomy.root.bindings.get(name.removesuffix("()"), []):
        case [Defined(node=ast.FunctionDef() as function)]:
            value = given_by(function)
            return Held(module="-", name=name, text=_text(value) if value is not None else None, bound=True)
        case bindings:
            starred = any(alias.name == "*" for statement, _ in anatomy.imports for alias in statement.names)
            return Held(module="-", name=name, text=None, bound=bool(bindings) or starred)


def given_by(function: ast.FunctionDef) -> ast.expr | None:
    """The list or dict of constants that a function gives, which takes nothing and does nothing else."""
    body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
    takes = ast.unparse(function.args) if not function.decorator_list else "decorated"
    match body:
        case [ast.Return(value=ast.List() | ast.Dict() as value)] if not takes and is_literal(value):
            return value
        case _:
            return None


def _text(value: ast.expr) -> str | None:
    if not is_literal(value):
        return None
    try:
        text = ast.unparse(value)
    except RecursionError:
        return None
    return text if len(text) <= _LONGEST else None


def is_literal(value: ast.expr) -> bool:
    """Whether it is made of constants, lists and dicts alone."""
    kinds = (ast.List, ast.Dict, ast.Constant, ast.UnaryOp, ast.USub, ast.Load)
    for number, one in enumerate(ast.walk(value)):
        if not isinstance(one, kinds) or number > _MANY or (isinstance(one, ast.Dict) and None in one.keys):
            return False
    return True
