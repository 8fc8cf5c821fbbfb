"""Whether an expression makes an object of one of the old library's classes."""

import ast
from collections.abc import Collection

from bot.rules.written_values.definitions import scope_at
from bot.scan.rows import FileView
from bot.scan.scopes import Scope
from bot.scan.values import LibraryName


def makes(view: FileView, node: ast.AST, classes: Collection[str]) -> bool:
    """Whether the expression is a call of one of the classes, by their full names."""
    return isinstance(node, ast.Call) and names_class(view, node.func, scope_at(view.anatomy, node), classes)


def names_class(view: FileView, node: ast.expr, scope: Scope, classes: Collection[str]) -> bool:
    """Whether the expression is one of the classes itself."""
    values = view.resolver.values(node, scope)
    symbols = {view.surface.canonical(one.symbol) for one in values if isinstance(one, LibraryName)}
    return bool(symbols) and symbols <= {*classes}
