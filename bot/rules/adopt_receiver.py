"""Rewrites changes of an object that the new library refuses unless the object belongs to an owner.

Where the object is fetched it is given to an owner of its own, `page = PdfWriter().add_page(reader.pages[0])`, and what
follows works on the copy. That is the same where nobody looks at the original again: the name is handed to a call that
copies it, nothing else keeps it, and what it was fetched from is not asked for the same object afterwards.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence

from bot.models.light_record import LightRecord
from bot.packs.schema import DottedName, Identifier, Pack
from bot.packs.surface import Same
from bot.rules.engine.call_text import edit
from bot.rules.engine.imported_names import ImportedNames
from bot.rules.engine.kinds import parameters_of
from bot.rules.engine.renames import Renames
from bot.rules.engine.verdict import Migrate, Verdict
from bot.rules.rename_member import MemberRule
from bot.scan.facts import Replacement
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Assigned, Binding, ModuleImported, NameImported, Scope, Step
from bot.scan.values import LibraryObject

_MANY = 200
"""A name that is read more often than this in a file is not looked after."""


class Parameters(LightRecord):
    """`of`: the class of the object as it is fetched; `becomes`: the same class once it has an owner (its members are
    those of the pack's rename_member). `owner`: the new library's class whose method `by` takes an object in and gives
    the owned one back. `members`: the members of `of` that need an owner. `handed_to`: calls that copy what they are
    given. `fetched_by`: members that give such objects; `argument_of`: calls that only read one.
    """

    of: DottedName
    becomes: DottedName
    owner: DottedName
    by: Identifier
    members: frozenset[Identifier]
    fetched_by: frozenset[Identifier]
    handed_to: frozenset[Identifier]
    argument_of: frozenset[Identifier] = frozenset()


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes the members that need an owner, where one can be given to the object and nothing else changes."""
    rule = _OwnerRule(view, pack, parameters)
    for index, sighting in enumerate(sightings):
        node = sighting.node.func if isinstance(sighting.node, ast.Call) else None
        if isinstance(node, ast.Attribute) and node.attr in parameters.members and not sighting.row.searched:
            verdict = rule.verdict(node, sighting.scope)
            if verdict is not None:
                yield index, verdict


class _OwnerRule:
    def __init__(self, view: FileView, pack: Pack, parameters: Parameters) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._parameters = parameters
        self._renames = Renames.of(pack)
        self._names = ImportedNames(view, self._renames)
        changes = [change for change in pack.changes if change.kind == "rename_member"]
        self._members = [MemberRule(view, self._renames, parameters_of(change)) for change in changes]

    def verdict(self, node: ast.Attribute, scope: Scope) -> Verdict | None:
        """None where the object is none of these, or cannot be given an owner without a change for somebody else."""
        if not isinstance(node.value, ast.Name) or scope.home(node.value.id) is not scope:
            return None
        fetched = self._fetched(node.value, scope)
        owner = self._owner(scope)
        renamed = self._renamed(node)
        if not fetched or owner is None or renamed is None:
            return None
        edits = list(renamed)
        for binding in fetched:
            given = self._given_an_owner(node.value.id, binding, owner)
            if given is None or not self._nobody_looks_again(node.value.id, binding, scope):
                return None
            edits += given
        return Migrate(
            tuple(edits), self._view.surface.warning(f"{self._parameters.becomes}.{_new_name(node, renamed)}")
        )

    def _renamed(self, node: ast.Attribute) -> tuple[Replacement, ...] | None:
        symbol = f"{self._parameters.becomes}.{node.attr}"
        for rule in self._members:
            if rule.is_listed(symbol):
                return rule.edits_of(node, symbol)
        return () if isinstance(self._view.surface.listed(symbol), Same) else None

    def _fetched(self, name: ast.Name, scope: Scope) -> list[Assigned] | None:
        """The bindings by which the name may hold the object here; None unless each of them fetches such an object."""
        found: list[Assigned] = []
        bindings = self._view.resolver.visible(name, scope)
        for binding in bindings if len(bindings) <= _MANY else ():
            values = self._view.resolver.of_binding(binding, scope)
            objects = {value.cls for value in map(_given, values) if value is not None}
            if not isinstance(binding, Assigned) or objects != {self._parameters.of}:
                return None
            found.append(binding)
        return found or None

    # ---- giving it an owner

    def _given_an_owner(self, name: str, binding: Assigned, owner: str) -> tuple[Replacement, ...] | None:
        call = f"{owner}().{self._parameters.by}("
        match binding.node:
            case ast.Assign(targets=[ast.Name()], value=value) if not binding.steps:
                start, end = self._view.start(value), self._view.end(value)
                return edit(self._view, start, start, call), edit(self._view, end, end, ")")
            case ast.For(body=[first, *_], lineno=line) if first.lineno > line:
                start = self._view.start(first)
                text = self._view.source.text
                line_start = text.rfind("\n", 0, start) + 1
                indent = text[line_start:start]
                if indent.strip():
                    return None
                line_end = "\r\n" if text[:line_start].endswith("\r\n") else "\n"
                return (edit(self._view, line_start, line_start, f"{indent}{name} = {call}{name}){line_end}"),)
            case _:
                return None

    def _owner(self, scope: Scope | None) -> str | None:
        """How the owner's class is spelt in a scope, by what the file imports already."""
        inner = scope
        while scope is not None:
            for name, bindings in sorted(scope.bindings.items()):
                spelt = self._spelt(name, scope, bindings[0]) if len(bindings) == 1 else None
                if spelt is not None and inner is not None and inner.home(name) is scope:
                    return spelt
            scope = scope.parent
        return None

    def _spelt(self, name: str, scope: Scope, binding: Binding) -> str | None:
        home, _, cls = self._parameters.owner.rpartition(".")
        match binding:
            case NameImported(module, imported, 0):
                is_owner = self._renames.symbol(f"{module}.{imported}") == self._parameters.owner
                return self._names.local_name(name, scope) if is_owner else None
            case ModuleImported(module, alias) if self._renames.module(module) == home:
                return f"{name if alias.asname else home}.{cls}"
            case _:
                return None

    # ---- who else may look at it

    def _nobody_looks_again(self, name: str, binding: Assigned, scope: Scope) -> bool:
        named = self._anatomy.names.get(name, ())
        if len(named) > _MANY:
            return False
        uses = [
            node
            for node, where in named
            if isinstance(node.ctx, ast.Load) and where.home(name) is scope and self._holds(node, where, binding)
        ]
        handed = [node for node in uses if self._is_handed(node)]
        harmless = all(self._is_handed(node) or self._is_harmless(node) for node in uses)
        return bool(handed) and harmless and not self._is_fetched_again(binding)

    def _holds(self, node: ast.Name, where: Scope, binding: Assigned) -> bool:
        return any(one is binding for one in self._view.resolver.visible(node, where))

    def _is_handed(self, node: ast.Name) -> bool:
        """Whether the object is given to a call that copies it, as its first argument."""
        call = self._anatomy.parents[node]
        if isinstance(call, ast.keyword):
            call = self._anatomy.parents[call]
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return False
        return call.func.value is not node and call.func.attr in self._parameters.handed_to

    def _is_harmless(self, node: ast.Name) -> bool:
        """Whether a use neither keeps the object nor asks who it is."""
        parent = self._anatomy.parents[node]
        if isinstance(parent, ast.keyword):
            parent = self._anatomy.parents[parent]
        match parent:
            case ast.Attribute() | ast.Subscript() if parent.value is node:
                return True
            case ast.Call(func=ast.Attribute(attr=attribute)):
                return attribute in self._parameters.argument_of
            case ast.Call(func=ast.Name(id=function)):
                return function in {"print", "str", "repr", "len", "type", "bool"}
            case _:
                return False

    def _is_fetched_again(self, binding: Assigned) -> bool:
        """Whether what the object came from may be asked for the same one again, or is handed on to who may ask."""
        holder = _holder(binding.value)
        if not isinstance(holder, ast.Name):
            made = isinstance(holder, ast.Call) and self._view.resolver.classes_of(holder, binding.scope)
            return not made  # made for this fetch alone, it can be asked by nobody else
        if len(self._anatomy.names.get(holder.id, ())) > _MANY:
            return True
        home = binding.scope.home(holder.id)
        mine = self._view.resolver.visible(holder, binding.scope)
        for node, where in self._anatomy.names.get(holder.id, ()):
            if node is holder or where.home(holder.id) is not home or not isinstance(node.ctx, ast.Load):
                continue
            its = self._view.resolver.visible(node, where)
            if any(one in mine for one in its) and not self._is_apart(binding.value, self._anatomy.parents[node]):
                return True
        return False

    def _is_apart(self, fetched: ast.expr, use: ast.AST) -> bool:
        """Whether another use of the holder surely does not give the same object."""
        if not isinstance(use, ast.Attribute):
            return False
        parent = self._anatomy.parents[use]
        counted = isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id == "len"
        if use.attr not in self._parameters.fetched_by or counted:
            return True
        one, two = (self._numbers(index) if index is not None else None for index in (_index(fetched), _index(parent)))
        return one is not None and two is not None and (one[1] < two[0] or two[1] < one[0])

    def _numbers(self, index: ast.expr) -> tuple[float, float] | None:
        """The least and the greatest number that an index may be, as far as it is written down."""
        match index:
            case ast.Constant(value=int(number)):
                return (number, number)
            case ast.Name(id=name):
                found = [self._range(one) for one in self._bindings(name, index)]
                if not found or any(one is None for one in found):
                    return None
                return min(one[0] for one in found if one), max(one[1] for one in found if one)
            case _:
                return None

    def _bindings(self, name: str, node: ast.Name) -> Iterator[Assigned]:
        scope = next((where for one, where in self._anatomy.names.get(name, ()) if one is node), None)
        for binding in self._view.resolver.visible(node, scope) if scope is not None else ():
            if isinstance(binding, Assigned):
                yield binding

    def _range(self, binding: Assigned) -> tuple[float, float] | None:
        match binding.value:
            case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int(start)), _]) if (
                binding.steps == (Step.ITERATE,) and start >= 0
            ):
                return (start, float("inf"))
            case _:
                return None


def _given(value: object) -> LibraryObject | None:
    given = getattr(value, "gives", value)
    return given if isinstance(given, LibraryObject) else None


def _holder(node: ast.expr) -> ast.expr:
    """What begins `reader.getPage(0)`, `reader.pages[0]`, `enumerate(reader.pages)`: mostly a name."""
    match node:
        case ast.Call(func=ast.Name(id="enumerate"), args=[first, *_]):
            return _holder(first)
        case ast.Call(func=ast.Attribute(value=value)) | ast.Attribute(value=value) | ast.Subscript(value=value):
            return _holder(value)
        case _:
            return node


def _index(node: ast.AST) -> ast.expr | None:
    match node:
        case ast.Call(args=[index], keywords=[]):
            return index
        case ast.Subscript(slice=index):
            return index
        case _:
            return None


def _new_name(node: ast.Attribute, renamed: Sequence[Replacement]) -> str:
    """What the member is called afterwards."""
    return next((one.new for one in renamed if one.old == node.attr), node.attr)
