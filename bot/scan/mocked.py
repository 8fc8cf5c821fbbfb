"""What of the library a file replaces by name, as tests do: `patch("oldlib.Reader")`, `monkeypatch.setattr(oldlib, …)`.

A test whose target stays while the code moves goes on without a word and replaces nothing any more.
"""

import ast
from collections.abc import Iterable, Iterator

from bot.scan.rows import FileView, Sighting
from bot.scan.usage_index import last_name
from bot.vocabulary import FindingKind

_REPLACING = frozenset({"patch", "object", "multiple", "setattr", "delattr", "setitem", "delitem"})
_MODULES = "modules"


def mocked(view: FileView, sightings: Iterable[Sighting]) -> Iterator[str]:
    """The library's full names that are replaced."""
    for one in sightings:
        if one.row.kind is FindingKind.DYNAMIC and one.row.symbol is not None and _replaces(view, one.node):
            yield one.row.symbol


def _replaces(view: FileView, node: ast.AST) -> bool:
    call = node if isinstance(node, ast.Call) else view.anatomy.parents.get(node)
    match call:
        case ast.Call():
            return last_name(call.func) in _REPLACING
        case ast.Dict() | ast.Subscript(value=ast.Attribute(attr="modules")):
            return _is_of_modules(view, call)
        case _:
            return False


def _is_of_modules(view: FileView, node: ast.Dict | ast.Subscript) -> bool:
    """`sys.modules["oldlib"] = …`, `patch.dict("sys.modules", {"oldlib": …})`."""
    if isinstance(node, ast.Subscript):
        return not isinstance(node.ctx, ast.Load)
    call = view.anatomy.parents.get(node)
    if not isinstance(call, ast.Call) or last_name(call.func) != "dict" or not call.args:
        return False
    table = call.args[0]
    return last_name(table) == _MODULES or (isinstance(table, ast.Constant) and table.value == "sys.modules")
