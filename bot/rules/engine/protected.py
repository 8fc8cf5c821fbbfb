"""What stands around a place to take what is raised there: `try` statements, and `with` statements that suppress."""

import ast
from collections.abc import Iterator

from bot.scan.binder import Anatomy, Kinds
from bot.scan.rows import FileView
from bot.scan.usage_index import last_name

EVERYTHING = frozenset({"Exception", "BaseException"})
"""The names of classes by which a handler takes every error."""

_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_HARMLESS = frozenset({"property", "cached_property", "staticmethod", "classmethod", "abstractmethod", "override"})
"""Decorators that take no error."""

Protection = ast.Try | ast.TryStar | ast.With


def protections(node: ast.AST, anatomy: Anatomy, ends: Kinds) -> Iterator[Protection]:
    """Each `try` in whose body the node stands, and each `with` around it, the innermost first, up to one of `ends`."""
    child, parent = node, anatomy.parents.get(node)
    while parent is not None and not isinstance(parent, ends):
        if isinstance(parent, ast.With) or (isinstance(parent, ast.Try | ast.TryStar) and child in parent.body):
            yield parent
        child, parent = parent, anatomy.parents.get(parent)


def is_caught(anatomy: Anatomy, node: ast.AST, errors: frozenset[str], *, bare: bool) -> bool:
    """Whether something around the node takes one of the errors: where it stands, or where a function of this file that
    it is in is called.
    """
    protecting = (one for place in _running(anatomy, node) for one in protections(place, anatomy, _FUNCTIONS))
    return any(takes(one, errors, bare=bare) for one in protecting)


def may_be_caught(view: FileView, node: ast.AST, errors: frozenset[str]) -> bool:
    """Whether something around the node takes one of the errors, or somebody might who is not seen: a decorator, whom a
    function is passed to, a file that imports this one.
    """
    anatomy = view.anatomy
    if is_caught(anatomy, node, errors, bare=True):
        return True
    functions = [anatomy.nearest(anatomy.parents.get(place), _FUNCTIONS) for place in _running(anatomy, node)]
    return any(_is_run_unseen(view, one) for one in functions if one is not None)


def _running(anatomy: Anatomy, node: ast.AST) -> Iterator[ast.AST]:
    """The node, and every call in the file that may run it: of functions that are called like one around it.

    What a method is called on is not asked: to be prepared is right wherever nobody takes the error.
    """
    pending, names = [node], set[str]()
    while pending:
        place = pending.pop()
        yield place
        name = _called(anatomy, anatomy.nearest(anatomy.parents.get(place), _FUNCTIONS))
        if name is not None and name not in names:
            names.add(name)
            pending += [call for call, _ in anatomy.calls if last_name(call) == name]


def _called(anatomy: Anatomy, function: ast.AST | None) -> str | None:
    """What a function is called by; None where it has no name."""
    match function:
        case ast.FunctionDef(name="__init__"):
            cls = anatomy.nearest(function, ast.ClassDef)
            return cls.name if cls is not None else None
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name
        case ast.Lambda():
            match anatomy.parents[function]:
                case ast.Assign(targets=[ast.Name(id=name)]):
                    return name
    return None


def _is_run_unseen(view: FileView, function: ast.AST) -> bool:
    anatomy, name = view.anatomy, _called(view.anatomy, function)
    if name is None or view.resolver.imports.reach.is_caught:
        return True
    if any(last_name(one) not in _HARMLESS for one in getattr(function, "decorator_list", ())):
        return True
    if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and anatomy.functions[function].yields:
        return True
    reads = [*anatomy.names.get(name, ()), *anatomy.attributes.get(name, ())]
    later = isinstance(function, ast.AsyncFunctionDef)
    return any(isinstance(one.ctx, ast.Load) and not _is_called(anatomy, one, later=later) for one, _ in reads)


def _is_called(anatomy: Anatomy, node: ast.AST, *, later: bool) -> bool:
    """Whether a function is called there, and runs there: one that is awaited `later` does where that is done."""
    call = anatomy.parents[node]
    called = isinstance(call, ast.Call) and call.func is node
    return called and (not later or isinstance(anatomy.parents[call], ast.Await))


def takes(protection: Protection, errors: frozenset[str], *, bare: bool) -> bool:
    """Whether it takes an error by one of these names of classes; `bare` tells that a handler without a class does."""
    if isinstance(protection, ast.With):
        return any(_suppresses(item, errors) for item in protection.items)
    return any(_catches(handler, errors, bare=bare) for handler in protection.handlers)


def _catches(handler: ast.ExceptHandler, errors: frozenset[str], *, bare: bool) -> bool:
    if handler.type is None:
        return bare
    return any(isinstance(one, ast.Name) and one.id in errors for one in ast.walk(handler.type))


def _suppresses(item: ast.withitem, errors: frozenset[str]) -> bool:
    call = item.context_expr
    if not isinstance(call, ast.Call) or last_name(call) != "suppress":
        return False
    return any(last_name(argument) in errors for argument in call.args)
