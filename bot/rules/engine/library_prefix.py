"""The dotted name of the library with which an expression begins, as it is written for the new library."""

import ast

from bot.rules.engine.call_text import attribute_name, edit
from bot.rules.engine.imported_names import ImportedNames
from bot.rules.engine.renames import Renames
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import ModuleImported, NameImported, Scope
from bot.scan.values import (
    LibraryMember,
    LibraryModule,
    LibraryName,
    LibraryObject,
    RepositoryModule,
    RepositoryName,
    Value,
)


def prefix_edits(view: FileView, renames: Renames, node: ast.expr, scope: Scope) -> tuple[Replacement, ...] | None:
    """The edits of a dotted name that leads to a module or a name of the library.

    None where it cannot be carried over, nothing for any other expression: what that is made of has rows of its own.
    """
    root, attributes = _taken_apart(node)
    if root is None:
        return ()
    values = view.resolver.values(root, scope)
    bindings = _imports(root, scope)
    if not bindings or not values:
        return ()
    if len(values) > 1 or not _are_alike(bindings):
        return None
    value = next(iter(values))
    if isinstance(value, RepositoryModule | RepositoryName):  # whose file may give the name another one
        return None if _longest(view, node, scope) in renames.symbols else ()
    if isinstance(value, LibraryName):
        if attributes and _longest(view, node, scope) in renames.symbols:  # a class in a class is not imported itself
            return None
        new = ImportedNames(view, renames).local_name(root.id, scope)
        return (edit(view, view.start(root), view.end(root), new),) if new != root.id else ()
    if not isinstance(value, LibraryModule):
        return ()
    plain = isinstance(bindings[0], ModuleImported) and bindings[0].alias.asname is None
    symbol = _longest(view, node, scope) or value.name
    return _dotted(view, renames, (root, attributes), value.name, symbol, plain=plain)


def _taken_apart(node: ast.expr) -> tuple[ast.Name | None, list[ast.Attribute]]:
    """The name that begins a dotted expression and the attributes behind it; None where it begins otherwise."""
    attributes: list[ast.Attribute] = []
    while isinstance(node, ast.Attribute):
        attributes.append(node)
        node = node.value
    return (node if isinstance(node, ast.Name) else None), attributes[::-1]


def _imports(root: ast.Name, scope: Scope) -> list[ModuleImported | NameImported]:
    home = scope.home(root.id)
    bindings = home.bindings[root.id] if home is not None else []
    return [one for one in bindings if isinstance(one, ModuleImported | NameImported)]


def _are_alike(bindings: list[ModuleImported | NameImported]) -> bool:
    """Whether the file imports the same thing under the same name several times."""
    first = bindings[0]
    return all(type(one) is type(first) and one.alias.asname == first.alias.asname for one in bindings)


def _longest(view: FileView, node: ast.expr, scope: Scope) -> str | None:
    """The full name of the library that the whole expression stands for."""
    names = {class_named(view, value) for value in view.resolver.values(node, scope)} - {None}
    return next(iter(names)) if len(names) == 1 else None


def class_named(view: FileView, value: Value) -> str | None:
    """The full name of the library, as it is spelt, that a value is; a class may be a member of another."""
    match value:
        case LibraryName(symbol):
            return symbol
        case LibraryMember(cls, member, LibraryObject(gives)) if view.surface.canonical(f"{cls}.{member}") == gives:
            return f"{cls}.{member}"
        case _:
            return None


def _dotted(
    view: FileView,
    renames: Renames,
    written: tuple[ast.Name, list[ast.Attribute]],
    module: str,
    symbol: str,
    *,
    plain: bool,
) -> tuple[Replacement, ...] | None:
    root, attributes = written
    new, home = renames.symbol(symbol), renames.module(module)
    old_rest = [one.attr for one in attributes]
    if new is None or home is None or symbol != ".".join([module, *old_rest]):
        return None
    if plain:  # `import old.sub` binds `old`; what stands in the text is the whole path
        home = new.split(".")[0]
    elif not new.startswith(f"{home}."):
        return None
    rest = new.removeprefix(f"{home}.").split(".")
    edits = [edit(view, view.start(root), view.end(root), home)] if plain and root.id != home else []
    if len(rest) == len(old_rest):
        pairs = zip(attributes, rest, strict=True)
        return (*edits, *(attribute_name(view, node, name) for node, name in pairs if node.attr != name))
    return _whole(view, root, attributes, rest, edits)


def _whole(
    view: FileView, root: ast.Name, attributes: list[ast.Attribute], rest: list[str], edits: list[Replacement]
) -> tuple[Replacement, ...] | None:
    """A path of another length: everything behind the root at once, where it is written without a break."""
    start, end = view.end(root), view.end(attributes[-1])
    if view.source.text[start:end] != "".join(f".{one.attr}" for one in attributes):
        return None
    return (*edits, edit(view, start, end, "".join(f".{name}" for name in rest)))
