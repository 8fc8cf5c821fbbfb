"""What a proposal does with the file's own functions, classes and objects: one that the replaced lines call may be
called, and one that they hand on may be handed on.

A model that is handed a function as a tool calls it with what it likes.
"""

import ast
from collections.abc import Callable, Iterator

from bot.consult.brought_in import Chain, chains
from bot.consult.part import Part

OWNERS = frozenset({"cls", "self"})
"""What a method calls the object that it belongs to."""

_DEFINED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def put_to_other_use(before: Part, after: Part, is_a_librarys: Callable[[str], bool]) -> Iterator[str]:
    """Each use that does not stand in the replaced lines. `is_a_librarys` tells the names of the two libraries."""
    own = {name for name in _defined_or_imported(before.tree) if not is_a_librarys(name)} | OWNERS
    methods = frozenset(_methods(before.tree))
    standing = set(_uses(before, own, methods))
    stored = {chain.dotted for chain in _chains(after) if isinstance(getattr(chain.node, "ctx", None), ast.Store)}
    for use in _uses(after, own, methods):
        spelled, _ = use
        if use not in standing and (spelled not in stored or spelled.partition(".")[2] in methods):
            yield spelled


def _defined_or_imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(names=aliases):
                yield from (alias.asname or alias.name for alias in aliases)
            case _ if isinstance(node, _DEFINED):
                yield node.name


def _methods(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from (one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def _uses(part: Part, own: set[str], methods: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Each name as a whole, and each attribute of an owner that is a method or is called; with whether it is called."""
    called = {id(node.func) for node in ast.walk(part.tree) if isinstance(node, ast.Call)}
    for chain in _chains(part):
        is_called = id(chain.node) in called
        of_owner = chain.name in OWNERS and bool(chain.rest)
        whole = chain.name in own and not chain.rest and isinstance(getattr(chain.node, "ctx", None), ast.Load)
        first, _, behind = chain.rest.partition(".")
        if whole or (of_owner and (first in methods or (is_called and not behind))):
            yield f"{chain.name}.{first}" if of_owner else chain.name, is_called and not behind


def _chains(part: Part) -> Iterator[Chain]:
    return (chain for chain in chains(part.tree) if part.holds(chain.node))
