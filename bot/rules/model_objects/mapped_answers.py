"""Answers of functions that were mappings: what is read of them by their one key."""

import ast
from collections.abc import Iterator

from bot.rules.answers.flow import Problem
from bot.rules.engine.call_text import edit
from bot.rules.model_objects.tables import Mapped
from bot.rules.model_objects.writing import Moved
from bot.rules.written_values.definitions import Definitions, Leaf, scope_at
from bot.scan.rows import FileView
from bot.scan.scopes import ScopeKind
from bot.vocabulary import Bail

_ONE = frozenset({"str"})
_SEVERAL = frozenset({"list", "List", "tuple", "Tuple", "Sequence", "Iterable"})
_TEXT_METHODS = frozenset({"strip", "lower", "upper", "replace", "join", "format", "read_text"})


class MappedAnswers:
    """Answers for one file. One argument of the call decides whether the key held one value or a list of them."""

    def __init__(self, view: FileView, definitions: Definitions) -> None:
        self._view = view
        self._definitions = definitions

    def moved(self, call: ast.Call, asked: ast.expr | None, table: Mapped) -> Moved | Problem:
        """The edits of every read; `asked` is the argument that decides."""
        reads = self._reads(call)
        if reads is None:
            return Problem(Bail.ANSWER_LEAVES, call)
        if not all(self._is_key(read, table) for read in reads):
            return Problem(Bail.ANSWER_PART_UNKNOWN, call)
        several = self._are_several(asked) if asked is not None else None
        if several is None:
            return Problem(Bail.ARGUMENT_CHANGED, call, f"{table.by} may be one or several, which are read differently")
        moved = Moved(notes=[table.note] if several and table.note is not None else [])
        for read in reads:
            assert isinstance(read, ast.Subscript)
            start, middle, end = self._view.start(read), self._view.end(read.value), self._view.end(read)
            if "#" in self._view.source.text[middle:end]:
                return Problem(Bail.USE_NOT_REWRITABLE, read, "a comment stands in the read")
            if not several:
                moved.edits.append(edit(self._view, middle, end, f".{table.attribute}[0].{table.member}"))
            elif read.value is call:
                return Problem(Bail.USE_NOT_REWRITABLE, read, "the answer has no name")
            else:
                each = f"[one.{table.member} for one in {self._view.source.text[start:middle]}.{table.attribute}]"
                moved.edits.append(edit(self._view, start, end, each))
        return moved

    def _reads(self, call: ast.Call) -> list[ast.AST] | None:
        """What stands around the call, or around each read of the one name that holds its answer."""
        parent = self._view.anatomy.parents[call]
        if isinstance(parent, ast.Subscript) and parent.value is call:
            return [parent]
        match parent:
            case ast.Assign(targets=[ast.Name(id=name) as target], value=value) if value is call:
                home = self._view.anatomy.scope_of[target].home(name)
                if home is None or home.kind is not ScopeKind.FUNCTION or len(home.bindings[name]) != 1:
                    return None
                places = self._view.anatomy.names[name]
                return [
                    self._view.anatomy.parents[one] for one, at in places if one is not target and at.home(name) is home
                ]
        return None

    def _is_key(self, read: ast.AST, table: Mapped) -> bool:
        match read:
            case ast.Subscript(slice=ast.Constant(value=key), ctx=ast.Load()):
                return bool(key == table.key)
        return False

    def _are_several(self, asked: ast.expr) -> bool | None:
        leaves = self._definitions.leaves(asked, scope_at(self._view.anatomy, asked), through_calls=True)
        found = set(self._kinds(leaves or ()))
        return found.pop() if len(found) == 1 else None

    def _kinds(self, leaves: "list[Leaf] | tuple[()]") -> Iterator[bool | None]:
        for leaf in leaves:
            match leaf.node:
                case ast.Constant(value=str()) | ast.JoinedStr():
                    yield False
                case ast.List() | ast.Tuple() | ast.ListComp():
                    yield True
                case ast.arg(annotation=ast.expr() as annotation):
                    yield _annotated(annotation)
                case ast.Call(func=ast.Attribute(attr=name)) if name in _TEXT_METHODS:
                    yield False
                case ast.Call(func=ast.Name(id="str")):
                    yield False
                case _:
                    yield None


def _annotated(annotation: ast.expr) -> bool | None:
    named = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    name = named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", None)
    return False if name in _ONE else True if name in _SEVERAL else None
