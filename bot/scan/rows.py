"""From occurrences in a file to rows: every place where the library is imported, called, read or reached.

Each finder yields rows; nothing is decided about rewriting here, except that a place which no rule may ever take for
granted is withheld with the scan's own word.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from itertools import chain

from bot.models.struct import Frozen
from bot.packs.surface import Gone, Same, SurfaceIndex, Unknown
from bot.scan.binder import Anatomy
from bot.scan.facts import LONGEST_SYMBOL, Row
from bot.scan.resolver import Resolver
from bot.scan.scopes import ModuleImported, NameImported, Scope
from bot.scan.source_text import SourceText
from bot.scan.usage_index import last_name
from bot.scan.values import (
    LibraryMember,
    LibraryModule,
    LibraryName,
    LibraryObject,
    LocalClass,
    LocalFunction,
    LocalObject,
    Value,
    Values,
    as_object,
    in_order,
    is_assumed,
    symbol_of,
)
from bot.scan.whole_objects import WholeObjects
from bot.vocabulary import Bail, ConfidenceReason, FindingKind, ScanStatus


class FileView(Frozen):
    """One parsed file under one pack: what the row finders and the rules look at."""

    source: SourceText
    anatomy: Anatomy
    resolver: Resolver
    surface: SurfaceIndex

    def start(self, node: ast.expr | ast.stmt | ast.alias | ast.keyword) -> int:
        """The offset at which a node begins."""
        return self.source.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.alias | ast.keyword) -> int:
        """The offset just after a node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.source.offset(node.end_lineno, node.end_col_offset)


class Sighting(Frozen):
    """A row with the node it was seen at, for the rules."""

    row: Row
    node: ast.AST
    scope: Scope
    values: Values = frozenset()


def sightings(view: FileView) -> Iterator[Sighting]:
    """Every sighting of the library in the syntax tree; strings and comments are `bot/scan/strings.py`'s."""
    finder = _Finder(view)
    for sighting in chain(finder.imports(), finder.names(), finder.attributes(), finder.whole_objects()):
        if sighting.row.symbol is None or counts(view.surface, sighting.row.symbol, sighting.row.bail):
            yield sighting


def make_row(  # noqa: PLR0913 - a row is this many things
    view: FileView,
    offset: int,
    scope: Scope,
    kind: FindingKind,
    confidence: ConfidenceReason,
    symbol: str,
    bail: Bail | None,
    *,
    status: ScanStatus | None = None,
    searched: bool = False,
    origins: tuple[str, ...] = (),
) -> Row:
    """A row at an offset; without a status, a bail makes it needs_review and none makes it eligible."""
    line, column = view.source.position(offset)
    text = view.source.line_text(line).strip()
    return Row(
        line=line,
        column=column,
        kind=kind,
        confidence_reason=confidence,
        symbol=symbol[:LONGEST_SYMBOL],
        scan_status=status or (ScanStatus.NEEDS_REVIEW if bail else ScanStatus.ELIGIBLE),
        bail=bail,
        scope=scope.qualified_name[:2_000],
        text_hash=hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:16],
        searched=searched,
        origins=tuple(one for one in origins if len(one) <= LONGEST_SYMBOL),
    )


class _Finder:
    def __init__(self, view: FileView) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._resolver = view.resolver
        self._surface = view.surface
        self._bases = {base: scope.parent or scope for cls, scope in view.anatomy.classes.items() for base in cls.bases}

    # ---- imports

    def imports(self) -> Iterator[Sighting]:
        for statement, scope in self._anatomy.imports:
            if isinstance(statement, ast.Import):
                yield from self._plain_import(statement, scope)
            else:
                yield from self._from_import(statement, scope)

    def _plain_import(self, statement: ast.Import, scope: Scope) -> Iterator[Sighting]:
        for alias in statement.names:
            if self._surface.is_old(alias.name):
                confidence = ConfidenceReason.IMPORT_ALIAS if alias.asname else ConfidenceReason.DIRECT_IMPORT
                bail = module_bail(self._surface, alias.name)
                row = self._row(statement, scope, FindingKind.IMPORT, confidence, alias.name, bail)
                yield Sighting(row, alias, scope)

    def _from_import(self, statement: ast.ImportFrom, scope: Scope) -> Iterator[Sighting]:
        module = statement.module or ""
        for alias in statement.names:
            named = f"{module}.{alias.name}"
            of_library = self._surface.is_old(module) or self._surface.is_old(named)
            if statement.level == 0 and of_library:
                yield self._library_import(statement, alias, module, scope)
            else:
                yield from self._repository_import(statement, alias, scope)

    def _library_import(self, statement: ast.ImportFrom, alias: ast.alias, module: str, scope: Scope) -> Sighting:
        if alias.name == "*":
            row = self._row(
                statement, scope, FindingKind.STAR_IMPORT, ConfidenceReason.FROM_IMPORT, module, Bail.STAR_IMPORTED
            )
            return Sighting(row, alias, scope)
        confidence = ConfidenceReason.IMPORT_ALIAS if alias.asname else ConfidenceReason.FROM_IMPORT
        bail = self._imported_bail(f"{module}.{alias.name}")
        row = self._row(statement, scope, FindingKind.IMPORT, confidence, f"{module}.{alias.name}", bail)
        return Sighting(row, alias, scope)

    def _imported_bail(self, symbol: str) -> Bail | None:
        if self._surface.is_module(symbol):
            return module_bail(self._surface, symbol)
        module = symbol.rpartition(".")[0]
        return module_bail(self._surface, module) or symbol_bail(self._surface, symbol)

    def _repository_import(self, statement: ast.ImportFrom, alias: ast.alias, scope: Scope) -> Iterator[Sighting]:
        """`from helpers import PyPDF2`, `from .pdf import reader`: the library through another module."""
        name = alias.asname or alias.name
        for binding in scope.bindings.get(name, ()):
            if isinstance(binding, NameImported) and binding.alias is alias:
                values = self._resolver.imports.taken(binding)
                symbol = min((s for value in values if (s := symbol_of(value)) is not None), default=None)
                if symbol is None:
                    symbol = self._surface.root_called(alias.name)
                if symbol is None:
                    return
                bail = Bail.REACHED_THROUGH_MODULE if self._surface.is_old_module(symbol) else None
                confidence = ConfidenceReason.REACHED_THROUGH_MODULE
                row = self._row(statement, scope, FindingKind.IMPORT, confidence, symbol, bail)
                yield Sighting(row, alias, scope)

    # ---- names

    def names(self) -> Iterator[Sighting]:
        places = (place for name in self._resolver.interest.names() for place in self._anatomy.names.get(name, ()))
        for node, scope in places:
            if isinstance(node.ctx, ast.Load):
                values = self._resolver.values(node, scope)
                yield from self._one(chain.from_iterable(self._name(node, scope, value) for value in values))

    def _name(self, node: ast.Name, scope: Scope, value: Value) -> Iterator[Sighting]:
        parent = self._anatomy.parents[node]
        match value:
            case LibraryModule(module):
                yield from self._module_as_value(node, scope, module)
            case LibraryName(symbol):
                if self._is_only_a_step(node, value):
                    return
                if isinstance(parent, ast.Call) and parent.func is node:
                    yield self._called(node, parent, scope, symbol, FindingKind.CALL)
                elif self._imported_here(node, scope):
                    yield self._read(node, scope, symbol, FindingKind.ATTRIBUTE)

    def _module_as_value(self, node: ast.expr, scope: Scope, module: str) -> Iterator[Sighting]:
        """A module that is not just the way to one of its names."""
        parent = self._anatomy.parents[node]
        way = isinstance(parent, ast.Attribute) and parent.value is node
        named = isinstance(parent, ast.Call) and member_named(parent) is not None and parent.args[0] is node
        if not way and not named:
            confidence = self._confidence(node, scope)
            gone = module_bail(self._surface, module) is Bail.FLAG_ONLY_SURFACE
            bail = Bail.FLAG_ONLY_SURFACE if gone else Bail.MODULE_AS_VALUE
            row = self._row(node, scope, FindingKind.ATTRIBUTE, confidence, module, bail)
            yield Sighting(row, node, scope)

    def _is_only_a_step(self, node: ast.expr, value: Value) -> bool:
        """Whether the name only leads to a member of the class, or class of the module, that it is: that is the use."""
        parent = self._anatomy.parents[node]
        if class_itself(value) is None or not isinstance(parent, ast.Attribute) or parent.value is not node:
            return False
        return any(isinstance(one, LibraryMember | LibraryName) for one in self._resolver.member(value, parent.attr))

    def _imported_here(self, node: ast.Name, scope: Scope) -> bool:
        bindings = self._resolver.visible(node, scope)
        return any(isinstance(binding, ModuleImported | NameImported) for binding in bindings)

    def _confidence(self, node: ast.expr, scope: Scope) -> ConfidenceReason:
        while isinstance(node, ast.Attribute):
            node = node.value
        if not isinstance(node, ast.Name):
            return ConfidenceReason.RECEIVER_RESOLVED
        if self._is_provided(node, scope):
            return ConfidenceReason.REACHED_THROUGH_MODULE
        home = scope.home(node.id)
        for binding in home.bindings[node.id] if home is not None else ():
            match binding:
                case ModuleImported(alias=alias):
                    return ConfidenceReason.IMPORT_ALIAS if alias.asname else ConfidenceReason.DIRECT_IMPORT
                case NameImported(alias=alias, level=level, module=module, name=name):
                    if level or not (self._surface.is_old(module) or self._surface.is_old(f"{module}.{name}")):
                        return ConfidenceReason.REACHED_THROUGH_MODULE
                    return ConfidenceReason.IMPORT_ALIAS if alias.asname else ConfidenceReason.FROM_IMPORT
        return ConfidenceReason.RECEIVER_RESOLVED

    def _is_provided(self, node: ast.expr, scope: Scope) -> bool:
        """Whether the file itself does not import the module that an expression begins with."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return (
            isinstance(node, ast.Name) and scope.home(node.id) is None and bool(self._resolver.imports.unbound(node.id))
        )

    # ---- attributes

    def attributes(self) -> Iterator[Sighting]:
        found = set[ast.Attribute]()
        for node in self._resolver.interest.attributes():
            sightings_here = list(self._attribute(node, self._anatomy.scope_of[node]))
            if sightings_here:
                found.add(node)
                yield from sightings_here
        for name in self._surface.searched_names:
            for node, scope in self._anatomy.attributes.get(name, ()):
                if node not in found and not self._is_defined_here(node, scope):
                    yield self._searched(node, scope, name)

    def whole_objects(self) -> Iterator[Sighting]:
        for node, scope, cls in WholeObjects(self._anatomy, self._resolver, self._surface).found():
            confidence = ConfidenceReason.REACHED_THROUGH_MODULE
            yield Sighting(self._row(node, scope, FindingKind.ATTRIBUTE, confidence, cls, None), node, scope)

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Iterator[Sighting]:
        return self._one(self._candidates(node, scope))

    def _one(self, candidates: Iterable[Sighting]) -> Iterator[Sighting]:
        """One place is one row, whatever it may stand for: the first that withholds, else the first, by symbol."""
        counted = [one for one in candidates if counts(self._surface, one.row.symbol or "", one.row.bail)]
        counted.sort(key=lambda one: (one.row.bail is None, one.row.symbol or ""))
        yield from counted[:1]

    def _candidates(self, node: ast.Attribute, scope: Scope) -> Iterator[Sighting]:
        for base in in_order(self._resolver.values(node.value, scope)):
            if isinstance(base, LocalClass | LocalObject) and not isinstance(node.ctx, ast.Load):
                continue  # the file's own attribute is given something: what it is given has its own row
            for value in self._resolver.member(base, node.attr):
                for sighting in self._member(node, scope, base, value):
                    symbol = sighting.row.symbol or ""
                    if self._is_function_of_another(node, scope, value):
                        continue
                    known = self._surface.is_old_module(symbol) or not isinstance(self._surface.listed(symbol), Unknown)
                    if known or not self._is_anothers(node, scope):
                        yield sighting

    def _is_function_of_another(self, node: ast.Attribute, scope: Scope, value: Value) -> bool:
        """Whether more is read from what would be a function of the library, of what may be something else as well."""
        parent = self._anatomy.parents[node]
        if not isinstance(value, LibraryName) or self._surface.has_class(value.symbol):
            return False
        further = isinstance(parent, ast.Attribute) and parent.value is node and node.attr.islower()
        return further and self._resolver.may_be_another(node.value, scope)

    def _is_anothers(self, node: ast.Attribute, scope: Scope) -> bool:
        """Whether a public name that the library never had is read from what may be something else as well."""
        if node.attr.startswith("_"):
            return False
        bases = self._resolver.values(node.value, scope)
        known = (symbol_of(value) for base in bases for value in self._resolver.member(base, node.attr))
        listed = any(symbol and not isinstance(self._surface.listed(symbol), Unknown) for symbol in known)
        return listed or self._resolver.may_be_another(node.value, scope)

    def _member(self, node: ast.Attribute, scope: Scope, base: Value, value: Value) -> Iterator[Sighting]:
        parent = self._anatomy.parents[node]
        called = isinstance(parent, ast.Call) and parent.func is node
        match value:
            case LibraryModule(module):
                yield from self._module_as_value(node, scope, module)
            case LibraryName(symbol):
                if self._is_only_a_step(node, value):
                    return
                if called:
                    assert isinstance(parent, ast.Call)
                    yield self._called(node, parent, scope, symbol, FindingKind.CALL)
                else:
                    yield self._read(node, scope, symbol, FindingKind.ATTRIBUTE)
            case LibraryMember(cls, member) if is_assumed(as_object(base)):
                if not isinstance(self._surface.class_member(cls, member), Unknown):
                    yield self._untraced(node, scope, f"{cls}.{member}")
            case LibraryMember(cls, member):
                kept = isinstance(base, LocalObject) and not called and self._resolver.is_own(base.node, node.attr)
                if isinstance(base, LocalClass) or kept or self._is_only_a_step(node, value):
                    return
                symbol = f"{cls}.{member}"
                read_from = class_itself(base)
                of_class = read_from is not None
                # The class itself has no row beside this one, which therefore speaks for both.
                bail = symbol_bail(self._surface, read_from) if read_from is not None else None
                if called:
                    assert isinstance(parent, ast.Call)
                    kind = FindingKind.CALL if of_class else FindingKind.METHOD_CALL
                    yield self._called(node, parent, scope, symbol, kind, bail)
                else:
                    yield self._read(node, scope, symbol, FindingKind.ATTRIBUTE, bail, on_object=not of_class)

    def _is_defined_here(self, node: ast.Attribute, scope: Scope) -> bool:
        """Whether the member is one that a class of the file defines."""
        owners = [one for one in self._resolver.values(node.value, scope) if isinstance(one, LocalObject | LocalClass)]
        return any(
            isinstance(one, LocalFunction) for owner in owners for one in self._resolver.member(owner, node.attr)
        )

    def _searched(self, node: ast.Attribute, scope: Scope, member: str) -> Sighting:
        """A member name that is gone, on something that could not be traced."""
        origins = self._resolver.origins(node.value, scope)
        return self._untraced(node, scope, self._surface.owner_of_searched(member), origins)

    def _untraced(self, node: ast.Attribute, scope: Scope, symbol: str, origins: tuple[str, ...] = ()) -> Sighting:
        parent = self._anatomy.parents[node]
        called = isinstance(parent, ast.Call) and parent.func is node
        row = make_row(
            self._view,
            self._view.start(node),
            scope,
            FindingKind.METHOD_CALL if called else FindingKind.ATTRIBUTE,
            ConfidenceReason.MEMBER_NAME_ONLY,
            symbol,
            Bail.RECEIVER_UNRESOLVED,
            searched=True,
            origins=origins,
        )
        return Sighting(row, node, scope)

    # ---- what a read or a call of a symbol amounts to

    def _read(
        self,
        node: ast.expr,
        scope: Scope,
        symbol: str,
        kind: FindingKind,
        bail: Bail | None = None,
        *,
        on_object: bool = False,
    ) -> Sighting:
        bail = bail or symbol_bail(self._surface, symbol)
        if bail is None and not on_object and isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            bail = Bail.LIBRARY_PATCHED
        if bail is None and node in self._bases:
            bail = Bail.SUBCLASSED
        row = self._row(node, scope, kind, self._confidence(node, scope), symbol, bail)
        return Sighting(row, node, scope)

    def _called(
        self,
        node: ast.expr,
        call: ast.Call,
        scope: Scope,
        symbol: str,
        kind: FindingKind,
        bail: Bail | None = None,
    ) -> Sighting:
        bail = bail or symbol_bail(self._surface, symbol)
        if bail is None and self._surface.changed_argument(symbol, call_shape(call)) is not None:
            bail = Bail.ARGUMENT_CHANGED
        row = self._row(node, scope, kind, self._confidence(node, scope), symbol, bail)
        return Sighting(row, call, scope)

    def _row(
        self,
        node: ast.expr | ast.stmt,
        scope: Scope,
        kind: FindingKind,
        confidence: ConfidenceReason,
        symbol: str,
        bail: Bail | None,
    ) -> Row:
        if bail is None and isinstance(node, ast.expr) and self._is_provided(node, scope):
            bail = Bail.REACHED_THROUGH_MODULE
        return make_row(self._view, self._view.start(node), scope, kind, confidence, symbol, bail)


def class_itself(value: Value) -> str | None:
    """The full name of the class, or other name of a module, that a value is; a class may be a member of another."""
    match value:
        case LibraryName(symbol):
            return symbol
        case LibraryMember(cls, member, gives) if gives == LibraryObject(f"{cls}.{member}"):
            return f"{cls}.{member}"
        case _:
            return None


def symbol_bail(surface: SurfaceIndex, symbol: str) -> Bail | None:
    """The scan's word on a full name of the library, None where it stays what it is in the new library."""
    match surface.fate(symbol):
        case Same():
            return None
        case Gone():
            return Bail.FLAG_ONLY_SURFACE
        case _ if surface.has_class(symbol.rpartition(".")[0]):
            return Bail.MEMBER_UNKNOWN
        case _:
            return Bail.SYMBOL_UNKNOWN


def module_bail(surface: SurfaceIndex, module: str) -> Bail | None:
    """The scan's word on a module of the library, None where the new library has it too."""
    if isinstance(surface.fate(module), Gone):
        return Bail.FLAG_ONLY_SURFACE
    return None if surface.is_module(module) else Bail.SYMBOL_UNKNOWN


def counts(surface: SurfaceIndex, symbol: str, bail: Bail | None) -> bool:
    """Whether a use of the name says that the code was written for the old library; in a module that both libraries
    have, only what is gone or changed does.
    """
    told = bail in {Bail.FLAG_ONLY_SURFACE, Bail.ARGUMENT_CHANGED} or isinstance(surface.fate(symbol), Gone)
    return told or not surface.is_shared(symbol)


def is_by_name(call: ast.Call) -> bool:
    """Whether the call acts on the member of its first argument that its second one names."""
    if len(call.args) < 2:
        return False
    name = last_name(call)
    patched = name == "object" and isinstance(call.func, ast.Attribute) and last_name(call.func.value) == "patch"
    return patched or name in {"getattr", "hasattr", "setattr", "delattr"}


def member_named(call: ast.Call) -> str | None:
    """The name that such a call spells out; None for one that it computes, and for any other call."""
    named = call.args[1] if is_by_name(call) else None
    name = named.value if isinstance(named, ast.Constant) else None
    return name if isinstance(name, str) and name.isidentifier() else None


class CallShape(Frozen):
    """How a call passes its arguments: `positional` counts them, None when `*args` hides the number; `keywords` are
    the names, None when `**kwargs` hides them.
    """

    positional: int | None
    keywords: frozenset[str] | None


def call_shape(call: ast.Call) -> CallShape:
    """The shape of a call expression."""
    starred = any(isinstance(argument, ast.Starred) for argument in call.args)
    hidden = any(keyword.arg is None for keyword in call.keywords)
    return CallShape(
        None if starred else len(call.args),
        None if hidden else frozenset(keyword.arg for keyword in call.keywords if keyword.arg is not None),
    )
