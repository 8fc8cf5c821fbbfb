"""What stands around a place to take what is raised there: `try` statements, and `with` statements that suppress."""

import ast
from collections.abc import Iterator

from bot.scan.binder import Anatomy, Kinds
from bot.scan.usage_index import last_name

Protection = ast.Try | ast.TryStar | ast.With


def protections(node: ast.AST, anatomy: Anatomy, ends: Kinds) -> Iterator[Protection]:
    """Each `try` in whose body the node stands, and each `with` around it, the innermost first, up to one of `ends`."""
    child, parent = node, anatomy.parents.get(node)
    while parent is not None and not isinstance(parent, ends):
        if isinstance(parent, ast.With) or (isinstance(parent, ast.Try | ast.TryStar) and child in parent.body):
            yield parent
        child, parent = parent, anatomy.parents.get(parent)


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
