"""Configurations and contents as they are written in one file, with the import that they need."""

import ast
from collections.abc import Sequence

from bot.packs.schema import Pack
from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.clients.imports import LibraryImports
from bot.rules.written_values.configuration import config_text
from bot.rules.written_values.contents import contents_text, history_text, message_text
from bot.rules.written_values.tables import tables_of
from bot.rules.written_values.written import Written
from bot.scan.rows import FileView
from bot.scan.scopes import Scope
from bot.vocabulary import Bail


class Values:
    """Asked for one file; what is written counts on the imports, which are told what it needs."""

    def __init__(self, view: FileView, names: Names, pack: Pack, imports: LibraryImports) -> None:
        self._view = view
        self._names = names
        self._tables = tables_of(pack)
        self._imports = imports

    def config(
        self,
        place: ast.expr,
        scope: Scope,
        model: Sequence[ast.keyword],
        call: Sequence[ast.keyword],
        *,
        base: str | None,
        indent: str,
    ) -> Written | Problem | None:
        """The configuration of a request, as an expression at a place."""
        types = self._imports.types_name
        given = (self._view, self._names, model, call, self._tables)
        found = config_text(*given, types_name=types, base=base, indent=indent)
        return found if found is None else self._checked(place, scope, found)

    def are_safe_alike(self, every: Sequence[Sequence[ast.keyword]], given: Sequence[ast.keyword]) -> bool:
        """Whether several configurations have the same safety settings, if a call gives some: its own are laid over
        them by category.
        """
        name = self._tables.safety.argument
        if all(one.arg != name for one in given):
            return True
        safety = {tuple(ast.dump(one.value) for one in keywords if one.arg == name) for keywords in every}
        return len(safety) == 1

    def contents(self, node: ast.expr, scope: Scope) -> Written | Problem:
        """What a request is about."""
        types = self._imports.types_name
        if self._hides_turns(node):
            return Problem(Bail.ARGUMENT_CHANGED, node, "turns are put together where they cannot be rewritten")
        return self._checked(node, scope, contents_text(self._view, self._names, node, self._tables, types_name=types))

    def history(self, node: ast.expr, scope: Scope) -> Written | Problem:
        """The turns that a chat begins with."""
        types = self._imports.types_name
        if self._hides_turns(node):
            return Problem(Bail.ARGUMENT_CHANGED, node, "turns are put together where they cannot be rewritten")
        return self._checked(node, scope, history_text(self._view, self._names, node, self._tables, types_name=types))

    def message(self, node: ast.expr, scope: Scope) -> Written | Problem:
        """What is sent in a chat: no dict may be in it."""
        types = self._imports.types_name
        return self._checked(node, scope, message_text(self._view, self._names, node, self._tables, types_name=types))

    def _checked(self, place: ast.expr, scope: Scope, found: Written | Problem) -> Written | Problem:
        if isinstance(found, Written) and found.needs and not self._imports.need_types(scope):
            return Problem(Bail.MODULE_NOT_NAMED, place)
        return found

    @staticmethod
    def _hides_turns(node: ast.expr) -> bool:
        """Whether dicts stand in an expression that is more than a display of them."""
        if isinstance(node, ast.List | ast.Tuple | ast.Dict):
            return False
        return any(isinstance(one, ast.Dict) for one in ast.walk(node))
