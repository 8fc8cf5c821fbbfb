"""Takes the from-imports of names apart that other changes of the pack move.

A class whose calls go through the module needs the module itself, an error class is imported under its new name; what
stays the same stays beside it. A statement of which one name cannot be moved is left.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence

from bot.models.light_record import LightRecord
from bot.models.struct import Frozen, Mutable, anew
from bot.packs.schema import Pack
from bot.packs.surface import Same
from bot.rules.engine.call_text import edit, whole_line
from bot.rules.engine.once import once
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.scan.facts import Replacement
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import ModuleImported, Scope, ScopeKind
from bot.vocabulary import Bail, FindingKind


class Parameters(LightRecord):
    """None: the classes are those of the pack's other changes."""


_CALLS, _CLASSES = "calls", "classes"


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the imports; the first name of a statement carries what is written."""
    del parameters
    moves = _Moves.of(pack)
    done: set[ast.AST] = set()
    for index, sighting in enumerate(sightings):
        if sighting.row.kind is not FindingKind.IMPORT or not isinstance(sighting.node, ast.alias):
            continue
        statement = view.anatomy.statement_of[sighting.node]
        rewriting = _Statement(view, pack, moves, statement, sighting.scope)
        verdict = rewriting.verdict()
        if verdict is None:
            continue
        yield index, verdict if statement not in done or isinstance(verdict, Withhold) else Migrate()
        done.add(statement)


class _Moves(Frozen):
    """What the pack's other changes move: classes whose calls go through the module, and renamed classes."""

    through_module: frozenset[str]
    renamed: dict[str, tuple[str, ...]]

    @staticmethod
    @once
    def of(pack: Pack) -> "_Moves":
        through: set[str] = set()
        renamed: dict[str, tuple[str, ...]] = {}
        for change in pack.changes:
            through |= {name.rpartition(".")[0] for name in change.parameters.get(_CALLS, {})}
            renamed |= {old: tuple(new) for old, new in change.parameters.get(_CLASSES, {}).items()}
        return _Moves(frozenset(through), renamed)

    def modules(self) -> frozenset[str]:
        """The modules that the renamed classes are taken from."""
        return frozenset(name.rpartition(".")[0] for name in self.renamed)


class _Written(Mutable):
    """What a statement becomes: whether the module is needed, under which name, and the names taken from it."""

    modules: list[str] = anew(list)
    names: list[str] = anew(list)


class _Statement:
    def __init__(
        self, view: FileView, pack: Pack, moves: _Moves, statement: ast.Import | ast.ImportFrom, scope: Scope
    ) -> None:
        self._view = view
        self._moves = moves
        self._statement = statement
        self._scope = scope
        self._root = pack.new.modules[0]

    def verdict(self) -> Verdict | None:
        if isinstance(self._statement, ast.Import):
            return self._plain(self._statement)
        written = self._written(self._statement)
        if written is None:
            return None
        return self._replaced(self._statement, written)

    # ---- `import old.errors`

    def _plain(self, statement: ast.Import) -> Verdict | None:
        edits = []
        names = [alias.name for alias in statement.names if alias.asname is None]
        if len(names) == len(statement.names) == 1 and names[0] in self._moves.modules() and self._is_there(self._root):
            whole = whole_line(self._view, statement)
            if whole is not None:
                return Migrate((whole,))
        for alias in statement.names:
            if alias.name in self._moves.modules() - {self._root}:
                start = self._view.start(alias)
                edits.append(Replacement(start=start, end=start + len(alias.name), old=alias.name, new=self._root))
            elif self._view.surface.is_old(alias.name) and alias.name != self._root:
                return None
        return Migrate(tuple(edits)) if edits else None

    # ---- `from old import …`

    def _written(self, statement: ast.ImportFrom) -> _Written | None:
        written = _Written()
        for alias in statement.names:
            if statement.level or not self._one(written, statement.module or "", alias):
                return None
        return written

    def _one(self, written: _Written, module: str, alias: ast.alias) -> bool:
        surface = self._view.surface
        full = f"{module}.{alias.name}"
        symbol = surface.canonical(full)
        if symbol in self._moves.renamed:
            new = self._moves.renamed[symbol]
            if alias.asname is not None and len(new) > 1:
                return False
            written.names += [f"{name} as {alias.asname}" if alias.asname else name for name in new]
        elif symbol in self._moves.through_module:
            written.modules.append(self._root)
        elif full in self._moves.modules():
            written.modules.append(f"{self._root} as {alias.asname}" if alias.asname else self._root)
        elif module == self._root and isinstance(surface.listed(full), Same):
            written.names.append(f"{alias.name} as {alias.asname}" if alias.asname else alias.name)
        else:
            return False
        return True

    def _replaced(self, statement: ast.ImportFrom, written: _Written) -> Verdict:
        text = self._view.source.text
        start, end = self._view.start(statement), self._view.end(statement)
        line = text.rfind("\n", 0, start) + 1
        indent = text[line:start]
        modules = list(dict.fromkeys(written.modules))
        if self._root in modules and not self._name_is_free():
            return Withhold(Bail.NAME_TAKEN)
        lines = [f"import {module}" for module in modules if not self._is_there(module)]
        if written.names:
            lines.append(f"from {self._root} import {', '.join(self._in_order(statement, written.names))}")
        if not lines:
            whole = whole_line(self._view, statement)
            if whole is not None:
                return Migrate((whole,), within_file=self._names_lost(statement, written))
            lines = [f"import {modules[0]}"]
        if "#" in text[start:end] or (len(lines) > 1 and indent.strip()):
            return Withhold(Bail.IMPORT_NOT_TAKEN_APART)
        before = "".join(f"{one}\n{indent}" for one in lines[:-1])
        put_in = (edit(self._view, start, start, before),) if before else ()
        edits = (*put_in, edit(self._view, start, end, lines[-1]))
        return Migrate(edits, within_file=self._names_lost(statement, written))

    def _names_lost(self, statement: ast.ImportFrom, written: _Written) -> frozenset[str]:
        """The names that other files cannot take from this module afterwards."""
        kept = {name.rpartition(" ")[2] for name in written.names}
        lost = frozenset(alias.asname or alias.name for alias in statement.names) - kept
        return lost if self._scope.kind is ScopeKind.MODULE else frozenset()

    def _in_order(self, statement: ast.ImportFrom, names: list[str]) -> list[str]:
        """The names, each once; sorted where they were."""
        before = [alias.name for alias in statement.names]
        once = list(dict.fromkeys(names))
        return sorted(once) if before == sorted(before) else once

    def _plain_imports(self) -> Iterator[ModuleImported]:
        for binding in self._scope.bindings.get(self._root, ()):
            if isinstance(binding, ModuleImported):
                yield binding

    def _name_is_free(self) -> bool:
        """Whether the module's name means the module, or nothing, wherever it is used."""
        anatomy = self._view.anatomy
        bound = [binding for scope in anatomy.scopes() for binding in scope.bindings.get(self._root, ())]
        return all(isinstance(one, ModuleImported) and one.module == self._root for one in bound)

    def _is_there(self, module: str) -> bool:
        """Whether another statement of the same block imports it already, beside names that are taken from it."""
        own = (one for one in self._plain_imports() if one.module == self._root and one.alias.asname is None)
        return module == self._root and any(one.statement is not self._statement for one in own)
