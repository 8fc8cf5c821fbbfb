"""Rewrites members that are called otherwise in the new library, or are another kind of member there.

It takes a place only where everything that may stand before the dot is of the library and becomes the same; what the
member belongs to is the scan's answer, over functions and files. Tokens are exchanged one by one, so that spaces,
comments, the order of evaluation and what stands around the place stay.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, TypeAlias

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.struct import Frozen, anew
from bot.packs.schema import DottedName, Identifier, Pack
from bot.packs.surface import Gone, SurfaceIndex, Unknown
from bot.rules.engine.call_text import CallText, attribute_name, edit, real
from bot.rules.engine.library_prefix import prefix_edits
from bot.rules.engine.once import once
from bot.rules.engine.renames import Renames
from bot.rules.engine.sole_receiver import may_be_foreign
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.scan.facts import Replacement, Row
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Scope
from bot.scan.values import LibraryMember, LocalClass, LocalFunction, LocalObject, as_object
from bot.vocabulary import Bail

_TAKES_OVER = frozenset({None, Bail.FLAG_ONLY_SURFACE, Bail.ARGUMENT_CHANGED})


class Arguments(LightRecord):
    """Which calls of a member can be carried over: with at most `positional` arguments by position, and by name those
    of `keywords` (name to name in the new library). `unpacked` tells that every call can, also one whose arguments are
    not written out: none of them has another place or name.
    """

    positional: Annotated[int, Bounds(ge=0, le=99)]
    keywords: dict[Identifier, Identifier] = anew(dict)
    unpacked: bool = False


Names: TypeAlias = dict[Identifier, Identifier]


class Members(LightRecord):
    """What members of classes (`of`, full names of the old library) became; each maps the old name to the new one.

    `renamed`: `x.old` is `x.new`, called or not. `read`: the call `x.old()` is the property `x.new`. `counted`:
    `x.old()` is `len(x.new)`, `counted_properties`: `x.old` is `len(x.new)`. `items`: `x.old(i)` is `x.new[i]`.
    `assigned`: the statement `x.old(value)` is `x.new = value`. `negated`: `x.old(number)` is `x.new(-number)`.

    `arguments` are, by the old name, those of calls; a renamed member without an entry takes the same as before.
    """

    of: Annotated[tuple[DottedName, ...], Bounds(min_length=1)]
    renamed: Names = anew(dict)
    read: Names = anew(dict)
    counted: Names = anew(dict)
    counted_properties: Names = anew(dict)
    items: Names = anew(dict)
    assigned: Names = anew(dict)
    negated: Names = anew(dict)
    arguments: dict[Identifier, Arguments] = anew(dict)


class Parameters(LightRecord):
    """The classes with what became of their members."""

    members: Annotated[tuple[Members, ...], Bounds(min_length=1)]


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the members that are listed, whatever the scan would say of them; strings that name one are not taken."""
    rule = MemberRule(view, Renames.of(pack), parameters)
    for index, sighting in enumerate(sightings):
        node = sighting.node.func if isinstance(sighting.node, ast.Call) else sighting.node
        if isinstance(node, ast.Attribute) and sighting.row.bail in _TAKES_OVER and not sighting.row.searched:
            verdict = rule.verdict(node, sighting.scope, sighting.row)
            if verdict is not None:
                yield index, verdict


class _Change(Frozen):
    """What one member becomes: the form, as `Members` calls it, and the new name."""

    form: str
    new: str
    arguments: Arguments | None
    of: tuple[str, ...]

    def told(self, surface: SurfaceIndex) -> str | None:
        """What the pack says of the new member, under any of its classes."""
        return next((told for cls in self.of if (told := surface.warning(f"{cls}.{self.new}"))), None)


_FORMS = ("renamed", "read", "counted", "counted_properties", "items", "assigned", "negated")


@once
def _changes(parameters: Parameters) -> Mapping[str, _Change]:
    """By the full name of the old member."""
    return {
        f"{cls}.{old}": _Change(form, new, members.arguments.get(old), members.of)
        for members in parameters.members
        for form in _FORMS
        for old, new in getattr(members, form).items()
        for cls in members.of
    }


class MemberRule:
    """The members of one change, for one file."""

    def __init__(self, view: FileView, renames: Renames, parameters: Parameters) -> None:
        self._view = view
        self._renames = renames
        self._changes = _changes(parameters)
        self._forms: dict[str, Callable[[ast.Attribute, ast.Call | None, _Change], Iterator[Replacement] | None]] = {
            "renamed": self._renamed,
            "read": self._read,
            "counted": self._counted,
            "counted_properties": self._counted_property,
            "items": self._item,
            "assigned": self._assigned,
            "negated": self._negated,
        }

    def verdict(self, node: ast.Attribute, scope: Scope, row: Row) -> Verdict | None:
        """None where no member that is listed may stand here, or the scan finds nothing amiss with its name."""
        bases = self._view.resolver.values(node.value, scope)
        found = [
            self._view.surface.canonical(f"{value.cls}.{value.member}")
            for base in bases
            if not isinstance(base, LocalClass | LocalObject)
            for value in self._view.resolver.member(as_object(base), node.attr)
            if isinstance(value, LibraryMember)
        ]
        changes = [self._changes.get(symbol) for symbol in found]
        if row.bail is Bail.FLAG_ONLY_SURFACE and self._is_unlisted(row.symbol or ""):
            return Withhold(Bail.MEMBER_UNKNOWN)
        if not any(changes) or (row.bail is None and all(self._stays(symbol, node.attr) for symbol in found)):
            return None
        change = changes[0]
        others = any(isinstance(base, LocalClass | LocalObject | LocalFunction) for base in bases)
        if (
            change is None
            or any(other != change for other in changes)
            or others
            or may_be_foreign(self._view, node.value, scope)
        ):
            return Withhold(Bail.RECEIVER_AMBIGUOUS, self._sentence(found))
        edits = self._edits(node, change)
        prefix = prefix_edits(self._view, self._renames, node.value, scope)
        if edits is None or prefix is None:
            return Withhold(Bail.USE_NOT_REWRITABLE, self._sentence(found))
        if change.form.startswith("counted") and any("len" in one.bindings for one in self._view.anatomy.scopes()):
            return Withhold(Bail.NAME_TAKEN, self._sentence(found))
        told = (self._changes[symbol].told(self._view.surface) for symbol in sorted(found))
        return Migrate(real((*prefix, *edits)), next((one for one in told if one), None))

    def _is_unlisted(self, symbol: str) -> bool:
        """Whether nothing is known of the member of a class that only has another name now."""
        cls = symbol.rpartition(".")[0]
        return cls in self._renames.symbols and isinstance(self._view.surface.listed(symbol), Unknown)

    def _stays(self, symbol: str, member: str) -> bool:
        """Whether a member keeps its name, in a class that keeps its own: then only its arguments may be amiss."""
        change = self._changes.get(symbol)
        owner = symbol.rpartition(".")[0]
        return (change is None or change.new == member) and not isinstance(self._view.surface.fate(owner), Gone)

    def is_listed(self, symbol: str) -> bool:
        """Whether the member, by its full name, is one of those that became another."""
        return symbol in self._changes

    def edits_of(self, node: ast.Attribute, symbol: str) -> tuple[Replacement, ...] | None:
        """The edits of a member that is known to be the listed `symbol`; None where its use cannot be carried over."""
        edits = self._edits(node, self._changes[symbol])
        return real(edits) if edits is not None else None

    def _sentence(self, found: list[str]) -> str | None:
        sentences = (self._view.surface.suggestion(symbol) for symbol in sorted(found))
        return next((one for one in sentences if one), None)

    def _edits(self, node: ast.Attribute, change: _Change) -> tuple[Replacement, ...] | None:
        parent = self._view.anatomy.parents[node]
        call = parent if isinstance(parent, ast.Call) and parent.func is node else None
        edits = self._forms[change.form](node, call, change)
        return tuple(edits) if edits is not None else None

    # ---- one form each; None where the use is written in a way that cannot be carried over

    def _renamed(self, node: ast.Attribute, call: ast.Call | None, change: _Change) -> Iterator[Replacement] | None:
        if change.arguments is None:
            return iter((attribute_name(self._view, node, change.new),))
        if call is None:  # what calls it later, and with what, is not seen here
            return None
        text = CallText.of(self._view, call)
        known = all(keyword.arg in change.arguments.keywords for keyword in call.keywords if keyword.arg is not None)
        if (
            not (text.is_plain or change.arguments.unpacked)
            or not known
            or len(call.args) > change.arguments.positional
        ):
            return None
        return iter((attribute_name(self._view, node, change.new), *text.renamed_keywords(change.arguments.keywords)))

    def _read(self, node: ast.Attribute, call: ast.Call | None, change: _Change) -> Iterator[Replacement] | None:
        if call is None or not (text := CallText.of(self._view, call)).is_empty:
            return None
        return iter((attribute_name(self._view, node, change.new), edit(self._view, text.opened, text.closed + 1, "")))

    def _counted(self, node: ast.Attribute, call: ast.Call | None, change: _Change) -> Iterator[Replacement] | None:
        if call is None or not (text := CallText.of(self._view, call)).is_empty:
            return None
        closing = edit(self._view, text.opened, text.closed + 1, ")")
        return iter((self._opening(call), attribute_name(self._view, node, change.new), closing))

    def _counted_property(
        self, node: ast.Attribute, call: ast.Call | None, change: _Change
    ) -> Iterator[Replacement] | None:
        if call is not None or not isinstance(node.ctx, ast.Load):
            return None
        end = self._view.end(node)
        closing = edit(self._view, end, end, ")")
        return iter((self._opening(node), attribute_name(self._view, node, change.new), closing))

    def _opening(self, node: ast.expr) -> Replacement:
        start = self._view.start(node)
        return edit(self._view, start, start, "len(")

    def _item(self, node: ast.Attribute, call: ast.Call | None, change: _Change) -> Iterator[Replacement] | None:
        text = CallText.of(self._view, call) if call is not None else None
        argument = text.only_argument(change.arguments.keywords if change.arguments else ()) if text else None
        if text is None or argument is None or isinstance(argument, ast.NamedExpr):
            return None
        name = attribute_name(self._view, node, change.new)
        return iter((name, *text.brackets("[", "]"), *text.bare_argument()))

    def _assigned(self, node: ast.Attribute, call: ast.Call | None, change: _Change) -> Iterator[Replacement] | None:
        text = CallText.of(self._view, call) if call is not None else None
        argument = text.only_argument(change.arguments.keywords if change.arguments else ()) if text else None
        if text is None or argument is None or not isinstance(self._view.anatomy.parents[text.call], ast.Expr):
            return None
        end = self._view.end(node)
        between = self._view.source.text[text.opened : text.closed]
        brackets = text.brackets("(", ")") if "\n" in between or "#" in between else text.brackets("", "")
        spaced = edit(self._view, end, text.opened, " = ")
        return iter((attribute_name(self._view, node, change.new), spaced, *brackets, *text.bare_argument()))

    def _negated(self, node: ast.Attribute, call: ast.Call | None, change: _Change) -> Iterator[Replacement] | None:
        text = CallText.of(self._view, call) if call is not None else None
        argument = text.only_argument(change.arguments.keywords if change.arguments else ()) if text else None
        if text is None or argument is None or isinstance(argument, ast.NamedExpr):
            return None
        named = text.renamed_keywords(change.arguments.keywords) if change.arguments else ()
        return iter((attribute_name(self._view, node, change.new), *text.negated(argument), *named))
