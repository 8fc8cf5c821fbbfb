"""What keeps an import statement from being renamed, whatever it imports."""

import ast
from collections.abc import Iterator, Mapping

from bot.scan.binder import Anatomy
from bot.scan.scopes import ModuleImported, Scope
from bot.vocabulary import Bail


def rebinding_bail(anatomy: Anatomy, name: str, new: str, scope: Scope) -> Bail | None:
    """Why the name that `import old` binds cannot become another one in its scope, None where it can."""
    home = scope.home(name)
    assert home is not None
    plain = all(isinstance(b, ModuleImported) and b.alias.asname is None for b in home.bindings[name])
    if not plain or name in anatomy.declared or _has_other_uses(anatomy, name, home):
        return Bail.NAME_BOUND_TWICE
    return Bail.NAME_TAKEN if _taken(anatomy, new) else None


def _has_other_uses(anatomy: Anatomy, name: str, home: Scope) -> bool:
    """Whether the name is used in a way that has no row: deleted, or stored to."""
    uses = (node for node, scope in anatomy.names.get(name, ()) if scope.home(name) is home)
    return any(not isinstance(node.ctx, ast.Load) for node in uses)


def _taken(anatomy: Anatomy, new: str) -> bool:
    """Whether the new name means something else, or nothing yet, somewhere in the file."""
    bindings = [binding for scope in anatomy.scopes() for binding in scope.bindings.get(new, ())]
    if any(not isinstance(b, ModuleImported) or b.alias.asname is not None for b in bindings):
        return True
    return any(scope.home(new) is None for _, scope in anatomy.names.get(new, ()))


def fallback_bail(anatomy: Anatomy, statement: ast.Import | ast.ImportFrom, modules: Mapping[str, str]) -> Bail | None:
    """IMPORT_HAS_FALLBACK where another branch of the same `try` or `if` imports the same name, or the new library,
    from somewhere else than the old library.
    """
    bound = _bound_names(statement)
    child: ast.AST = statement
    parent = anatomy.parents.get(child)
    while parent is not None and not isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        if isinstance(parent, ast.Try | ast.If):
            for other in _imports_beside(parent, child):
                roots = _roots(other)
                if not roots <= set(modules) and (bound & _bound_names(other) or roots & set(modules.values())):
                    return Bail.IMPORT_HAS_FALLBACK
        child, parent = parent, anatomy.parents.get(parent)
    return None


def _imports_beside(block: ast.Try | ast.If, child: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    branches: list[list[ast.AST]] = [list(block.body), list(block.orelse)]
    if isinstance(block, ast.Try):
        branches += [list(block.finalbody), *([handler] for handler in block.handlers)]  # type: ignore[list-item]
    for branch in branches:
        if child not in branch:
            for node in branch:
                yield from (found for found in ast.walk(node) if isinstance(found, ast.Import | ast.ImportFrom))


def _roots(statement: ast.Import | ast.ImportFrom) -> set[str]:
    if isinstance(statement, ast.ImportFrom):
        return {(statement.module or "").split(".")[0]}
    return {alias.name.split(".")[0] for alias in statement.names}


def _bound_names(statement: ast.Import | ast.ImportFrom) -> set[str]:
    return {alias.asname or alias.name.split(".")[0] for alias in statement.names}
