"""One turn of a conversation, or one part of it, that a program writes as a dict: the edits for the new library.

A turn stays a dict where each of its parts is certainly text, or a dict; otherwise it becomes an object, which takes
what the old library took: text, files and images.
"""

import ast
from collections.abc import Callable, Iterator

from bot.rules.answers.flow import Problem
from bot.rules.engine.call_text import edit
from bot.rules.written_values.tables import Parts
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.vocabulary import Bail


class Turns:
    """Asked for one file. `is_text` tells of an expression whether it is certainly text; `held` gives the edits of
    parts that a name holds.
    """

    def __init__(
        self,
        view: FileView,
        tables: Parts,
        types_name: str,
        is_text: Callable[[ast.expr], bool],
        held: Callable[[ast.expr], list[Replacement] | Problem],
    ) -> None:
        self._view = view
        self._tables = tables
        self._types = types_name
        self._is_text = is_text
        self._held = held

    def element(self, node: ast.expr) -> Iterator[Replacement | Problem]:
        """What stands in a list of parts or turns, or alone as contents."""
        if not isinstance(node, ast.Dict):
            return
        keys = keys_of(node)
        if self._tables.parts in keys:
            yield from self._turn(node, keys)
        else:
            yield from self._part(node, keys)

    def has_to_change(self, node: ast.Dict) -> bool:
        """Whether a dict, if it is sent, has to be written in another way."""
        keys = {*keys_of(node)}
        is_one = keys == {*self._tables.blob.keys} or {self._tables.parts} <= keys <= {
            self._tables.parts,
            self._tables.role,
        }
        return is_one and any(True for _ in self.element(node))

    def role_of(self, node: ast.Dict) -> ast.expr | None:
        """Who speaks, as a turn says it; None where it does not."""
        keys = keys_of(node)
        return node.values[keys.index(self._tables.role)] if self._tables.role in keys else None

    # ---- parts

    def _part(self, node: ast.Dict, keys: list[str | None]) -> Iterator[Replacement | Problem]:
        if {*keys} == {*self._tables.blob.keys}:
            yield from self._around(node, f'{{"{self._tables.blob.under}": ', "}")
        elif len(keys) != 1 or keys[0] not in self._tables.keys:
            yield Problem(Bail.ARGUMENT_CHANGED, node, "a part is written in a way that is not known")

    def _in_turn(self, node: ast.expr) -> list[Replacement] | Problem | None:
        """A part that has to be a dict; None where it may be something else than text."""
        if isinstance(node, ast.Dict):
            return _without_problem(self._part(node, keys_of(node)))
        return list(self._around(node, f'{{"{self._tables.text}": ', "}")) if self._is_text(node) else None

    # ---- turns

    def _turn(self, node: ast.Dict, keys: list[str | None]) -> Iterator[Replacement | Problem]:
        if not {*keys} <= {self._tables.parts, self._tables.role}:
            yield Problem(Bail.ARGUMENT_CHANGED, node, "a turn is written in a way that is not known")
            return
        parts = node.values[keys.index(self._tables.parts)]
        found = self._as_dicts(parts)
        if found is None:
            found = self._as_object(node, self.role_of(node), parts)
        yield from [found] if isinstance(found, Problem) else found

    def _as_dicts(self, parts: ast.expr) -> list[Replacement] | Problem | None:
        """The parts as dicts; None where one of them may be something else than text."""
        if self._is_text(parts):
            return list(self._around(parts, f'[{{"{self._tables.text}": ', "}]"))
        if not isinstance(parts, ast.List):
            return None
        edits: list[Replacement] = []
        for element in parts.elts:
            found = self._in_turn(element)
            if not isinstance(found, list):
                return found
            edits += found
        return edits

    def _as_object(self, node: ast.Dict, role: ast.expr | None, parts: ast.expr) -> list[Replacement] | Problem:
        """The turn as an object that takes whatever a part may be."""
        start, first, last, end = (
            *(self._view.start(node), self._view.start(parts)),
            *(self._view.end(parts), self._view.end(node)),
        )
        text = self._view.source.text
        if "#" in text[start:first] + text[last:end]:
            return Problem(Bail.ARGUMENT_CHANGED, node, "a comment stands in a turn")
        opening, closing = self._constructed(role)
        edits = [edit(self._view, start, first, opening), edit(self._view, last, end, closing)]
        inner = self._held(parts)
        return inner if isinstance(inner, Problem) else [*edits, *inner]

    def _constructed(self, role: ast.expr | None) -> tuple[str, str]:
        """What stands before and behind the parts."""
        constant = role.value if isinstance(role, ast.Constant) else None
        cls = self._tables.turns.get(str(constant)) if role is not None else self._tables.plain_turn
        if cls is not None:
            return f"{self._types}.{cls}({self._tables.parts}=", ")"
        assert role is not None
        shown = self._view.source.text[self._view.start(role) : self._view.end(role)]
        plain = f"{self._types}.{self._tables.plain_turn}({self._tables.parts}="
        outer = f"{self._types}.{self._tables.turn}({self._tables.role}={shown}, {self._tables.parts}="
        return f"{outer}{plain}", f").{self._tables.parts})"

    # ---- text

    def _around(self, node: ast.expr, before: str, behind: str) -> Iterator[Replacement]:
        start, end = self._view.start(node), self._view.end(node)
        yield edit(self._view, start, start, before)
        yield edit(self._view, end, end, behind)


def keys_of(node: ast.Dict) -> list[str | None]:
    """The keys of a dict that are written out as text; None for any other."""
    return [key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None for key in node.keys]


def _without_problem(found: Iterator[Replacement | Problem]) -> list[Replacement] | Problem:
    edits: list[Replacement] = []
    for one in found:
        if isinstance(one, Problem):
            return one
        edits.append(one)
    return edits
