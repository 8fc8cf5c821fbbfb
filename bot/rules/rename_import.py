"""Moves a file's imports from the old library's modules to the new one's, and the names that the imports bind.

`import old` becomes `import new` together with every use of the name; an alias and the names of `from old import …`
stay as they are. Sound because the pack has measured that every name and member the file uses means the same on the
other side; what does not is withheld by the scan, and then the whole file is.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from bot.models.light_record import LightRecord
from bot.packs.schema import Identifier, Pack
from bot.rules.engine.import_bails import fallback_bail, rebinding_bail
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.scan.facts import Replacement
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import ModuleImported, Scope
from bot.vocabulary import ScanStatus

_FROM = re.compile(r"from(?:\s|\\\r?\n)+(?=\w)")


class Parameters(LightRecord):
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
        old, _, name = (sighting.row.symbol or "").partition(".")
        calls = f"{self._modules.get(old, old)}.{name}" if name else old
        return Migrate(tuple(self._root_name(sighting.node, sighting.scope)), warning, calls=calls)

    def _import(self, alias: ast.alias, scope: Scope) -> Verdict:
        statement = self._view.anatomy.statement_of[alias]
        if isinstance(statement, ast.ImportFrom) and (statement.level or not self._old(statement.module)):
            return Migrate(calls=alias.name)  # through another module of the repository: the name does not change
        bail = fallback_bail(self._view.anatomy, statement, self._modules)
        if bail is None and isinstance(statement, ast.Import) and alias.asname is None:
            name = alias.name.split(".")[0]
            bail = rebinding_bail(self._view.anatomy, name, self._modules[name], scope)
        if bail is not None:
            return Withhold(bail)
        start = self._module_offset(statement) if isinstance(statement, ast.ImportFrom) else self._view.start(alias)
        return Migrate((self._replacement(start),), calls=alias.name)

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
