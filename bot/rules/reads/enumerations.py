"""What is read of a member that holds an enumeration, and of a part that may be None where it was an empty object."""

import ast

from bot.packs.schema import Pack
from bot.rules.answers.names import Names
from bot.rules.engine.call_text import edit
from bot.rules.engine.library_prefix import class_named
from bot.rules.engine.renames import Renames
from bot.rules.reads.tables import ReadTables
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import Scope
from bot.scan.values import LibraryModule


class Enumerations:
    """Asked for one file."""

    def __init__(self, view: FileView, names: Names, tables: ReadTables, pack: Pack) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._names = names
        self._tables = tables
        self._renames = Renames.of(pack)

    def edits(self, node: ast.expr, scope: Scope, cls: str) -> tuple[Replacement, ...] | None:
        """What changes where the member is used; None where it would tell something else."""
        parent = self._anatomy.parents[node]
        match parent:
            case ast.Attribute(attr=attribute):
                return () if attribute in self._tables.same else None
            case ast.Compare(left=left, ops=operators, comparators=others):
                return self._compared(node, scope, cls, [left, *others], operators)
            case ast.Assign(targets=[ast.Name() as target]):
                return self._kept(target, scope, cls)
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                return () if test is node else None
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return () if self._is_tested(parent) else None
            case _:
                return None

    def _is_tested(self, node: ast.AST) -> bool:
        parent = self._anatomy.parents[node]
        if isinstance(parent, ast.BoolOp | ast.UnaryOp):
            return self._is_tested(parent)
        return isinstance(parent, ast.If | ast.IfExp | ast.While) and parent.test is node

    def _kept(self, target: ast.Name, scope: Scope, cls: str) -> tuple[Replacement, ...] | None:
        """A name that holds nothing else, wherever it is read."""
        home = scope.home(target.id)
        if home is None or len(home.bindings[target.id]) != 1 or home is self._anatomy.root:
            return None
        edits: list[Replacement] = []
        for read in self._names.reads(target.id, home):
            found = self.edits(read.node, self._names.scope_of(read.node), cls)
            if found is None:
                return None
            edits += found
        return tuple(edits)

    def _compared(
        self, node: ast.expr, scope: Scope, cls: str, sides: list[ast.expr], operators: list[ast.cmpop]
    ) -> tuple[Replacement, ...] | None:
        if len(operators) != 1 or not isinstance(
            operators[0], ast.Eq | ast.NotEq | ast.In | ast.NotIn | ast.Is | ast.IsNot
        ):
            return None
        other = sides[1] if sides[0] is node else sides[0]
        edits: list[Replacement] = []
        for one in other.elts if isinstance(other, ast.Tuple | ast.List | ast.Set) else [other]:
            found = self._member(one, scope, cls)
            if found is None:
                return None
            edits += found
        return tuple(edits)

    def _member(self, node: ast.expr, scope: Scope, cls: str) -> tuple[Replacement, ...] | None:
        """A member of the class, or the number that stood for one."""
        if isinstance(node, ast.Attribute):
            values = self._view.resolver.values(node.value, scope)
            classes = {class_named(self._view, one) for one in values}
            known = bool(classes) and all(
                self._renames.symbols.get(one or "", "").rpartition(".")[2] == cls for one in classes
            )
            return () if known else None
        named = {number: name for name, number in self._tables.numbers.get(cls, {}).items()}
        module = self._module(scope)
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value in named and module is not None:
            text = f"{module}.types.{cls}.{named[node.value]}"
            return (edit(self._view, self._view.start(node), self._view.end(node), text),)
        return None

    def _module(self, scope: Scope) -> str | None:
        """A plain name that the library's root module has where the scope reads it."""
        for name in self._anatomy.names:
            found = scope.home(name)
            if found is not None and len(found.bindings[name]) == 1:
                values = self._view.resolver.bound_values(name, scope)
                if values == frozenset({LibraryModule(self._view.surface.pack.old.modules[0])}):
                    return name
        return None

    # ---- parts that may be None

    def guarded(self, node: ast.Attribute) -> tuple[Replacement, ...] | None:
        """The read of a part whose owner may be None; None where only its truth is asked some other way."""
        parent = self._anatomy.parents[node]
        if isinstance(parent, ast.Attribute) and not self._is_plain(node):
            return None
        if isinstance(parent, ast.Attribute):
            if self._is_asked_before(node, parent):
                return ()
            if not self._is_tested_whole(parent):
                return None
            text = self._view.source.text[self._view.start(node) : self._view.end(node)]
            bracketed = not isinstance(self._anatomy.parents[parent], ast.If | ast.While)
            start, end = self._view.start(parent), self._view.end(parent)
            opening, closing = (f"({text} and ", ")") if bracketed else (f"{text} and ", "")
            return (
                edit(self._view, start, start, opening),
                *((edit(self._view, end, end, closing),) if closing else ()),
            )
        tested = isinstance(parent, ast.If | ast.While | ast.IfExp) and parent.test is node
        return () if tested or self._is_tested(node) or isinstance(parent, ast.BoolOp) else None

    def _is_plain(self, node: ast.Attribute) -> bool:
        """Whether the owner may be read twice: a name, or a member of its candidates."""
        match node.value:
            case ast.Name():
                return True
            case ast.Subscript(value=ast.Attribute(value=ast.Name(), attr=attribute), slice=ast.Constant()):
                return attribute == self._tables.none_without
            case _:
                return False

    def _is_tested_whole(self, part: ast.Attribute) -> bool:
        """Whether only the truth of the part matters."""
        parent = self._anatomy.parents[part]
        return (isinstance(parent, ast.If | ast.While | ast.IfExp) and parent.test is part) or self._is_tested(part)

    def _is_asked_before(self, node: ast.Attribute, part: ast.Attribute) -> bool:
        """Whether the part is read only where its owner, or a part of it, was found to be there, or nothing else is."""
        shown = ast.dump(node).replace("Store()", "Load()")
        child: ast.AST = part
        parent = self._anatomy.parents.get(child)
        while parent is not None and not isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef):
            if isinstance(parent, ast.If | ast.IfExp | ast.While) and child is not parent.test:
                inside = child in parent.body if isinstance(parent.body, list) else child is parent.body
                if inside and self._asks(parent.test, shown):
                    return True
            if isinstance(parent, ast.If) and child in parent.body and self._says_none(parent.test, node.value):
                return True
            if isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.And):
                before = parent.values[: parent.values.index(child)] if child in parent.values else []
                if any(self._asks(one, shown) for one in before):
                    return True
            child, parent = parent, self._anatomy.parents.get(parent)
        return False

    def _says_none(self, test: ast.expr, owner: ast.expr) -> bool:
        """Whether the test holds where an answer has no candidates: then it says why."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=ast.Attribute(value=value, attr=attribute)):
                return attribute == self._tables.none_without and ast.dump(value) == ast.dump(owner)
            case _:
                return False

    def _asks(self, test: ast.expr, shown: str) -> bool:
        parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
        return any(shown in ast.dump(one) and not isinstance(one, ast.UnaryOp | ast.BoolOp) for one in parts)
