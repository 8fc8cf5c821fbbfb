"""Whether a file gives a variable of the environment a value that the old library would have read."""

import ast

from bot.scan.rows import FileView
from bot.scan.usage_index import last_name

_SETS_VARIABLE = frozenset({"setdefault", "putenv", "setenv", "update"})


def sets_variable(view: FileView, variables: tuple[str, ...]) -> bool:
    """Whether the file may set one of the variables."""
    return any(_gives_value(view, one) for one, _ in view.anatomy.strings if one.value in variables)


def _gives_value(view: FileView, name: ast.Constant) -> bool:
    parent = view.anatomy.parents.get(name)
    match parent:
        case ast.Subscript():
            return not isinstance(parent.ctx, ast.Load)
        case ast.Call():
            return last_name(parent) in _SETS_VARIABLE
        case ast.Dict(keys=keys):
            return name in keys
        case _:
            return False
