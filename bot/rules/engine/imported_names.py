"""What becomes of `from old import name` where the name is called otherwise, or lives elsewhere, in the new library.

The name that the file uses changes with it wherever every use of it is seen; elsewhere `from new import name as old`
keeps it.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from bot.models.struct import Frozen
from bot.rules.engine.call_text import edit
from bot.rules.engine.renames import Renames
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import NameImported, Scope, ScopeKind

_FROM = re.compile(r"from(?:\s|\\\r?\n)+(?=\w)")
_CODE_LIKE = re.compile(r"[\w.,|\[\]\"' ]+")


class _Moved(Frozen):
    """One imported name: where it is now, what it is called there, and what the file calls it afterwards."""

    alias: ast.alias
    module: str
    name: str
    local: str

    @property
    def text(self) -> str:
        return self.name if self.local == self.name else f"{self.name} as {self.local}"


class ImportedNames:
    """Answers for the import statements of one file."""

    def __init__(self, view: FileView, renames: Renames) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._renames = renames

    @cached_property
    def _bound(self) -> dict[str, set[str | None]]:
        """Every name that the file binds anywhere: the new full name that it is imported as, None for anything else."""
        found: dict[str, set[str | None]] = defaultdict(set)
        for scope in self._anatomy.scopes():
            for name, bindings in scope.bindings.items():
                found[name] |= {self._new_symbol(one) if isinstance(one, NameImported) else None for one in bindings}
        return found

    def _new_symbol(self, binding: NameImported) -> str | None:
        return None if binding.level else self._renames.symbol(f"{binding.module}.{binding.name}")

    def local_name(self, name: str, scope: Scope) -> str:
        """What the file calls afterwards what it calls `name` in a scope."""
        home = scope.home(name)
        bindings = home.bindings[name] if home is not None else []
        symbols = {self._new_symbol(one) if isinstance(one, NameImported) else None for one in bindings}
        symbol = next(iter(symbols), None)
        if home is None or symbol is None or len(symbols) > 1 or self._is_module(symbol):
            return name
        new = symbol.rpartition(".")[2]
        plain = all(isinstance(one, NameImported) and one.alias.asname is None for one in bindings)
        return new if plain and new != name and self._follows(name, home) and self._is_free(new, symbol) else name

    def _is_module(self, symbol: str) -> bool:
        return symbol in self._renames.modules.values()

    def _follows(self, name: str, home: Scope) -> bool:
        """Whether every use of the name is a read that this file shows."""
        if home.kind is ScopeKind.CLASS or name in self._anatomy.declared:
            return False
        uses = (node for node, scope in self._anatomy.names.get(name, ()) if scope.home(name) is home)
        if any(not isinstance(node.ctx, ast.Load) for node in uses):
            return False
        word = re.compile(rf"\b{re.escape(name)}\b")
        texts = (str(constant.value) for constant, _ in self._anatomy.strings)
        return not any(_CODE_LIKE.fullmatch(text) and word.search(text) for text in texts)

    def _is_free(self, new: str, symbol: str) -> bool:
        """Whether the name stands for nothing else anywhere in the file."""
        unbound = (scope.home(new) is None for _, scope in self._anatomy.names.get(new, ()))
        return self._bound.get(new, set()) <= {symbol} and not any(unbound)

    def uses(self, alias: ast.alias, scope: Scope) -> Iterator[Replacement]:
        """Every use of an imported name whose name in the file changes."""
        new = self.local_name(alias.name, scope) if alias.asname is None else alias.asname
        home = scope.home(alias.name)
        if alias.asname is None and new != alias.name:
            for node, where in self._anatomy.names.get(alias.name, ()):
                if where.home(alias.name) is home:
                    yield edit(self._view, self._view.start(node), self._view.end(node), new)

    # ---- the statement

    def statement(self, statement: ast.ImportFrom, scope: Scope) -> tuple[Replacement, ...] | None:
        """The edits of `from old import …`; None where it is written in a way that would lose something."""
        moved = [self._moved(statement, alias, scope) for alias in statement.names]
        names = [one for one in moved if one is not None]
        home = self._renames.module(statement.module or "")
        if len(names) < len(moved) or home is None:
            return None
        main = home if any(one.module == home for one in names) else names[0].module
        staying = [one for one in names if one.module == main]
        module = self._module(statement, main)
        left_out = {one.alias for one in names if one.module != main} | self._repeated(staying)
        others = [one for one in names if one.module != main]
        if others and not self._begins_line(statement):
            return None
        removed = self._without(statement, left_out)
        if removed is None or module is None:
            return None
        renamed = self._renamed([one for one in staying if one.alias not in left_out])
        return (*module, *renamed, *removed, *self._put_before(statement, others))

    def _moved(self, statement: ast.ImportFrom, alias: ast.alias, scope: Scope) -> _Moved | None:
        symbol = self._renames.symbol(f"{statement.module}.{alias.name}")
        module, _, name = (symbol or "").rpartition(".")
        if not module:
            return None
        return _Moved(alias, module, name, alias.asname or self.local_name(alias.name, scope))

    def _module(self, statement: ast.ImportFrom, new: str) -> tuple[Replacement, ...] | None:
        match = _FROM.match(self._view.source.text, self._view.start(statement))
        assert match is not None
        assert statement.module is not None
        return module_edits(self._view, match.end(), statement.module, new)

    def _renamed(self, names: list[_Moved]) -> Iterator[Replacement]:
        for one in names:
            start = self._view.start(one.alias)
            if one.alias.asname is None:
                if one.text != one.alias.name:
                    yield edit(self._view, start, start + len(one.alias.name), one.text)
            elif one.name == one.local:  # `PdfFileReader as PdfReader` needs no other name any more
                yield edit(self._view, start, self._view.end(one.alias), one.name)
            elif one.name != one.alias.name:
                yield edit(self._view, start, start + len(one.alias.name), one.name)

    def _repeated(self, names: list[_Moved]) -> set[ast.alias]:
        """Names that the statement imports twice once they are renamed."""
        seen: set[str] = set()
        repeated = set[ast.alias]()
        for one in names:
            if one.text in seen:
                repeated.add(one.alias)
            seen.add(one.text)
        return repeated

    def _without(self, statement: ast.ImportFrom, left_out: set[ast.alias]) -> list[Replacement] | None:
        """The names that go, each with one comma; None where a comment stands between."""
        removed = []
        aliases = statement.names
        for index, alias in enumerate(aliases):
            if alias in left_out:
                before = [one for one in aliases[:index] if one not in left_out]
                if before:
                    start, end = self._view.end(aliases[index - 1]), self._view.end(alias)
                else:
                    following = aliases[index + 1]
                    start, end = self._view.start(alias), self._view.start(following)
                gone = edit(self._view, start, end, "")
                if "#" in gone.old:
                    return None
                removed.append(gone)
        return removed

    def _begins_line(self, statement: ast.ImportFrom) -> bool:
        return not self._indent(statement).strip()

    def _indent(self, statement: ast.ImportFrom) -> str:
        start = self._view.start(statement)
        return self._view.source.text[self._view.source.text.rfind("\n", 0, start) + 1 : start]

    def _put_before(self, statement: ast.ImportFrom, others: list[_Moved]) -> Iterator[Replacement]:
        modules: dict[str, list[str]] = defaultdict(list)
        for one in others:
            modules[one.module].append(one.text)
        text = self._view.source.text
        line_end = "\r\n" if "\r\n" in text else "\n"
        lines = [f"from {module} import {', '.join(dict.fromkeys(names))}" for module, names in modules.items()]
        if lines:
            start = self._view.start(statement)
            yield edit(
                self._view, start, start, "".join(f"{line}{line_end}{self._indent(statement)}" for line in lines)
            )


def module_edits(view: FileView, start: int, old: str, new: str) -> tuple[Replacement, ...] | None:
    """The edits by which the module that is written from an offset on becomes another; None where it is not written
    without a break.
    """
    if view.source.text[start : start + len(old)] != old:
        return None
    (old_root, _, old_rest), (new_root, _, new_rest) = old.partition("."), new.partition(".")
    middle = start + len(old_root)
    edits = [edit(view, start, middle, new_root)] if old_root != new_root else []
    if old_rest != new_rest:
        edits.append(edit(view, middle, start + len(old), f".{new_rest}" if new_rest else ""))
    return tuple(edits)
