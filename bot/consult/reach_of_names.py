"""Which names mean something already where a proposal stands: to bind one anew would change what other lines read."""

import ast
import builtins
from collections.abc import Iterator

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_TYPE_PARAMETERS = tuple(getattr(ast, name) for name in ("TypeVar", "ParamSpec", "TypeVarTuple") if hasattr(ast, name))
"""Since Python 3.12."""


def names_in_reach(tree: ast.Module, first: int, last: int) -> frozenset[str]:
    """The names of Python, of the module, and of the functions and classes around the lines. What is local to other
    functions is not among them, but for what they declare to be global.

    A star import may bind anything, so that then every name counts that the file reads.
    """
    names = set(dir(builtins)) | set(_bound_around(tree, first, last))
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            names |= set(node.names)
        elif isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            names |= {name.id for name in ast.walk(tree) if isinstance(name, ast.Name)}
    return frozenset(names)


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that the node itself binds, in whatever scope."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            yield from (alias.asname or alias.name.split(".")[0] for alias in aliases)
    if isinstance(node, _TYPE_PARAMETERS):
        yield node.name


def _bound_around(node: ast.AST, first: int, last: int) -> Iterator[str]:
    """The names bound in the scope of the node, and in the scopes within it that hold the lines."""
    for child in ast.iter_child_nodes(node):
        yield from bound_by(child)
        if not isinstance(child, _FUNCTIONS) or _holds(child, first, last):
            yield from _bound_around(child, first, last)


def _holds(node: ast.AST, first: int, last: int) -> bool:
    begins, ends = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    return begins <= last and first <= ends
