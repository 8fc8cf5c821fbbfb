"""Rewrites classes, functions and exceptions that are called otherwise, or live elsewhere, in the new library.

The import statement and the names that the file uses change together (`imported_names`), or the path behind an
imported module does (`library_prefix`). A call keeps its arguments but for those that the pack says are gone, and gets
those that keep a default as it was.
"""

import ast
import re
from collections.abc import Iterable, Sequence

from bot.models.light_record import LightRecord
from bot.models.struct import anew
from bot.packs.schema import DottedName, Pack, Sentence
from bot.rules.engine.constructions import Construction, construction_edits
from bot.rules.engine.import_bails import fallback_bail, rebinding_bail
from bot.rules.engine.imported_names import ImportedNames, module_edits
from bot.rules.engine.library_prefix import prefix_edits
from bot.rules.engine.renames import Renames
from bot.rules.engine.sole_receiver import may_be_foreign
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.scan.facts import Replacement
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Scope
from bot.scan.values import LibraryName, RepositoryModule, RepositoryName
from bot.vocabulary import Bail


class Parameters(LightRecord):
    """`symbols`: full name in the old library to full name in the new one. `modules`: likewise, for modules that are
    gone. `calls`: by the old name; a name without an entry takes the same arguments as before. `notes`: by the old
    name, where the new one differs at the edges.
    """

    symbols: dict[DottedName, DottedName]
    modules: dict[DottedName, DottedName] = anew(dict)
    calls: dict[DottedName, Construction] = anew(dict)
    notes: dict[DottedName, Sentence] = anew(dict)


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the names and modules that are listed; of strings only annotations, where the name stays."""
    rule = _SymbolRule(view, Renames.of(pack), parameters)
    for index, sighting in enumerate(sightings):
        symbol = sighting.row.symbol
        if symbol is None or sighting.row.searched or sighting.row.bail not in {None, Bail.FLAG_ONLY_SURFACE}:
            continue
        if isinstance(sighting.node, ast.alias) and rule.speaks_for(symbol):
            yield index, rule.imported(sighting.node, sighting.scope, symbol)
        elif isinstance(sighting.node, ast.Call | ast.Name | ast.Attribute) and rule.is_listed(symbol):
            yield index, rule.used(sighting.node, sighting.scope, symbol)
        elif isinstance(sighting.node, ast.Constant) and rule.is_called_so_still(sighting.node, sighting.scope, symbol):
            yield index, Migrate()


class _SymbolRule:
    def __init__(self, view: FileView, renames: Renames, parameters: Parameters) -> None:
        self._view = view
        self._renames = renames
        self._parameters = parameters
        self._names = ImportedNames(view, renames)

    def is_listed(self, symbol: str) -> bool:
        """Whether the name is one of those that became another."""
        return symbol in self._parameters.symbols

    def speaks_for(self, symbol: str) -> bool:
        """Whether the name, or the module, is one of those that became another."""
        return self.is_listed(symbol) or symbol in self._parameters.modules

    def is_called_so_still(self, text: ast.Constant, scope: Scope, symbol: str) -> bool:
        """Whether an annotation in quotes names it by a name that the file's import keeps."""
        if "." in str(text.value) or not self.is_listed(symbol):
            return False
        names = re.findall(r"\w+", str(text.value))
        found = [name for name in names if LibraryName(symbol) in self._view.resolver.bound_values(name, scope)]
        return bool(found) and all(self._names.local_name(name, scope) == name for name in found)

    def _sentence(self, symbol: str) -> str | None:
        return self._view.surface.suggestion(symbol)

    # ---- imports

    def imported(self, alias: ast.alias, scope: Scope, symbol: str) -> Verdict:
        statement = self._view.anatomy.statement_of[alias]
        anatomy = self._view.anatomy
        if isinstance(statement, ast.ImportFrom):
            if statement.level or self._renames.module(statement.module or "") is None:
                return Withhold(Bail.REACHED_THROUGH_MODULE, self._sentence(symbol))
            bail = fallback_bail(anatomy, statement, self._renames.modules)
            edits = self._names.statement(statement, scope)
            uses = tuple(self._names.uses(alias, scope))
        else:
            bail, edits, uses = self._module_import(statement, alias, scope)
        if bail is not None or edits is None:
            return Withhold(bail or Bail.USE_NOT_REWRITABLE, self._sentence(symbol))
        return Migrate((*edits, *uses), self._parameters.notes.get(symbol))

    def _module_import(
        self, statement: ast.Import, alias: ast.alias, scope: Scope
    ) -> tuple[Bail | None, tuple[Replacement, ...] | None, tuple[Replacement, ...]]:
        new = self._renames.module(alias.name)
        assert new is not None
        bail = fallback_bail(self._view.anatomy, statement, self._renames.modules)
        root, new_root = alias.name.split(".")[0], new.split(".")[0]
        if bail is None and alias.asname is None and root != new_root:
            bail = rebinding_bail(self._view.anatomy, root, new_root, scope)
        return bail, module_edits(self._view, self._view.start(alias), alias.name, new), ()

    # ---- uses

    def used(self, node: ast.Call | ast.Name | ast.Attribute, scope: Scope, symbol: str) -> Verdict:
        sentence = self._sentence(symbol)
        name = node.func if isinstance(node, ast.Call) else node
        bail = self._bail(name, scope)
        if bail is not None:
            return Withhold(bail, sentence)
        prefix = prefix_edits(self._view, self._renames, name, scope)
        if prefix is None and self._is_through_module(name, scope):
            return Withhold(Bail.REACHED_THROUGH_MODULE, sentence)
        call = self._call(node, symbol) if isinstance(node, ast.Call) else ()
        if prefix is None or call is None or may_be_foreign(self._view, name, scope):
            return Withhold(Bail.USE_NOT_REWRITABLE, sentence)
        return Migrate((*prefix, *call), self._parameters.notes.get(symbol))

    def _bail(self, name: ast.expr, scope: Scope) -> Bail | None:
        """What the scan would say if the name were not one that has become another."""
        if isinstance(getattr(name, "ctx", None), ast.Store | ast.Del):
            return Bail.LIBRARY_PATCHED
        parent = self._view.anatomy.parents[name]
        if isinstance(parent, ast.ClassDef) and name in parent.bases:
            return Bail.SUBCLASSED
        if isinstance(name, ast.Name) and scope.home(name.id) is None:  # a star import
            return Bail.REACHED_THROUGH_MODULE
        return None

    def _is_through_module(self, name: ast.expr, scope: Scope) -> bool:
        """Whether the name is read from another module of the repository, which may call it otherwise afterwards."""
        values = self._view.resolver.values(name.value, scope) if isinstance(name, ast.Attribute) else ()
        return any(isinstance(value, RepositoryModule | RepositoryName) for value in values)

    def _call(self, call: ast.Call, symbol: str) -> tuple[Replacement, ...] | None:
        construction = self._parameters.calls.get(symbol)
        return () if construction is None else construction_edits(self._view, call, construction)
