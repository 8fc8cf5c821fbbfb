"""Moves a file's imports from the old library's modules to the new one's, and the names that the imports bind.

`import old` becomes `import new` together with every use of the name; an alias and the names of `from old import …`
stay as they are. Sound because the pack has measured that every name and member the file uses means the same on the
other side; what does not is withheld by the scan, and then the whole file is.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from bot.models.record import Record
from bot.packs.schema import Identifier, Pack
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.scan.binder import Anatomy
from bot.scan.facts import Replacement
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import ModuleImported, Scope
from bot.vocabulary import Bail, ScanStatus

_FROM = re.compile(r"from(?:\s|\\\r?\n)+(?=\w)")


class Parameters(Record):
    """`modules`: top-level module of the old library to that of the new one."""

    modules: dict[Identifier, Identifier]


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes every eligible sighting."""
    del pack
    renaming = _Renaming(view, parameters.modules)
    for index, sighting in enumerate(sightings):
        row = sighting.row
        if row.scan_status is ScanStatus.ELIGIBLE and row.symbol is not None:
            yield index, renaming.verdict(sighting, view.surface.warning(row.symbol))


class _Renaming:
    def __init__(self, view: FileView, modules: dict[str, str]) -> None:
        self._view = view
        self._modules = modules

    def verdict(self, sighting: Sighting, warning: str | None) -> Verdict:
        if isinstance(sighting.node, ast.alias):
            return self._import(sighting.node, sighting.scope)
        return Migrate(tuple(self._root_name(sighting.node, sighting.scope)), warning)

    def _import(self, alias: ast.alias, scope: Scope) -> Verdict:
        statement = self._view.anatomy.statement_of[alias]
        if isinstance(statement, ast.ImportFrom) and (statement.level or not self._old(statement.module)):
            return Migrate()  # the library through another module of the repository: the name does not change
        bail = fallback_bail(self._view.anatomy, statement, self._modules)
        if bail is None and isinstance(statement, ast.Import) and alias.asname is None:
            bail = self._rebinding_bail(alias.name.split(".")[0], scope)
        if bail is not None:
            return Withhold(bail)
        start = self._module_offset(statement) if isinstance(statement, ast.ImportFrom) else self._view.start(alias)
        return Migrate((self._replacement(start),))

    def _old(self, module: str | None) -> bool:
        return module is not None and module.split(".")[0] in self._modules

    def _module_offset(self, statement: ast.ImportFrom) -> int:
        match = _FROM.match(self._view.source.text, self._view.start(statement))
        assert match is not None
        return match.end()

    def _replacement(self, start: int) -> Replacement:
        match = re.compile(r"\w+").match(self._view.source.text, start)
        assert match is not None
        return Replacement(start=start, end=match.end(), old=match.group(), new=self._modules[match.group()])

    def _root_name(self, node: ast.AST, scope: Scope) -> Iterator[Replacement]:
        """The name that begins the expression, where a plain `import old` bound it."""
        if isinstance(node, ast.Call):
            node = node.func
        while isinstance(node, ast.Attribute):
            node = node.value
        if isinstance(node, ast.Name) and self._bound_plainly(node.id, scope):
            yield self._replacement(self._view.start(node))

    def _bound_plainly(self, name: str, scope: Scope) -> bool:
        home = scope.home(name)
        if home is None or name not in self._modules:
            return False
        bindings = home.bindings[name]
        return any(isinstance(b, ModuleImported) and b.alias.asname is None and b.module == name for b in bindings)

    def _rebinding_bail(self, name: str, scope: Scope) -> Bail | None:
        home = scope.home(name)
        assert home is not None
        plain = all(isinstance(b, ModuleImported) and b.alias.asname is None for b in home.bindings[name])
        if not plain or name in self._view.anatomy.declared or self._has_other_uses(name, home):
            return Bail.NAME_BOUND_TWICE
        return Bail.NAME_TAKEN if self._taken(self._modules[name]) else None

    def _has_other_uses(self, name: str, home: Scope) -> bool:
        """Whether the name is used in a way that has no row: deleted, or stored to."""
        uses = (node for node, scope in self._view.anatomy.names.get(name, ()) if scope.home(name) is home)
        return any(not isinstance(node.ctx, ast.Load) for node in uses)

    def _taken(self, new: str) -> bool:
        """Whether the new name means something else, or nothing yet, somewhere in the file."""
        anatomy = self._view.anatomy
        bindings = [binding for scope in anatomy.scopes() for binding in scope.bindings.get(new, ())]
        if any(not isinstance(b, ModuleImported) or b.alias.asname is not None for b in bindings):
            return True
        return any(scope.home(new) is None for _, scope in anatomy.names.get(new, ()))


def fallback_bail(anatomy: Anatomy, statement: ast.Import | ast.ImportFrom, modules: dict[str, str]) -> Bail | None:
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
