"""The contents of a request, and the turns of a conversation, as the new library takes them.

Both take text, files, images and lists of such. The turns that a program writes as dicts have to hold dicts in the new
library as well, where the old one took plain text among the parts. What cannot be seen, such as a parameter, is passed
on as it is.
"""

import ast
from collections.abc import Iterator
from typing import Protocol

from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.engine.once import once_in_a_row
from bot.rules.written_values.definitions import Definitions, Leaf, is_text, scope_at
from bot.rules.written_values.held_lists import HeldLists
from bot.rules.written_values.imported import ImportedValues
from bot.rules.written_values.messages import MessageParts
from bot.rules.written_values.moved_text import MovedText
from bot.rules.written_values.tables import Tables
from bot.rules.written_values.turns import Turns, keys_of
from bot.rules.written_values.written import Written, gathered
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.values import LibraryMember
from bot.vocabulary import Bail


def contents_text(
    view: FileView, names: Names, node: ast.expr, tables: Tables, *, types_name: str
) -> Written | Problem:
    """What a request is about: text, a list of parts, one turn, or a list of turns."""
    return Contents(view, names, tables, types_name).contents(node)


def history_text(view: FileView, names: Names, node: ast.expr, tables: Tables, *, types_name: str) -> Written | Problem:
    """The turns that a conversation begins with, each of which has to say who speaks."""
    return Contents(view, names, tables, types_name).history(node)


def message_text(view: FileView, names: Names, node: ast.expr, tables: Tables, *, types_name: str) -> Written | Problem:
    """What is sent in a chat."""
    return Contents(view, names, tables, types_name, MessageParts(view, tables.parts, types_name)).contents(node)


class _Elements(Protocol):
    """What knows how a part or a turn is written."""

    def element(self, node: ast.expr) -> Iterator[Replacement | Problem]:
        """The edits of what stands in contents."""
        ...


class Contents:
    """Asked for one file; `elements` are turns and parts unless they are said to be something else."""

    def __init__(
        self, view: FileView, names: Names, tables: Tables, types_name: str, elements: _Elements | None = None
    ) -> None:
        self._view = view
        self._types = types_name
        self._text = MovedText(view, names)
        self._definitions = Definitions(view, names)
        self._lists = HeldLists(view, names)
        self._imported = ImportedValues(view)
        self._names = names
        self._tables = tables
        self._written_out = Turns(view, tables.parts, types_name, self._is_text, self.contents_of)
        self._turns = elements or self._written_out
        self._within: set[str] = set()
        self.followed: set[ast.AST] = set()

    def contents(self, node: ast.expr) -> Written | Problem:
        """Text, a list of parts, one turn, or a list of turns."""
        self._within = set()
        found = self.contents_of(node)
        if isinstance(found, Problem):
            return found
        if self._may_be_anything(node) and not _all_are_followed(self._view, self._names, self._tables):
            return Problem(Bail.ARGUMENT_CHANGED, node, "a turn or file that is written as a dict may be in it")
        start, end = self._view.start(node), self._view.end(node)
        inside = [one for one in dict.fromkeys(found) if start <= one.start and one.end <= end]
        edits = tuple(one for one in dict.fromkeys(found) if one not in inside)
        moved = self._text.written(node, inside)
        if isinstance(moved, Problem):
            return moved
        needed = any(f"{self._types}." in one.new for one in (*inside, *edits))
        needs = frozenset({self._types} if needed else ())
        defined = Written("", edits=edits, within_file=frozenset(self._within), needs=needs)
        return gathered(moved.text, [moved, defined], inside=tuple(inside))

    def has_to_change(self, node: ast.Dict) -> bool:
        """Whether a dict, if it is sent, has to be written in another way."""
        return self._written_out.has_to_change(node)

    def _leaves(self, node: ast.expr) -> list[Leaf]:
        return self._definitions.leaves(node, scope_at(self._view.anatomy, node), through_calls=True) or []

    def history(self, node: ast.expr) -> Written | Problem:
        """A list of turns, written out here or taken from another conversation."""
        for leaf in self._leaves(node):
            if not self._is_history(leaf):
                problem = self._of_another_module(node, leaf)
                if problem is not None:
                    return problem
            for element in self._elements(leaf):
                turns = (one.node for one in self._leaves(element))
                if not all(self._has_speaker(one) for one in turns if isinstance(one, ast.Dict)):
                    return Problem(Bail.ARGUMENT_CHANGED, element, "a chat has turns of its two speakers alone")
        return self.contents(node)

    def _of_another_module(self, node: ast.expr, leaf: Leaf) -> Problem | None:
        """Why turns cannot be taken as they are from another module."""
        value = self._imported.value(leaf)
        if value is None:
            problem = Problem(Bail.ARGUMENT_CHANGED, node, "the turns cannot be seen here")
            return self._imported.asked(problem, leaf)
        if not isinstance(value, ast.List) or not all(map(self._is_taken, value.elts)):
            return Problem(Bail.ARGUMENT_CHANGED, node, "the turns of another module would have to be written anew")
        return None

    def _is_taken(self, node: ast.expr) -> bool:
        """Whether a turn is a dict of dicts already."""
        if not isinstance(node, ast.Dict):
            return False
        tables, named = self._tables.parts, dict(zip(keys_of(node), node.values, strict=True))
        role, parts = named.get(tables.role), named.get(tables.parts)
        speaks = isinstance(role, ast.Constant) and role.value in tables.turns and len(named) == len(node.keys) == 2
        return speaks and isinstance(parts, ast.List) and all(map(self._is_part, parts.elts))

    def _is_part(self, node: ast.expr) -> bool:
        match node:
            case ast.Dict(keys=[ast.Constant(value=key)], values=[ast.Constant(value=str())]):
                return bool(key == self._tables.parts.text)
            case _:
                return False

    def _is_history(self, leaf: Leaf) -> bool:
        if isinstance(leaf.node, ast.List | ast.ListComp | ast.AugAssign | ast.arg) or leaf.is_nothing:
            return True
        node = leaf.node
        while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            node = node.value
        return any(isinstance(one, LibraryMember) for one in self._view.resolver.values(node, leaf.scope))

    def _has_speaker(self, node: ast.Dict) -> bool:
        role = self._written_out.role_of(node)
        leaves = self._leaves(role) if role is not None else []
        words = [one.node.value for one in leaves if isinstance(one.node, ast.Constant)]
        return bool(leaves) and all(word in self._tables.parts.turns for word in words)

    # ---- what is not written out

    def _may_be_anything(self, node: ast.expr) -> bool:
        """Whether something in the contents is neither written out nor certainly text."""
        for leaf in self._leaves(node):
            elements = list(self._elements(leaf))
            if not elements and not _is_known(leaf.node):
                return True
            if not all(_is_known(one.node) for element in elements for one in self._leaves(element)):
                return True
        return False

    # ---- what is written out

    def contents_of(self, node: ast.expr) -> list[Replacement] | Problem:
        """The edits of contents, or of the parts of a turn, wherever they are written out."""
        edits: list[Replacement] = []
        for leaf in self._leaves(node):
            found = self._of_leaf(leaf)
            if isinstance(found, Problem):
                return found
            edits += found
        return edits

    def _of_leaf(self, leaf: Leaf) -> list[Replacement] | Problem:
        """The edits of one display, and of what is put into it later."""
        if isinstance(leaf.node, ast.Tuple):
            return Problem(Bail.ARGUMENT_CHANGED, leaf.node, "a tuple is no list of parts in the new library")
        edits: list[Replacement] = []
        for element in self._elements(leaf):
            for one in self._leaves(element):
                found = self._element(one, leaf.path)
                if isinstance(found, Problem):
                    return found
                edits += found
        return self._used_here_alone(edits, leaf)

    def _element(self, leaf: Leaf, around: tuple[ast.expr, ...]) -> list[Replacement] | Problem:
        """The edits of a part or turn; `around` are the names that hold the list in which it is."""
        if not isinstance(leaf.node, ast.Dict):
            return []
        self.followed.add(leaf.node)
        edits: list[Replacement] = []
        for found in self._turns.element(leaf.node):
            if isinstance(found, Problem):
                return found
            edits.append(found)
        return self._used_here_alone(edits, leaf, around)

    def _used_here_alone(
        self, edits: list[Replacement], leaf: Leaf, around: tuple[ast.expr, ...] = ()
    ) -> list[Replacement] | Problem:
        """The edits, where no other use of what names hold would see them."""
        names = self._lists.used_for_requests_alone(leaf.path, around) if edits else set[str]()
        if names is None:
            return Problem(Bail.ARGUMENT_CHANGED, leaf.node, "what is sent is used for other things as well")
        self._within |= names
        return edits

    def _elements(self, leaf: Leaf) -> Iterator[ast.expr]:
        """The parts or turns of contents, those put in later included."""
        match leaf.node:
            case ast.List(elts=elements) | ast.AugAssign(value=ast.List(elts=elements)):
                yield from elements
            case ast.ListComp(elt=element):
                yield element
            case ast.Dict() as alone:
                yield alone
        for name in leaf.path[-1:]:
            yield from self._lists.put_in(name)

    def _is_text(self, node: ast.expr) -> bool:
        leaves = self._definitions.leaves(node, scope_at(self._view.anatomy, node))
        return bool(leaves) and all(is_text(leaf.node) for leaf in leaves or ())


@once_in_a_row
def _all_are_followed(view: FileView, names: Names, tables: Tables) -> bool:
    """Whether every dict of the file that would have to change was found by what the file asks and sends."""
    seen = Contents(view, names, tables, "")
    dicts = [node for node in ast.walk(view.anatomy.tree) if isinstance(node, ast.Dict) and seen.has_to_change(node)]
    for call, _ in view.anatomy.calls if dicts else ():
        if isinstance(call.func, ast.Attribute) and call.func.attr in tables.parts.asked_by:
            for argument in (*call.args[:1], *(one.value for one in call.keywords)):
                seen.contents_of(argument)
    return all(node in seen.followed for node in dicts)


def _is_known(node: ast.AST) -> bool:
    """Whether an expression is written out, or certainly text."""
    return isinstance(node, ast.Dict | ast.List | ast.Constant) or is_text(node)
