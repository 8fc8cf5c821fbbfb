"""Whether every configuration of a file says the same, whenever it is made: what it names stays what it is."""

import ast
from collections.abc import Iterable

from bot.scan.binder import Anatomy
from bot.scan.scopes import Assigned, ModuleImported, NameImported, Scope
from bot.scan.usage_index import last_name

_ENVIRONMENT, _READS = "environ", "getenv"


def are_always_alike(anatomy: Anatomy, calls: Iterable[tuple[ast.Call, Scope]]) -> bool:
    """Whether the calls have the same arguments, and none that could change between two runs of one."""
    every = list(calls)
    spelt = {tuple(ast.dump(one) for one in (*call.args, *call.keywords)) for call, _ in every}
    return len(spelt) == 1 and all(
        _stays(anatomy, value, scope)
        for call, scope in every
        for value in (*call.args, *(one.value for one in call.keywords))
    )


def _stays(anatomy: Anatomy, value: ast.expr, scope: Scope) -> bool:
    match value:
        case ast.Constant():
            return True
        case ast.Dict(keys=keys, values=values):
            return None not in keys and all(_stays(anatomy, one, scope) for one in values)
        case ast.Name(id=name):
            return _is_bound_once(anatomy, name, scope)
        case ast.Attribute(value=owner, attr=name):
            stored = (one for one, _ in anatomy.attributes[name] if not isinstance(one.ctx, ast.Load))
            return _stays(anatomy, owner, scope) and not any(True for _ in stored)
        case ast.Subscript(value=owner, slice=ast.Constant()):
            return last_name(owner) == _ENVIRONMENT and not _changes_environment(anatomy)
        case ast.Call(func=function, args=[ast.Constant(), *default], keywords=[]):
            got = isinstance(function, ast.Attribute) and function.attr == "get" and last_name(function.value)
            reads = last_name(function) == _READS or got == _ENVIRONMENT
            return reads and not _changes_environment(anatomy) and all(_stays(anatomy, one, scope) for one in default)
        case _:
            return False


def _is_bound_once(anatomy: Anatomy, name: str, scope: Scope) -> bool:
    """Whether a name is the module's, which gives it one value only, when it is imported."""
    home = scope.home(name)
    if home is not anatomy.root or name in anatomy.declared:
        return False
    match home.bindings[name]:
        case [Assigned(node=node)]:
            return node in anatomy.tree.body
        case [ModuleImported() | NameImported()]:
            return True
        case _:
            return False


def _changes_environment(anatomy: Anatomy) -> bool:
    """Whether the file stores to the environment itself."""
    stored = (one for one, _ in anatomy.subscripts if not isinstance(one.ctx, ast.Load))
    return any(last_name(one.value) == _ENVIRONMENT for one in stored)
