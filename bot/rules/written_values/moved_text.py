"""The text of an expression as it will stand in another place, with the library's names as the new one has them."""

import ast
from collections.abc import Iterator, Sequence

from bot.models.struct import altered
from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.engine.constructions import construction_edits, constructions_of
from bot.rules.engine.library_prefix import class_named, prefix_edits
from bot.rules.engine.renames import Renames
from bot.rules.engine.same_tree import is_misplaced
from bot.rules.engine.splice import spliced
from bot.rules.written_values.written import Written
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import Scope
from bot.scan.values import LibraryModule
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
            if found is not None:
                edits += found
                taken |= {part, *_within(part), self.view.anatomy.parents[part]}
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

    def _part(self, node: ast.expr, scope: Scope) -> tuple[Replacement, ...] | Problem | None:
        """The edits of a name out of the library; None for any other."""
        if any(isinstance(value, LibraryModule) for value in self.view.resolver.values(node, scope)):
            return Problem(Bail.MODULE_AS_VALUE, node)
        for part in (node, *_within(node)):
            values = self.view.resolver.values(part, scope)
            symbols = {found for one in values if (found := class_named(self.view, one)) is not None}
            if symbols:
                return self._renamed(part, scope, symbols)
        return None

    def _renamed(self, name: ast.expr, scope: Scope, symbols: set[str]) -> tuple[Replacement, ...] | Problem:
        known = symbols <= self._renames.symbols.keys()
        edits = prefix_edits(self.view, self._renames, name, scope) if known else None
        call = self.view.anatomy.parents[name]
        arguments = self._arguments(call, symbols) if isinstance(call, ast.Call) and call.func is name else ()
        if edits is None or arguments is None or (edits and is_misplaced(self.view.anatomy, name)):
            return Problem(Bail.USE_NOT_REWRITABLE, name)
        return (*edits, *arguments)

    def _arguments(self, call: ast.Call, symbols: set[str]) -> tuple[Replacement, ...] | None:
        """The edits of a class's arguments."""
        made = [one for symbol, one in constructions_of(self.view.surface.pack).items() if symbol in symbols]
        return construction_edits(self.view, call, made[0]) if made else ()


def _within(node: ast.AST) -> Iterator[ast.expr]:
    while isinstance(node, ast.Attribute):
        node = node.value
        yield node
