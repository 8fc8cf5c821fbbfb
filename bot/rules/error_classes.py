"""Renames the error classes of the old library in handlers, tuples and decorators.

An old class whose occasions the new library tells apart becomes several. A handler is rewritten only where each error
still comes to the handler that had it, be it in another arrangement of the block's handlers, or where the pack says
that the difference is small. An attribute that errors have in neither library stays.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from bot.packs.schema import Pack
from bot.packs.surface import Same
from bot.rules.engine.protected import protections
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.rules.errors.blocks import Block, Blocks, Rearranged
from bot.rules.errors.handlers import Difference, Named, of_set, of_try, types_of
from bot.rules.errors.tables import Parameters
from bot.scan.facts import Replacement
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import ModuleImported, NameImported, Scope
from bot.scan.usage_index import last_name
from bot.scan.values import LibraryModule, LibraryName, LibraryObject, in_order, joined
from bot.vocabulary import Bail, FindingKind

__all__ = ["Parameters", "judge"]

_TAKES_SEVERAL = frozenset({"suppress"})
_TAKES_A_TUPLE = frozenset(
    {"isinstance", "issubclass", "retry_if_exception_type", "retry_if_not_exception_type", "on_exception", "raises"}
)

_AMONG: dict[type[ast.cmpop], str] = {ast.Eq: "in", ast.Is: "in", ast.NotEq: "not in", ast.IsNot: "not in"}
"""What a comparison with one class becomes with several: the class of an error is one of them, or it is not."""


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the uses of the classes that the table names; imports are taken with their statement, elsewhere."""
    file = _File(view, sightings, pack, parameters)
    for index, sighting in enumerate(sightings):
        verdict = file.verdict(sighting)
        if verdict is not None:
            yield index, verdict


class _File:
    def __init__(self, view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters) -> None:
        self._view = view
        self._tables = parameters
        self._blocks = Blocks(view, sightings, parameters)
        self._written: set[Block] = set()
        self._root = pack.new.modules[0]

    def verdict(self, sighting: Sighting) -> Verdict | None:
        symbol = self._view.surface.canonical(sighting.row.symbol or "")
        node = sighting.node
        if sighting.row.kind is FindingKind.IMPORT:
            return None
        if self._blocks.is_unchanged(sighting):
            return Migrate()
        if isinstance(node, ast.Call):
            return self._around(node, sighting.scope)
        owner, _, member = symbol.rpartition(".")
        if isinstance(node, ast.Attribute) and owner in self._tables.classes and member in self._tables.members:
            return self._member(node, sighting.scope, member)
        if symbol not in self._tables.classes or not isinstance(node, ast.Attribute | ast.Name):
            return None
        new = self._text(node, sighting.scope, self._tables.classes[symbol])
        if new is None:
            return None
        return self._used(node, sighting.scope, new)

    # ---- one class

    def _used(self, node: ast.Attribute | ast.Name, scope: Scope, new: str | tuple[str, str]) -> Verdict:
        note, difference = None, self._difference(node, scope)
        put_in: tuple[Replacement, ...] = ()
        if difference is Difference.REAL:
            handler, rearranged = self._rearranged(node, scope)
            if handler is None or rearranged is None:
                return Withhold(Bail.ERRORS_CAUGHT_DIFFERENTLY)
            put_in = self._once(handler, rearranged)
            difference = Difference.CLOSE if rearranged.close else Difference.NONE
            if handler in rearranged.gone:
                return Migrate(put_in, self._tables.message if self._is_shown(node) else None)
        if difference is Difference.CLOSE:
            note = self._tables.close_note
        elif self._is_shown(node):
            note = self._tables.message
        start, end = self._view.start(node), self._view.end(node)
        earlier = self._same_before(node, scope)
        if earlier is not None:
            start, new = self._view.end(earlier), "," if self._is_last_of_two(node) else ""
        compared = self._view.anatomy.parents[node]
        if isinstance(compared, ast.Compare) and isinstance(new, str) and new.startswith("("):
            start, new = self._view.end(compared.left), f" {_AMONG[type(compared.ops[0])]} {new}"
        old = self._view.source.text[start:end]
        if "#" in old:
            return Withhold(Bail.ERRORS_CAUGHT_DIFFERENTLY)
        if old == new:
            return Migrate(put_in, note)
        first, further = new if isinstance(new, tuple) else (new, "")
        edits = [Replacement(start=start, end=end, old=old, new=first)]
        edits += [Replacement(start=end, end=end, old="", new=further)] if further else []
        return Migrate((*edits, *put_in), note)

    def _text(
        self, node: ast.Attribute | ast.Name, scope: Scope, names: tuple[str, ...]
    ) -> str | tuple[str, str] | None:
        """What is written in the place of the class, of several the rest behind it; None where several classes cannot
        stand, or the way is unclear.
        """
        prefix = self._prefix(node, scope)
        if prefix is None:
            return None
        if prefix == "":
            alias = self._alias(node, scope)
            if alias is None:
                return None
            if alias.asname is not None:
                return alias.asname if len(names) == 1 else None
        new = [f"{prefix}{name}" for name in names]
        parent = self._view.anatomy.parents[node]
        if len(new) == 1:
            return None if isinstance(parent, ast.Attribute) else new[0]  # of its own name or a method nothing is known
        return self._several(node, parent, new)

    def _several(self, node: ast.expr, parent: ast.AST, new: list[str]) -> str | tuple[str, str] | None:
        """Several classes in the place of one."""
        match parent:
            case ast.Tuple() | ast.List() | ast.Set():
                return new[0], "".join(f", {name}" for name in new[1:])
            case ast.ExceptHandler():
                return f"({', '.join(new)})"
            case ast.Call() if node in parent.args and last_name(parent) in _TAKES_SEVERAL:
                return new[0], "".join(f", {name}" for name in new[1:])
            case ast.Call() if node in parent.args and last_name(parent) in _TAKES_A_TUPLE:
                return f"({', '.join(new)})"
            case ast.Compare(ops=[operator], comparators=[right]) if right is node and self._is_bare(parent, operator):
                return f"({', '.join(new)})"
            case _:
                return None

    def _is_bare(self, compared: ast.Compare, operator: ast.cmpop) -> bool:
        """Whether a comparison asks whether two are the same, and nothing but that stands between them."""
        between = self._view.source.text[self._view.end(compared.left) : self._view.start(compared.comparators[0])]
        return type(operator) in _AMONG and re.fullmatch(r"\s*(?:==|!=|is|is\s+not)\s*", between) is not None

    def _prefix(self, node: ast.Attribute | ast.Name, scope: Scope) -> str | None:
        """The module before the class: `openai.` of `openai.error.Timeout`; empty for an imported class."""
        if isinstance(node, ast.Name):
            return ""
        owner = node.value
        if not all(isinstance(value, LibraryModule) for value in self._view.resolver.values(owner, scope)):
            return None
        if isinstance(owner, ast.Attribute):
            owner = owner.value
        if not isinstance(owner, ast.Name):
            return None
        home = scope.home(owner.id)
        for binding in home.bindings[owner.id] if home is not None else ():
            if isinstance(binding, NameImported) and binding.alias.asname is None:
                return f"{self._root}."
            if not isinstance(binding, ModuleImported | NameImported):
                return None
        return f"{owner.id}."

    def _alias(self, node: ast.Attribute | ast.Name, scope: Scope) -> ast.alias | None:
        """The one import that an imported class comes from."""
        assert isinstance(node, ast.Name)
        home = scope.home(node.id)
        bindings = home.bindings[node.id] if home is not None else []
        match bindings:
            case [NameImported(alias=alias, level=0)]:
                return alias
            case _:
                return None

    def _member(self, node: ast.Attribute, scope: Scope, member: str) -> Verdict | None:
        values = self._view.resolver.values(node.value, scope)
        classes = {self._view.surface.canonical(one.cls) for one in values if isinstance(one, LibraryObject)}
        if not classes or not classes <= {*self._tables.with_members} or not isinstance(node.ctx, ast.Load):
            return None
        end = self._view.end(node)
        start = end - len(member)
        return Migrate((Replacement(start=start, end=end, old=member, new=self._tables.members[member]),))

    def _same_before(self, node: ast.expr, scope: Scope) -> ast.expr | None:
        """The element before this one in a tuple where another already became the same class: then one is enough."""
        parent = self._view.anatomy.parents[node]
        if not isinstance(parent, ast.Tuple) or node not in parent.elts[1:]:
            return None
        before = parent.elts[: parent.elts.index(node)]
        own = [one.after for one in self._named(node, scope)]
        same = any([one.after for one in self._named(each, scope)] == own for each in before)
        return before[-1] if same and own else None

    def _is_last_of_two(self, node: ast.expr) -> bool:
        """Whether one element is left, behind which a comma makes the tuple."""
        parent = self._view.anatomy.parents[node]
        behind = self._view.source.text[self._view.end(node) :].lstrip()
        return isinstance(parent, ast.Tuple) and len(parent.elts) == 2 and not behind.startswith(",")

    # ---- what is caught

    def _difference(self, node: ast.expr, scope: Scope) -> Difference:
        handler, child = self._handler(node)
        if handler is not None:
            return self._of_try(self._block(handler), scope)
        classes = list(self._together(child))
        return of_set(classes, lambda one: self._named(one, scope), self._tables)

    def _handler(self, node: ast.expr) -> tuple[ast.ExceptHandler | None, ast.AST]:
        """The handler that a class stands in, and the outermost tuple that holds the class."""
        child: ast.AST = node
        parent = self._view.anatomy.parents[child]
        while isinstance(parent, ast.Tuple | ast.List | ast.Set):
            child, parent = parent, self._view.anatomy.parents[parent]
        return (parent if isinstance(parent, ast.ExceptHandler) and parent.type is child else None), child

    def _block(self, handler: ast.ExceptHandler) -> Block:
        block = self._view.anatomy.parents[handler]
        assert isinstance(block, ast.Try | ast.TryStar)
        return block

    def _rearranged(self, node: ast.expr, scope: Scope) -> tuple[ast.ExceptHandler | None, Rearranged | None]:
        """The handler that a class stands in, and how its block is arranged anew."""
        handler, _ = self._handler(node)
        if handler is None:
            return None, None
        block = self._block(handler)
        classes = lambda one: self._named(one, scope)  # noqa: E731 - as in `_of_try`
        return handler, self._blocks.rearranged(block, scope, classes, lambda: self._spelt(block, scope))

    def _once(self, handler: ast.ExceptHandler, rearranged: Rearranged) -> tuple[Replacement, ...]:
        """The edits of a block go with the first of its classes."""
        block = self._block(handler)
        done = block in self._written
        self._written.add(block)
        return () if done else rearranged.edits

    def _spelt(self, block: Block, scope: Scope) -> dict[str, str]:
        """How the new classes are named in a block: those of its handlers, and all of them behind the module."""
        spelt: dict[str, str] = {}
        for node in (one for handler in block.handlers for one in types_of(handler.type)):
            if not isinstance(node, ast.Attribute | ast.Name):
                continue
            prefix = self._prefix(node, scope) if self._named(node, scope) else None
            if prefix:
                spelt |= {name: f"{prefix}{name}" for name in self._tables.above}
            for named in self._named(node, scope):
                new = self._text(node, scope, named.after)
                if len(named.after) == 1 and isinstance(new, str):
                    spelt[named.after[0]] = new
        return spelt

    def _together(self, child: ast.AST) -> Iterator[ast.expr]:
        """The classes that count as one set with this one: a tuple, or conditions joined by `|`."""
        top = child
        while isinstance(parent := self._view.anatomy.parents.get(top), ast.BinOp | ast.Call) and not (
            isinstance(parent, ast.Call) and top is parent.func
        ):
            if isinstance(parent, ast.Call) and not isinstance(self._view.anatomy.parents.get(parent), ast.BinOp):
                break
            top = parent
        for node in ast.walk(top):
            if isinstance(node, ast.Attribute | ast.Name):
                yield node

    def _named(self, expression: ast.expr, scope: Scope) -> list[Named]:
        """The classes that an expression in a handler is or holds; one that both libraries have under the same name
        stays what is written.
        """
        surface, resolver = self._view.surface, self._view.resolver
        found = []
        values = resolver.values(expression, scope)
        for value in in_order(values | joined(map(resolver.held, values))):
            symbol = surface.canonical(value.symbol) if isinstance(value, LibraryName) else ""
            if isinstance(value, LibraryName) and symbol in self._tables.classes:
                stays = isinstance(surface.listed(value.symbol), Same)
                after = (value.symbol.rpartition(".")[2],) if stays else self._tables.classes[symbol]
                found.append(Named(symbol, after))
        return found

    def _around(self, call: ast.Call, scope: Scope) -> Verdict | None:
        """Withholds a call where an error of it would come to another handler, of a class that no row stands for."""
        ends = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        for block in protections(call, self._view.anatomy, ends):
            if not isinstance(block, ast.With):
                caught = [one for handler in block.handlers for one in ast.walk(handler.type or ast.Pass())]
                stays = [one for one in caught if isinstance(one, ast.expr) and self._stays(one, scope)]
                if stays and self._of_try(block, scope) is Difference.REAL:
                    return Withhold(Bail.ERRORS_CAUGHT_DIFFERENTLY)
        return None

    def _stays(self, expression: ast.expr, scope: Scope) -> bool:
        return any(one.after != self._tables.classes[one.before] for one in self._named(expression, scope))

    def _of_try(self, block: ast.Try | ast.TryStar, scope: Scope) -> Difference:
        return of_try(block, lambda one: self._named(one, scope), self._tables)

    def _is_shown(self, node: ast.AST) -> bool:
        """Whether the handler reads the error, which says something else in the new library."""
        parent: ast.AST | None = self._view.anatomy.parents.get(node)
        while isinstance(parent, ast.Tuple):
            parent = self._view.anatomy.parents.get(parent)
        if not isinstance(parent, ast.ExceptHandler) or parent.name is None:
            return False
        inside = (part for statement in parent.body for part in ast.walk(statement))
        return any(isinstance(part, ast.Name) and part.id == parent.name for part in inside)
