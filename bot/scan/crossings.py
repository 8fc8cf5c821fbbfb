"""What of the library enters or leaves a file: the facts by which files are migrated together or not at all."""

import ast
from collections.abc import Iterable, Iterator

from bot.scan.passes import dotted_names
from bot.scan.repository import as_whole, taken
from bot.scan.rows import FileView
from bot.scan.scopes import Assigned, Defined, ModuleImported, NameImported, Scope
from bot.scan.strings import dotted_parts, named_modules
from bot.scan.values import (
    LibraryMember,
    LibraryModule,
    LibraryName,
    LibraryObject,
    LocalClass,
    LocalFunction,
    RepositoryModule,
    RepositoryName,
    Value,
    Values,
    is_assumed,
)

_KEEP_TO_THEMSELVES = frozenset(
    {
        "len", "isinstance", "issubclass", "print", "str", "repr", "bool", "type", "id", "hash", "range", "enumerate",
        "zip", "list", "tuple", "set", "sorted", "reversed", "iter", "next", "hasattr", "getattr", "callable", "any",
        "all", "sum", "min", "max", "format", "dir", "append", "add", "extend", "insert", "appendleft", "closing",
        "cast", "copy", "deepcopy", "filter", "map", "int", "float",
    }
)  # fmt: skip
"""Callables that do not keep or hand on what they are given, or whose result the resolver follows."""


def hands_out(view: FileView, *, importable: bool = True) -> bool:
    """Whether an object or class of the library may leave this file: passed to code that is not here, returned,
    yielded, or kept where other modules can reach it, which none can unless the file is `importable`.
    """
    clean = set[Value]()
    kept = view.anatomy.root.bindings if importable else ()
    return any(_holds_library(view, values, clean) for values in _leaving(view, kept))


def _holds_library(view: FileView, values: Values, clean: set[Value]) -> bool:
    """Whether any of them is of the library or holds, however deep, what is. Those known not to be are in `clean`."""
    open_ones = list(values)
    while open_ones:
        value = open_ones.pop()
        if value in clean:
            continue
        if _is_library(value):
            return True
        clean.add(value)
        open_ones += view.resolver.held(value)
    return False


def _leaving(view: FileView, kept: Iterable[str]) -> Iterator[Values]:
    anatomy, resolver, interest = view.anatomy, view.resolver, view.resolver.interest
    for facts in anatomy.functions.values():
        for expression in filter(interest.matters, (*facts.returns, *facts.yields, *facts.yields_from)):
            yield resolver.values(expression, facts.scope)
    for store in anatomy.stores:
        if isinstance(store.assigned, Assigned) and interest.is_name(store.attribute):
            yield resolver.values(store.assigned.value, store.assigned.scope)
    for name in filter(interest.is_name, kept):
        yield frozenset(v for v in resolver.bound_values(name, anatomy.root) if not _is_import(v))
    for call, scope in anatomy.calls:
        if interest.matters(call) and not _stays(view, call, scope):
            for argument in filter(interest.matters, (*call.args, *(keyword.value for keyword in call.keywords))):
                yield resolver.values(argument, scope)


def _is_import(value: Value) -> bool:
    """A module or class that an import binds reaches other files as an export, where it is seen by its name."""
    return isinstance(value, LibraryModule | LibraryName)


def _stays(view: FileView, call: ast.Call, scope: Scope) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in _KEEP_TO_THEMSELVES:
        return True
    functions = view.resolver.values(call.func, scope)
    here = LibraryName | LibraryMember | LocalFunction | LocalClass
    return bool(functions) and all(isinstance(function, here) for function in functions)


def _is_library(value: Value) -> bool:
    match value:
        case LibraryModule() | LibraryName() | LibraryObject(assumed=False):
            return True
        case LibraryMember(gives=given):
            return given is not None and not is_assumed(given)
        case _:
            return False


def imported_modules(view: FileView) -> Iterator[str]:
    """Every module that the file imports or names by a string, by its absolute dotted name, as
    `bot.scan.repository.import_lines` gives them.
    """
    for named in named_modules(view):
        yield from as_whole(named)
    for statement, _ in view.anatomy.imports:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                yield from as_whole(alias.name)
        else:
            module = view.resolver.imports.absolute(statement.module or "", statement.level)
            for alias in statement.names:
                yield from taken(module, alias.name)


def taken_from(view: FileView) -> Iterator[str]:
    """The repository modules through which something of the library reached this file."""
    yield from filter(view.resolver.imports.reach.knows, view.resolver.imports.starred_modules())
    for scope in view.anatomy.scopes():
        for bindings in scope.bindings.values():
            for binding in bindings:
                match binding:
                    case NameImported(module, _, level):
                        if any(map(_reaches_library, view.resolver.imports.taken(binding))):
                            yield view.resolver.imports.absolute(module, level)
                    case ModuleImported(module):
                        yield from (
                            v.name for v in view.resolver.imports.module(module) if isinstance(v, RepositoryModule)
                        )


def _reaches_library(value: Value) -> bool:
    return _is_library(value) or isinstance(value, RepositoryModule | RepositoryName)


def module_uses(view: FileView) -> Iterator[str]:
    """Modules through whose own import this file reaches the library's module: `helpers` of `helpers.PyPDF2`."""
    yield from filter(view.resolver.imports.reach.knows, view.resolver.imports.starred_modules())
    old = frozenset(root.rpartition(".")[2] for root in view.surface.pack.old.modules)
    for statement, _ in view.anatomy.imports:
        if isinstance(statement, ast.ImportFrom) and any(alias.name in old for alias in statement.names):
            module = view.resolver.imports.absolute(statement.module or "", statement.level)
            if module and not view.surface.is_old(module):
                yield module
    for name in old:
        for node, scope in view.anatomy.attributes.get(name, ()):
            yield from dotted_names(view, node.value, scope)
    for constant, _ in view.anatomy.strings:
        text = str(constant.value)
        parts = dotted_parts(text) if "." in text or ":" in text else []
        for index, part in enumerate(parts):
            if part in old and index:
                yield ".".join(parts[:index])


def own_methods(view: FileView) -> Iterator[str]:
    """Methods of the file's own classes that are called like a member that is searched by its name: `Tool.getPage`."""
    for cls, scope in view.anatomy.classes.items():
        for name in view.surface.searched_names & scope.bindings.keys():
            if any(isinstance(one, Defined) for one in scope.bindings[name]):
                yield f"{cls.name}.{name}"
