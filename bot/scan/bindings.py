"""What holds the library's objects in a file: from where each is made to every line that reads it."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator

from bot.scan.facts import Binding
from bot.scan.rows import FileView
from bot.scan.scopes import Assigned, Declared, Parameter, Scope
from bot.scan.scopes import Binding as Bound
from bot.scan.values import Container, LibraryObject, LocalClass, LocalObject, Values, as_object
from bot.vocabulary import BindingKind

_LONGEST_NAME = 400


def bindings(view: FileView) -> tuple[Binding, ...]:
    """Every binding of an object, or of a container of objects, by line and name."""
    found = {binding for binding in (*_of_names(view), *_of_attributes(view)) if len(binding.name) <= _LONGEST_NAME}
    return tuple(sorted(found, key=lambda binding: (binding.ctor_line, binding.name, binding.symbol)))


def _of_names(view: FileView) -> Iterator[Binding]:
    names = view.resolver.interest.names()
    for scope in view.anatomy.scopes():
        for name in scope.bindings.keys() & names:
            bound, classes = scope.bindings[name], _classes(view, view.resolver.bound_values(name, scope))
            if classes:
                places = view.anatomy.names.get(name, ())
                reads = {n.lineno for n, at in places if isinstance(n.ctx, ast.Load) and at.home(name) is scope}
                yield from _made(name, bound, classes, reads)


def _of_attributes(view: FileView) -> Iterator[Binding]:
    stores: dict[tuple[ast.ClassDef, str], list[Bound]] = defaultdict(list)
    for store in view.anatomy.stores:
        owner = view.resolver.class_of_self(store.base, store.assigned.scope)
        if owner is not None and view.resolver.interest.is_name(store.attribute):
            stores[owner, store.attribute].append(store.assigned)
    for (owner, name), bound in stores.items():
        classes = _classes(view, view.resolver.member(LocalObject(owner), name))
        if classes:
            places = view.anatomy.attributes.get(name, ())
            lines = {node.lineno for node, scope in places if _reads(view, node, scope, owner)}
            yield from _made(f"{owner.name}.{name}", bound, classes, lines, BindingKind.ATTRIBUTE)


def _reads(view: FileView, node: ast.Attribute, scope: Scope, owner: ast.ClassDef) -> bool:
    if not isinstance(node.ctx, ast.Load):
        return False
    bases = view.resolver.values(node.value, scope)
    return LocalObject(owner) in bases or LocalClass(owner) in bases


def _made(
    name: str, bound: Iterable[Bound], classes: set[str], lines: set[int], kind: BindingKind = BindingKind.VARIABLE
) -> Iterator[Binding]:
    for one in bound:
        match one:
            case Assigned(value=value):
                line, what = value.lineno, kind
            case Declared(annotation=annotation):
                line, what = annotation.lineno, kind
            case Parameter(argument=argument):
                line, what = argument.lineno, BindingKind.PARAMETER
            case _:
                continue
        for cls in sorted(classes):
            yield Binding(kind=what, name=name, symbol=cls, ctor_line=line, use_lines=tuple(sorted(lines)))


def _classes(view: FileView, values: Values) -> set[str]:
    found = set[str]()
    for value in map(as_object, values):
        held = view.resolver.contents(value.site) if isinstance(value, Container) else (value,)
        found |= {one.cls for one in held if isinstance(one, LibraryObject) and not one.assumed}
    return found
