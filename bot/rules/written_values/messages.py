"""What is sent in a chat: text, files, images or objects, or a list of such; no dict is taken there any more."""

import ast
from collections.abc import Iterator

from bot.rules.answers.flow import Problem
from bot.rules.engine.call_text import edit
from bot.rules.written_values.tables import Parts
from bot.rules.written_values.turns import keys_of
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.vocabulary import Bail


class MessageParts:
    """Asked for one file."""

    def __init__(self, view: FileView, tables: Parts, types_name: str) -> None:
        self._view = view
        self._tables = tables
        self._part = f"{types_name}.{tables.part}("

    def element(self, node: ast.expr) -> Iterator[Replacement | Problem]:
        """What stands in a message, or is one."""
        if not isinstance(node, ast.Dict):
            return
        keys = keys_of(node)
        if self._tables.parts in keys:
            yield from self._turn(node, node.values[keys.index(self._tables.parts)])
        elif {*keys} == {*self._tables.blob.keys}:
            start, end = self._view.start(node), self._view.end(node)
            yield edit(self._view, start, start, f"{self._part}{self._tables.blob.under}=")
            yield edit(self._view, end, end, ")")
        elif len(keys) == 1 and keys[0] in self._tables.keys:
            yield from self._without_dict(node, node.values[0], f"{self._part}{keys[0]}=", ")")
        else:
            yield Problem(Bail.ARGUMENT_CHANGED, node, "a part is written in a way that is not known")

    def _turn(self, node: ast.Dict, parts: ast.expr) -> Iterator[Replacement | Problem]:
        """A turn is its parts: who speaks is plain."""
        yield from self._without_dict(node, parts, "", "")
        if isinstance(parts, ast.List):
            for element in parts.elts:
                yield from self.element(element)

    def _without_dict(
        self, node: ast.Dict, value: ast.expr, before: str, behind: str
    ) -> Iterator[Replacement | Problem]:
        view = self._view
        opening = edit(view, view.start(node), view.start(value), before)
        closing = edit(view, view.end(value), view.end(node), behind)
        if "#" in opening.old + closing.old:
            yield Problem(Bail.ARGUMENT_CHANGED, node, "a comment stands in a part")
        yield from (opening, closing)
