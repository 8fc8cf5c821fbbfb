"""The contents of a request, and the turns of a conversation, as the new library takes them.

Both take text, files, images and lists of such. The turns that a program writes as dicts have to hold dicts in the new
library as well, where the old one took plain text among the parts. What cannot be seen, such as a parameter, is passed
on as it is.
"""

import ast
from collections.abc import Iterator

from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.engine.call_text import edit
from bot.rules.written_values.definitions import Definitions, is_text, scope_at
from bot.rules.written_values.moved_text import MovedText
from bot.rules.written_values.tables import Tables
from bot.rules.written_values.written import Written
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


class Contents:
    """Asked for one file."""

    def __init__(self, view: FileView, names: Names, tables: Tables, types_name: str) -> None:
        self._view = view
        self._tables = tables.parts
        self._types = types_name
        self._text = MovedText(view, names)
        self._definitions = Definitions(view, names)

    def contents(self, node: ast.expr) -> Written | Problem:
        """Text, a list of parts, one turn, or a list of turns."""
        return self._written(node)

    def instruction(self, node: ast.expr) -> Written | Problem:
        """What a model is told before anything else: text, parts or a turn."""
        return self._written(node)

    def _written(self, node: ast.expr) -> Written | Problem:
        edits: list[Replacement] = []
        for found in self._display(node):
            if isinstance(found, Problem):
                return found
            edits.append(found)
        return self._text.written(node, edits)

    def _display(self, node: ast.expr) -> Iterator[Replacement | Problem]:
        """The edits of contents that are written out."""
        match node:
            case ast.List(elts=elements):
                for element in elements:
                    yield from self._part(element, in_turn=False)
            case ast.Tuple():
                yield Problem(Bail.ARGUMENT_CHANGED, node, "a tuple is no list of parts in the new library")
            case ast.Dict():
                yield from self._part(node, in_turn=False)

    def _part(self, node: ast.expr, *, in_turn: bool) -> Iterator[Replacement | Problem]:
        """A part, or a turn among contents."""
        if isinstance(node, ast.Dict):
            yield from self._dict(node)
        elif in_turn and self._is_text(node):
            yield from self._around(node, f'{{"{self._tables.text}": ', "}")
        elif in_turn:
            yield Problem(Bail.ARGUMENT_CHANGED, node, "a part of a turn may be something else than text")

    def _dict(self, node: ast.Dict) -> Iterator[Replacement | Problem]:
        keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
        if self._tables.parts in keys:
            yield from self._parts(node.values[keys.index(self._tables.parts)])
        elif {*keys} == {*self._tables.blob.keys}:
            yield from self._around(node, f'{{"{self._tables.blob.under}": ', "}")
        elif len(keys) != 1 or keys[0] not in self._tables.keys:
            yield Problem(Bail.ARGUMENT_CHANGED, node, "a part is written in a way that is not known")

    def _parts(self, node: ast.expr) -> Iterator[Replacement | Problem]:
        """The parts of one turn."""
        if isinstance(node, ast.List):
            for element in node.elts:
                yield from self._part(element, in_turn=True)
        elif self._is_text(node):
            yield from self._around(node, f'[{{"{self._tables.text}": ', "}]")
        else:
            yield Problem(Bail.ARGUMENT_CHANGED, node, "the parts of a turn cannot be seen here")

    def _is_text(self, node: ast.expr) -> bool:
        leaves = self._definitions.leaves(node, scope_at(self._view.anatomy, node))
        return bool(leaves) and all(is_text(leaf.node) for leaf in leaves or ())

    def _around(self, node: ast.expr, before: str, behind: str) -> Iterator[Replacement]:
        start, end = self._view.start(node), self._view.end(node)
        yield edit(self._view, start, start, before)
        yield edit(self._view, end, end, behind)
