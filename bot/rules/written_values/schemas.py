"""The schema of an answer: sent alike only where no object in it has several properties, whose order the new library
sends as well. A class is sent with more than the old library told of it.
"""

import ast

from bot.rules.written_values.classes import makes
from bot.rules.written_values.tables import Schemas
from bot.scan.rows import FileView

_WRITTEN_OUT = ast.Constant | ast.List | ast.Attribute


def is_sent_alike(view: FileView, node: ast.AST, tables: Schemas) -> bool:
    """Whether the whole schema is written out here, and means the same to the service."""
    match node:
        case ast.Dict():
            keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
            entries = list(zip(keys, node.values, strict=True))
        case ast.Call(args=[]) if makes(view, node, tables.classes):
            entries = [(keyword.arg, keyword.value) for keyword in node.keywords]
        case _:
            return False
    return all(_is_alike(view, str(key), value, tables) for key, value in entries)


def _is_alike(view: FileView, key: str, value: ast.expr, tables: Schemas) -> bool:
    if key in tables.nested:
        return is_sent_alike(view, value, tables)
    if key == tables.properties:
        one = isinstance(value, ast.Dict) and len(value.keys) == 1
        return one and all(is_sent_alike(view, inner, tables) for inner in getattr(value, "values", ()))
    return key in tables.keys and isinstance(value, _WRITTEN_OUT)
