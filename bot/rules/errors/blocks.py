"""The blocks of one file whose handlers are arranged anew, each once."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.models.struct import Frozen
from bot.packs.surface import Gone, Same
from bot.rules.errors.arrangement import Arrangement, arranged
from bot.rules.errors.handlers import Classes, catches_of
from bot.rules.errors.tables import Parameters
from bot.rules.errors.written import written
from bot.scan.facts import Replacement
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Scope
from bot.scan.values import LibraryObject

Block = ast.Try | ast.TryStar


class Rearranged(Frozen):
    """A block whose handlers change places: the edits beside those of the classes, of which those in handlers that are
    `gone` are none; `close` tells that the new classes stand for a little more.
    """

    edits: tuple[Replacement, ...]
    gone: frozenset[ast.ExceptHandler]
    close: bool


class Blocks:
    """Asked for one file. `spelt` tells how the new classes are named in a block."""

    def __init__(self, view: FileView, sightings: Sequence[Sighting], tables: Parameters) -> None:
        self._view = view
        self._sightings = sightings
        self._tables = tables
        self._known: dict[Block, Rearranged | None] = {}

    def rearranged(
        self, block: Block, scope: Scope, classes: Classes, spelt: Callable[[], Mapping[str, str]]
    ) -> Rearranged | None:
        """How the block is arranged so that each error comes to the handler that had it; None where none is known."""
        if block not in self._known:
            arrangement = arranged(catches_of(block, classes, self._tables), self._tables)
            edits = None
            if arrangement is not None and all(self._can_move(block, scope, one) for one in _moved(block, arrangement)):
                edits = written(self._view, block, arrangement, spelt())
            self._known[block] = (
                None
                if edits is None or arrangement is None
                else Rearranged(edits, frozenset(block.handlers[one] for one in arrangement.gone), arrangement.close)
            )
        return self._known[block]

    def _can_move(self, block: Block, scope: Scope, handler: ast.ExceptHandler) -> bool:
        """Whether nothing in the handler's body is changed by another edit."""
        inside = {node for statement in handler.body for node in ast.walk(statement)}
        if any(sighting.node in inside and not self.is_unchanged(sighting) for sighting in self._sightings):
            return False
        stored = {
            node.id
            for statement in block.body
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        return not any(self._may_be_answer(node, scope, stored) for node in inside)

    def _may_be_answer(self, node: ast.AST, scope: Scope, stored: set[str]) -> bool:
        if isinstance(node, ast.Name) and node.id in stored:
            return True
        if not isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
            return False
        values = self._view.resolver.values(node, self._view.anatomy.scope_of.get(node, scope))
        return any(
            isinstance(value, LibraryObject) and self._view.surface.canonical(value.cls) not in self._tables.classes
            for value in values
        )

    def is_unchanged(self, sighting: Sighting) -> bool:
        """Whether the place reads an attribute that an error has in neither library: `error.retry_after`."""
        symbol = self._view.surface.canonical(sighting.row.symbol or "")
        owner, _, member = symbol.rpartition(".")
        listed = isinstance(self._view.surface.listed(symbol), Same | Gone)
        return owner in self._tables.classes and not listed and member not in self._tables.added


def _moved(block: Block, arrangement: Arrangement) -> Iterator[ast.ExceptHandler]:
    others = {one.other for one in arrangement.shared} | {one.other for one in arrangement.ahead}
    for number in others:
        yield block.handlers[number]
