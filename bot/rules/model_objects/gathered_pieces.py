"""Streams whose pieces are read as a whole as well: waited for with a method of the old answer, or after their loop.

The new library gives an iterator and nothing else. Where the method was called its pieces become a list; a loop keeps
them in a list beside it.
"""

import ast
from collections.abc import Iterator, Sequence

from bot.models.struct import Frozen
from bot.rules.answers.flow import Problem
from bot.rules.engine.call_text import edit
from bot.rules.engine.same_tree import is_misplaced
from bot.rules.model_objects.tables import Pieces
from bot.rules.reads.helpers import helpers_of
from bot.scan.binder import Anatomy
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import ScopeKind
from bot.vocabulary import Bail

_SUFFIX = "_pieces"
_PIECE = "piece"


class Gathered(Frozen):
    """The edits of each read as a whole, and names that no other file may use."""

    edits: dict[ast.Attribute, tuple[Replacement, ...]]
    within_file: frozenset[str]


class GatheredPieces:
    """Asked for one file."""

    def __init__(self, view: FileView, table: Pieces) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._table = table

    def of(
        self, call: ast.Call, looped: Sequence[ast.AST], whole: Sequence[ast.Attribute], *, later: bool
    ) -> Gathered | Problem:
        """What becomes of a stream that `call` gives, of its loops, and of the reads as a whole."""
        value = self._anatomy.parents[call] if later else call
        statement = self._anatomy.parents[value]
        match statement:
            case ast.Assign(targets=[ast.Name() as target]):
                names = {ast.dump(one.value) for one in whole}
            case _:
                return Problem(Bail.STREAM_KEPT, call)
        if names != {ast.dump(ast.Name(target.id, ast.Load()))}:
            return Problem(Bail.STREAM_KEPT, whole[0])
        waits = [one for one in whole if one.attr == self._table.gather]
        texts = [one for one in whole if one.attr != self._table.gather]
        if waits:
            found = self._waited(statement, target.id, waits, looped, later=later)
        else:
            found = self._kept(statement, target.id, looped, texts)
        if isinstance(found, Problem):
            return found
        edits, held = found
        for one in texts:
            read = self._read(one, held)
            if read is None:
                return Problem(Bail.STREAM_KEPT, one)
            edits[one] = (*edits.get(one, ()), *read)
        home = self._anatomy.scope_of[target].home(target.id)
        shared = home is None or home.kind is ScopeKind.MODULE
        return Gathered(edits, frozenset({target.id, held} if shared else ()))

    # ---- waited for

    def _waited(
        self,
        statement: ast.stmt,
        name: str,
        waits: Sequence[ast.Attribute],
        looped: Sequence[ast.AST],
        *,
        later: bool,
    ) -> tuple[dict[ast.Attribute, tuple[Replacement, ...]], str] | Problem:
        """The call that waits, directly behind the statement that asks: what comes later reads a list."""
        (wait, *others) = waits
        call = self._anatomy.parents[wait]
        waiting = self._anatomy.parents[self._anatomy.parents[call]] if later else self._anatomy.parents[call]
        plain = isinstance(call, ast.Call) and call.func is wait and not call.args and not call.keywords
        if others or not plain or not isinstance(waiting, ast.Expr):
            return Problem(Bail.STREAM_KEPT, wait)
        if _next(self._anatomy, statement) is not waiting or (later and looped):
            return Problem(Bail.STREAM_KEPT, wait)
        start, end = self._view.start(waiting), self._view.end(waiting)
        text = f"[{_PIECE} async for {_PIECE} in {name}]" if later else f"list({name})"
        return {wait: (edit(self._view, start, end, f"{name} = {text}"),)}, name

    # ---- looped over

    def _kept(
        self, statement: ast.stmt, name: str, looped: Sequence[ast.AST], texts: Sequence[ast.Attribute]
    ) -> tuple[dict[ast.Attribute, tuple[Replacement, ...]], str] | Problem:
        """A loop whose pieces are kept in a list."""
        held = f"{name}{_SUFFIX}"
        match looped:
            case [ast.For(target=ast.Name(id=piece)) | ast.AsyncFor(target=ast.Name(id=piece)) as loop]:
                pass
            case _:
                return Problem(Bail.STREAM_KEPT, statement)
        free = held not in self._anatomy.names and not any(held in scope.bindings for scope in self._anatomy.scopes())
        lines = self._lines(loop, f"{held} = []", f"{held}.append({piece})")
        if not free or lines is None or any(_leaves(loop)):
            return Problem(Bail.STREAM_KEPT, loop)
        if not all(self._is_behind(loop, one) for one in texts):
            return Problem(Bail.STREAM_KEPT, texts[0])
        return {texts[0]: lines}, held

    def _lines(self, loop: ast.For | ast.AsyncFor, before: str, first: str) -> tuple[Replacement, ...] | None:
        """A line before the loop, and one as the first in it; None where either would share its line."""
        edits = []
        for statement, line in ((loop, before), (loop.body[0], first)):
            start, text = self._view.start(statement), self._view.source.text
            at = text.rfind("\n", 0, start) + 1
            if text[at:start].strip():
                return None
            line_end = "\r\n" if text[:at].endswith("\r\n") else "\n"
            edits.append(edit(self._view, at, at, f"{text[at:start]}{line}{line_end}"))
        return tuple(edits)

    def _is_behind(self, loop: ast.stmt, read: ast.AST) -> bool:
        """Whether the read can be reached only when the loop has run: it is behind it in its block, or in one of a
        `with` around it.
        """
        node: ast.AST = loop
        while True:
            following = _following(self._anatomy, node)
            if any(read is one for statement in following for one in ast.walk(statement)):
                return not _runs_later(self._anatomy, read, node)
            node = self._anatomy.parents[node]
            if not isinstance(node, ast.With | ast.AsyncWith):
                return False

    # ---- reads

    def _read(self, node: ast.Attribute, held: str) -> tuple[Replacement, ...] | None:
        """The text of all pieces."""
        start, end = self._view.start(node), self._view.end(node)
        if is_misplaced(self._anatomy, node) or "#" in self._view.source.text[start:end]:
            return None
        if not helpers_of(self._view).want(self._table.name, self._table.function):
            return None
        return (edit(self._view, start, end, f"{self._table.name}({held})"),)


def _following(anatomy: Anatomy, statement: ast.AST) -> list[ast.stmt]:
    """The statements behind another in its block."""
    for _, block in ast.iter_fields(anatomy.parents[statement]):
        if isinstance(block, list) and statement in block:
            return block[block.index(statement) + 1 :]
    return []


def _next(anatomy: Anatomy, statement: ast.stmt) -> ast.stmt | None:
    following = _following(anatomy, statement)
    return following[0] if following else None


def _leaves(loop: ast.For | ast.AsyncFor) -> Iterator[ast.AST]:
    """What ends the loop before its end, other loops in it left out of account: it is enough that none may."""
    return (one for statement in loop.body for one in ast.walk(statement) if isinstance(one, ast.Break))


def _runs_later(anatomy: Anatomy, read: ast.AST, statement: ast.AST) -> bool:
    """Whether the read is in a function that the statement is not in."""
    functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    return anatomy.nearest(read, functions) is not anatomy.nearest(statement, functions)
