"""The imports of the old library's module, as imports of the new one's; and which further ones are needed.

A module below a package that other libraries share is imported as `from package import module`. Where an import is
guarded it is `import package.module as name` instead: of a package that is there without the module, the first raises
another error than the old import did.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from bot.models.struct import Frozen, altered
from bot.packs.schema import Pack
from bot.rules.clients.later import PREFIX, Later
from bot.rules.engine.call_text import edit, line_behind
from bot.rules.engine.imported_names import ImportedNames
from bot.rules.engine.protected import protections, takes
from bot.rules.engine.renames import Renames
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import Assigned, Binding, ModuleImported, NameImported, Scope, ScopeKind
from bot.vocabulary import Bail

_FOR_LATER = {"functools": ("cache", "partial"), "threading": ("Lock",)}
_CATCH_MISSING = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})


class TakenClient(Frozen):
    """A client that is imported behind the statement that imports its module: `name` of `module`, as `local`."""

    statement: ast.stmt
    module: str
    name: str
    local: str
    called: str = ""

    @property
    def line(self) -> str:
        """The import."""
        return f"from {self.module} import {self.name}" + (f" as {self.local}" if self.local != self.name else "")

    @property
    def expression(self) -> str:
        """How the client is read: `called` stands behind the name of a function that gives it."""
        return f"{self.local}{self.called}"


class LibraryImports:
    """The statements of one file that import the old library's root module. `types` is the further module."""

    def __init__(self, view: FileView, pack: Pack, types: str) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._old = pack.old.modules[0]
        self._new = pack.new.modules[0]
        self._types = types
        self._renames = Renames.of(pack)
        self._needing: set[ast.stmt] = set()
        self.taken: TakenClient | None = None
        self.own: tuple[ast.stmt, Replacement] | None = None
        """What puts a client into the file, and the statement that it comes along with."""
        self.further_names: dict[ast.ImportFrom, list[str]] = {}
        """What else is taken from the module that a statement takes names from."""
        self._for_later: list[str] = []
        self._types_taken = False
        """Whether the module of classes is imported behind the client of another module."""

    # ---- what the module is called

    @property
    def of_module(self) -> ast.stmt | None:
        """The statement by which the module itself imports the library."""
        root = self._anatomy.root
        found = [one for one, _, home in self._roots if home is root]
        return next(iter([*found, *(one for one, home in self._names_taken if home is root)]), None)

    def spelt(self, scope: Scope) -> str | None:
        """How a place in a scope reads the new module afterwards; None where it cannot."""
        for statement, alias, home in self._roots:
            name = alias.asname or alias.name
            if scope.home(name.split(".")[0]) is home and not isinstance(statement, ast.ImportFrom):
                return alias.asname or self._new
            if scope.home(name) is home:
                return name
        taken = any(self._is_above(home, scope) for _, home in self._names_taken)
        return self._last(self._new) if taken else None

    def _is_above(self, home: Scope, scope: Scope | None) -> bool:
        while scope is not None:
            if scope is home:
                return True
            scope = scope.parent
        return False

    @cached_property
    def _roots(self) -> list[tuple[ast.Import | ast.ImportFrom, ast.alias, Scope]]:
        """Every alias that binds the root module, with the scope that has it; the innermost scopes first."""
        package, _, module = self._old.rpartition(".")
        found = []
        for statement, scope in self._anatomy.imports:
            for alias in statement.names:
                plain = isinstance(statement, ast.Import) and alias.name == self._old
                taken = isinstance(statement, ast.ImportFrom) and not statement.level and statement.module == package
                if plain or (taken and alias.name == module):
                    found.append((statement, alias, scope))
        return sorted(found, key=lambda one: one[2].kind is ScopeKind.MODULE)

    @cached_property
    def _names_taken(self) -> list[tuple[ast.ImportFrom, Scope]]:
        """The statements that take names out of the root module, but for those of which each name moves by itself."""
        return [
            (statement, scope)
            for statement, scope in self._anatomy.imports
            if isinstance(statement, ast.ImportFrom) and not statement.level and statement.module == self._old
            if not all(map(self._moves_by_itself, statement.names))
        ]

    def _moves_by_itself(self, alias: ast.alias) -> bool:
        """Whether the pack has a place in the new library for what is imported."""
        name = f"{self._old}.{alias.name}"
        return name in self._renames.symbols or name in self._renames.modules

    @cached_property
    def _has_types(self) -> bool:
        """Whether the file imports the old module of classes already, under the name of the new one."""
        bound = [one for scope in self._anatomy.scopes() for one in scope.bindings.get(self._types, ())]
        match bound:
            case [NameImported(module=self._old, name=self._types, level=0)] as one:
                return one[0] in self._anatomy.root.bindings[self._types]
            case _:
                return False

    # ---- a client of another module

    def taken_client(self, names: Sequence[str]) -> "TakenClient | None":
        """The client of the one module of the repository that makes one, where this file imports that module."""
        clients = self._view.resolver.imports.reach.clients
        for module, path in clients.items() if len(clients) == 1 else ():
            name = path.removesuffix("()")
            called = path.removeprefix(name)
            usual = (f"{PREFIX}{one}" for one in names) if called else names
            local = next((one for one in (name, *usual) if self.is_free(one)), None)
            for statement, spelt in (*self._spellings(module), *self._beside(module)) if local is not None else ():
                return TakenClient(statement, spelt, name, str(local), called)
        return None

    def _beside(self, module: str) -> Iterator[tuple[ast.stmt, str]]:
        """For a module that the file does not import yet: the statement that imports the library."""
        yield from ((statement, module) for statement in self._own_statements())

    def taken_lines(self) -> list[Replacement]:
        """The imports of a client of another module, and of what stands beside its models, where they are taken."""
        return [line for line in map(self._taken_line, self._taking) if line is not None]

    @property
    def _taking(self) -> list[ast.stmt]:
        client = [self.taken.statement] if self.taken is not None else []
        return [*dict.fromkeys([*client, *self.further_names])]

    def _taken_line(self, statement: ast.stmt) -> Replacement | None:
        """What is taken behind a statement that takes something from the same module, or from one that has a client."""
        client = self.taken if self.taken is not None and self.taken.statement is statement else None
        lines = [self._with_types(client)] if client is not None else []
        if isinstance(statement, ast.ImportFrom) and statement in self.further_names:
            module, names = f"{'.' * statement.level}{statement.module or ''}", ", ".join(self.further_names[statement])
            if client is not None and client.module == module:
                lines = [self._with_types(client, names)]
            else:
                lines.append(f"from {module} import {names}")
        return line_behind(self._view, statement, lines[0]) if len(lines) == 1 else None

    def _with_types(self, client: TakenClient, *names: str) -> str:
        """The import of a client, and of more names of its module; behind that of the classes that the file needs."""
        taken = ", ".join([client.line, *names])
        as_name = "" if self.types_name == self._types else f" as {self.types_name}"
        line_end = "\r\n" if "\r\n" in self._view.source.text else "\n"
        return f"from {self._new} import {self._types}{as_name}{line_end}{taken}" if self._types_taken else taken

    def _spellings(self, wanted: str) -> Iterator[tuple[ast.stmt, str]]:
        """The statements of the module's own block that import a module of the repository, and how they spell it."""
        absolute = self._view.resolver.imports.absolute
        for statement, scope in self._anatomy.imports:
            if scope.kind is not ScopeKind.MODULE:
                continue
            if isinstance(statement, ast.Import):
                yield from ((statement, alias.name) for alias in statement.names if alias.name == wanted)
                continue
            base, dots = absolute(statement.module or "", statement.level), "." * statement.level
            if base == wanted:
                yield statement, f"{dots}{statement.module or ''}"
            for alias in statement.names:
                if f"{base}.{alias.name}".lstrip(".") == wanted:
                    between = "." if statement.module else ""
                    yield statement, f"{dots}{statement.module or ''}{between}{alias.name}"

    @property
    def own_statement(self) -> ast.stmt | None:
        """The first of them."""
        return next(self._own_statements(), None)

    def _own_statements(self) -> Iterator[ast.stmt]:
        """The statements of the module's own block that import the library, or names out of it."""
        own = [statement for statement, _, home in self._roots if home.kind is ScopeKind.MODULE]
        own += [statement for statement, home in self._names_taken if home.kind is ScopeKind.MODULE]
        yield from (statement for statement in own if statement in self._anatomy.tree.body)

    # ---- what is needed besides

    def later(self) -> Later | None:
        """The names by which a client is made later, and have them imported; None where they cannot be had."""
        found: dict[str, str] = {}
        for module, names in _FOR_LATER.items():
            bound = self._anatomy.root.bindings.get(module, [])
            if [type(one) for one in bound] == [ModuleImported]:
                found |= {name: f"{module}.{name}" for name in names}
            elif all(map(self.is_free, names)) and self.own_statement is not None:
                found |= {name: name for name in names}
                self._for_later.append(f"from {module} import {', '.join(names)}")
            else:
                self._for_later.clear()
                return None
        return Later(*found.values())

    def need_types(self, scope: Scope) -> bool:
        """Have the module of classes imported for a place in a scope, beside the library; False where none is."""
        if self._has_types:
            return True
        for _, alias, home in self._roots:
            first = (alias.asname or alias.name).split(".")[0]
            if scope.home(first) is home:
                self._needing |= {one for one, _, other in self._roots if other is home}
                return True
        for statement, home in self._names_taken:
            if self._is_above(home, scope):
                self._needing.add(statement)
                return True
        behind = self.taken.statement if self.taken is not None else None
        self._types_taken = behind in self._anatomy.tree.body and not self._roots
        return self._types_taken

    @cached_property
    def types_name(self) -> str:
        """What the module of classes is called: its own name, or one that nothing else has."""
        if self._has_types:
            return self._types
        candidates = (self._types, f"{self._last(self._new)}_{self._types}", f"google_{self._types}")
        return next((name for name in candidates if self.is_free(name)), candidates[-1])

    def is_free(self, name: str) -> bool:
        """Whether the file has the name for nothing."""
        bound = (one for scope in self._anatomy.scopes() for one in scope.bindings.get(name, ()))
        if any(True for _ in bound):
            return False
        return name not in self._anatomy.names

    @staticmethod
    def _last(dotted: str) -> str:
        return dotted.rpartition(".")[2]

    # ---- the statements

    def verdict(self, alias: ast.alias, scope: Scope, came_along: Sequence[str]) -> Verdict | None:
        """How an import of the root module, or of names out of it, is written; None for any other import. It stays
        where the file imports a package that `came_along` as well.
        """
        statement = self._anatomy.statement_of[alias]
        other = next(self._imports_of(came_along), None)
        if other is not None:
            line, package = other
            return Withhold(Bail.USE_NOT_REWRITABLE, f"Line {line}: {package} came along with the old library.")
        if any(one is alias for _, one, _ in self._roots):
            bail = self._bail(alias, scope)
            return Withhold(bail) if bail is not None else self._root_written(statement, alias)
        if any(one is statement for one, _ in self._names_taken):
            return self._names_written(statement, scope)
        return None

    def _imports_of(self, packages: Sequence[str]) -> Iterator[tuple[int, str]]:
        """The lines that import one of the packages, or something in it."""
        for statement, _ in self._anatomy.imports:
            for alias in statement.names:
                name = f"{statement.module}.{alias.name}" if isinstance(statement, ast.ImportFrom) else alias.name
                found = next((one for one in packages if f"{name}.".startswith(f"{one}.")), None)
                if found is not None:
                    yield statement.lineno, found

    def _bail(self, alias: ast.alias, scope: Scope) -> Bail | None:
        if alias.asname is None and not isinstance(self._anatomy.statement_of[alias], ast.ImportFrom):
            return None  # `import google.generativeai` binds a package that others share
        name = alias.asname or alias.name
        others = [one for one in scope.bindings[name] if not self._is_root(one)]
        if any(isinstance(one, ModuleImported | NameImported) for one in others):
            return Bail.IMPORT_HAS_FALLBACK
        nothing = (isinstance(one, Assigned) and isinstance(one.value, ast.Constant) for one in others)
        return None if all(nothing) else Bail.NAME_BOUND_TWICE

    def _is_root(self, binding: Binding) -> bool:
        return any(getattr(binding, "alias", None) is alias for _, alias, _ in self._roots)

    def _root_written(self, statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> Verdict:
        package, _, module = self._new.rpartition(".")
        name = alias.asname or (alias.name if isinstance(statement, ast.ImportFrom) else None)
        called = module if name == module else f"{module} as {name}"
        if isinstance(statement, ast.ImportFrom):
            start, end, text = self._view.start(alias), self._view.end(alias), called
        elif name is None:
            start, end, text = self._view.start(alias), self._view.end(alias), self._new
        elif len(statement.names) > 1 or self._is_guarded(statement):
            start, end, text = self._view.start(alias), self._view.end(alias), f"{self._new} as {name}"
        else:
            start, end = self._view.start(statement), self._view.end(statement)
            text = f"from {package} import {called}"
        further = self._further(statement)
        if further is None:
            return Withhold(Bail.IMPORT_NOT_TAKEN_APART)
        return Migrate((edit(self._view, start, end, text), *further))

    def _names_written(self, statement: ast.Import | ast.ImportFrom, scope: Scope) -> Verdict:
        """Names that are reached through the module, or a client, afterwards, and others that are somewhere else."""
        package, _, module = self._new.rpartition(".")
        moving = [self._moved(alias, scope) for alias in statement.names if self._moves_by_itself(alias)]
        start, end = self._view.start(statement), self._view.end(statement)
        further = self._further(statement)
        others = (one for one in self._anatomy.names.get(module, ()) if one[1].home(module) is None)
        bound = [one for each in self._anatomy.scopes() for one in each.bindings.get(module, ())]
        if any(True for _ in others) or not all(map(self._is_root, bound)):
            return Withhold(Bail.NAME_TAKEN)
        if further is None or "#" in self._view.source.text[start:end]:
            return Withhold(Bail.IMPORT_NOT_TAKEN_APART)
        indent = self._view.source.text[self._view.source.text.rfind("\n", 0, start) + 1 : start]
        if moving and indent.strip():
            return Withhold(Bail.IMPORT_NOT_TAKEN_APART)
        if not moving and not further and self._is_imported_beside(statement, scope, module):
            return Migrate((edit(self._view, start - len(indent), end + 1, ""),))
        before = "".join(f"{line}\n{indent}" for line in dict.fromkeys(moving))
        put_in = (edit(self._view, start, start, before),) if before else ()
        return Migrate((*put_in, edit(self._view, start, end, f"from {package} import {module}"), *further))

    def _is_imported_beside(self, statement: ast.Import | ast.ImportFrom, scope: Scope, module: str) -> bool:
        """Whether the new module is imported by its name a few imports further up or down, so that one line is enough;
        the statement has to have its lines for itself.
        """
        block = self._anatomy.tree.body
        text, end = self._view.source.text, self._view.end(statement)
        if statement not in block or scope is not self._anatomy.root or text[end : end + 1] != "\n":
            return False
        here = block.index(statement)
        for other, alias, _ in self._roots:
            if other in block and (alias.asname or alias.name) == module:
                first, last = sorted((here, block.index(other)))
                return all(isinstance(one, ast.Import | ast.ImportFrom) for one in block[first : last + 1])
        return False

    def _moved(self, alias: ast.alias, scope: Scope) -> str:
        """The import of a name that has a place of its own in the new library, under the name that the file uses."""
        symbol = self._renames.symbol(f"{self._old}.{alias.name}")
        home, _, name = str(symbol).rpartition(".")
        local = alias.asname or ImportedNames(self._view, self._renames).local_name(alias.name, scope)
        return f"from {home} import {name}" + (f" as {local}" if local != name else "")

    def _further(self, statement: ast.stmt) -> tuple[Replacement, ...] | None:
        """Further imports on lines of their own; None where one would have to share its line."""
        wanted = []
        if statement in self._needing:
            as_name = "" if self.types_name == self._types else f" as {self.types_name}"
            wanted.append((statement, f"from {self._new} import {self._types}{as_name}"))
        if statement is self.own_statement:
            wanted += ((statement, line) for line in self._for_later)
        edits = [line_behind(self._view, one, line) for one, line in wanted]
        if self.own is not None and self.own[0] is statement:
            edits.append(self.own[1])
        edits += map(self._taken_line, self._taking)
        return None if None in edits else _one_a_place(one for one in edits if one is not None)

    def _is_guarded(self, statement: ast.stmt) -> bool:
        """Whether somebody around the statement expects that the library is not there."""
        around = protections(statement, self._anatomy, ast.Module)
        return any(takes(one, _CATCH_MISSING, bare=True) for one in around)


def _one_a_place(edits: Iterable[Replacement]) -> tuple[Replacement, ...]:
    """The edits, with what is put in at one place put in at once."""
    found: dict[tuple[int, int], Replacement] = {}
    for one in edits:
        before = found.get((one.start, one.end))
        found[one.start, one.end] = one if before is None else altered(before, new=f"{before.new}{one.new}")
    return tuple(found.values())
