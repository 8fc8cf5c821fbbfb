"""The text of an expression as it will stand in another place, with the library's names as the new one has them."""

import ast
from collections.abc import Iterator, Sequence

from bot.models.light_record import altered
from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.engine.library_prefix import prefix_edits
from bot.rules.engine.renames import Renames
from bot.rules.engine.same_tree import PLACES_IN_F_STRINGS
from bot.rules.engine.splice import spliced
from bot.rules.written_values.written import Written
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import Scope
from bot.scan.values import LibraryModule, LibraryName
from bot.vocabulary import Bail


class MovedText:
    """Asked for one file."""

    def __init__(self, view: FileView, names: Names) -> None:
        self.view = view
        self._names = names
        self._renames = Renames.of(view.surface.pack)

    def written(self, node: ast.expr, inside: Sequence[Replacement] = ()) -> Written | Problem:
        """The expression as it reads on the new library, with other edits in it; a problem where something of the
        library in it has no counterpart.
        """
        edits = list(inside)
        taken: set[ast.AST] = set()
        for part, scope in self._parts(node):
            found = self._part(part, scope)
            if isinstance(found, Problem):
                return found
            edits += found
            taken |= {part, *_within(part)} if found else set()
        start, end = self.view.start(node), self.view.end(node)
        moved = [altered(one, start=one.start - start, end=one.end - start) for one in edits]
        text = spliced(self.view.source.text[start:end], moved)
        if isinstance(text, Bail):
            return Problem(text, node)
        return Written(text, inside=tuple(inside), taken=frozenset(taken))

    def _parts(self, node: ast.expr) -> Iterator[tuple[ast.expr, Scope]]:
        """The dotted names in an expression, each as long as it is written, with its scope."""
        open_ones: list[ast.AST] = [node]
        while open_ones:
            one = open_ones.pop()
            root = one
            while isinstance(root, ast.Attribute):
                root = root.value
            if isinstance(one, ast.Attribute | ast.Name) and isinstance(root, ast.Name):
                yield one, self._names.scope_of(root)
            else:
                open_ones += ast.iter_child_nodes(one)

    def _part(self, node: ast.expr, scope: Scope) -> tuple[Replacement, ...] | Problem:
        if any(isinstance(value, LibraryModule) for value in self.view.resolver.values(node, scope)):
            return Problem(Bail.MODULE_AS_VALUE, node)
        for part in (node, *_within(node)):
            symbols = {one.symbol for one in self.view.resolver.values(part, scope) if isinstance(one, LibraryName)}
            if symbols:
                return self._renamed(part, scope, symbols)
        return ()

    def _renamed(self, name: ast.expr, scope: Scope, symbols: set[str]) -> tuple[Replacement, ...] | Problem:
        known = symbols <= self._renames.symbols.keys()
        edits = prefix_edits(self.view, self._renames, name, scope) if known else None
        if edits is None or (edits and not PLACES_IN_F_STRINGS):
            return Problem(Bail.USE_NOT_REWRITABLE, name)
        return edits


def _within(node: ast.AST) -> Iterator[ast.expr]:
    while isinstance(node, ast.Attribute):
        node = node.value
        yield node
