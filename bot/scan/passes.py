"""What calls pass to functions and classes of the repository's other files."""

import ast
from collections.abc import Iterator
from itertools import takewhile

from bot.models.writing import compact
from bot.scan.facts import Passed
from bot.scan.rows import FileView
from bot.scan.scopes import ModuleImported, NameImported, Scope
from bot.scan.travelling import travelling
from bot.scan.values import as_object

_LONGEST_NAME = 400
_NAME_LENGTHS = range(1, _LONGEST_NAME + 1)
_POSITIONS = 100


def passes(view: FileView) -> tuple[Passed, ...]:
    """Each argument that is of the library, of each call whose function is imported; sorted, each once."""
    calls = [(call, scope) for call, scope in view.anatomy.calls if view.resolver.interest.matters(call)]
    found = {passed for call, scope in calls for passed in _of_call(view, call, scope)}
    return tuple(sorted(found, key=compact))


def _of_call(view: FileView, call: ast.Call, scope: Scope) -> Iterator[Passed]:
    positional = takewhile(lambda argument: not isinstance(argument, ast.Starred), call.args[:_POSITIONS])
    arguments: list[tuple[int | None, str | None, ast.expr]] = [
        *((position, None, argument) for position, argument in enumerate(positional)),
        *((None, keyword.arg, keyword.value) for keyword in call.keywords if len(keyword.arg or "") in _NAME_LENGTHS),
    ]
    going = [
        (position, keyword, what)
        for position, keyword, argument in arguments
        for value in view.resolver.values(argument, scope)
        for what in travelling(view, as_object(value))
    ]
    if going:
        for callee in _imported_names(view, call.func, scope):
            for position, keyword, what in going:
                yield Passed(callee=callee, position=position, keyword=keyword, form=what.form, target=what.target)


def _imported_names(view: FileView, function: ast.expr, scope: Scope) -> Iterator[str]:
    """The dotted names that a function may have, where its first name is imported from elsewhere than the library."""
    for name in dotted_names(view, function, scope):
        if name and len(name) <= _LONGEST_NAME and not view.surface.is_old(name):
            yield name


def dotted_names(view: FileView, node: ast.expr, scope: Scope) -> Iterator[str]:
    """What an expression such as `helpers.pdf` spells, from the absolute name of the module that was imported on."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return
    home = scope.home(node.id)
    for binding in home.bindings[node.id] if home is not None else ():
        match binding:
            case ModuleImported(module):
                yield ".".join([module, *reversed(names)])
            case NameImported(module, name, level):
                base = view.resolver.imports.absolute(module, level)
                yield ".".join(part for part in (base, name, *reversed(names)) if part)
