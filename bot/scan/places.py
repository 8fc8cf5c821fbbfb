"""Places that nothing is known about, by how they are spelt: `app.state.reader`, `st.session_state["chat"]`.

Where a file puts something under such a spelling, it gets it back under the same one; an attribute and an item of the
same name count as one place, since such objects often take both.
"""

import ast
from typing import TypeAlias

from bot.scan.scopes import Scope

Place: TypeAlias = tuple[str, Scope | ast.ClassDef | None, tuple[str, ...]]
"""The name that it begins with, whose name that is, and the attributes and items from there on."""

_LONGEST = 8


def spelling(node: ast.expr) -> tuple[ast.Name, tuple[str, ...]] | None:
    """The first name of an expression and what follows it; None where it is not made of names alone."""
    parts: list[str] = []
    while not isinstance(node, ast.Name):
        match node:
            case ast.Attribute(value=value, attr=attr):
                parts.append(attr)
                node = value
            case ast.Subscript(value=value, slice=ast.Constant(value=str(key))):
                parts.append(key)
                node = value
            case _:
                return None
        if len(parts) > _LONGEST:
            return None
    return node, tuple(reversed(parts))
