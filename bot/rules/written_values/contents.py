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
from bot.rules.written_values.definitions import Definitions, Leaf, is_text, scope_at
from bot.rules.written_values.held_lists import HeldLists
from bot.rules.written_values.messages import MessageParts
from bot.rules.written_values.moved_text import MovedText
from bot.rules.written_values.tables import Tables
from bot.rules.written_values.turns import Turns
from bot.rules.written_values.written import Written, gathered
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.vocabulary import Bail


def contents_text(
    view: FileView, names: Names, node: ast.expr, tables: Tables, *, types_name: str
) -> Written | Problem:
    """What a request is about: text, a list of parts, one turn, or a list of turns."""
    return Contents(view, names, tables, types_name).contents(node)


def history_text(view: FileView, names: Names, node: ast.expr, tables: Tables, *, types_name: str) -> Written | Problem:
    """The turns that a conversation begins with."""
    return Contents(view, names, tables, types_name).contents(node)


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
        self._turns = elements or Turns(view, tables.parts, types_name, self._is_text, self._parts)
        self._within: set[str] = set()

    def contents(self, node: ast.expr) -> Written | Problem:
        """Text, a list of parts, one turn, or a list of turns."""
        self._within = set()
        found = self._parts(node)
        if isinstance(found, Problem):
            return found
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

    def _leaves(self, node: ast.expr) -> list[Leaf]:
        return self._definitions.leaves(node, scope_at(self._view.anatomy, node)) or []

    # ---- what is written out

    def _parts(self, node: ast.expr) -> list[Replacement] | Problem:
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
                found = self._element(one)
                if isinstance(found, Problem):
                    return found
                edits += found
        return self._used_here_alone(edits, leaf)

    def _element(self, leaf: Leaf) -> list[Replacement] | Problem:
        if not isinstance(leaf.node, ast.Dict):
            return []
        edits: list[Replacement] = []
        for found in self._turns.element(leaf.node):
            if isinstance(found, Problem):
                return found
            edits.append(found)
        return self._used_here_alone(edits, leaf)

    def _used_here_alone(self, edits: list[Replacement], leaf: Leaf) -> list[Replacement] | Problem:
        """The edits, where no other use of what names hold would see them."""
        names = self._lists.used_for_requests_alone(leaf.path) if edits else set[str]()
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
        leaves = self._leaves(node)
        return bool(leaves) and all(is_text(leaf.node) for leaf in leaves)
