"""Which names a proposal may use: those of the lines that it replaces, those it makes itself, the new library's, and a
few functions of Python that only compute.

What is new in a file is what stands there more often than before, so nothing depends on where a name stands. Whatever
reaches into the machine, or into Python itself (`machine`), and what names a place (`places`), has to stand in the
replaced lines.
"""

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.consult.brought_in import Chain, bound_modules, chains, imported_chains, leaves_the_target
from bot.consult.credentials import given_away
from bot.consult.homes import led_elsewhere
from bot.consult.machine import REACHING_FORMAT, beyond_the_file
from bot.consult.own_code import OWNERS, put_to_other_use
from bot.consult.part import Part
from bot.consult.places import new_places
from bot.consult.reach_of_names import bound_by, names_in_reach
from bot.consult.target import Reached, Target
from bot.rules.engine.rewrite import unbound_in

PURE_BUILTINS = frozenset(
    {
        "abs", "all", "any", "bool", "bytes", "dict", "divmod", "enumerate", "filter", "float", "frozenset", "int",
        "isinstance", "iter", "len", "list", "map", "max", "min", "next", "range", "repr", "reversed", "round", "set",
        "sorted", "str", "sum", "tuple", "zip",
        "AttributeError", "Exception", "IndexError", "KeyError", "LookupError", "NotImplementedError", "RuntimeError",
        "StopAsyncIteration", "StopIteration", "TypeError", "ValueError", "TimeoutError",
    }
)  # fmt: skip

_DUNDER = re.compile(r"__\w+__")
_IMPORT = "__import__"
"""Judged as what it imports (`brought_in`), and never read as a value."""


@dataclass(frozen=True, slots=True)
class Question:
    """The file before and after, what may be reached, and the top modules of the library that is given up."""

    before: Part
    after: Part
    target: Target
    retired: tuple[str, ...]


def beyond_the_target(question: Question) -> str | None:
    """The first chain of attributes that begins in the target and leaves it, or hands a module of it on."""
    bound = bound_modules(question.after.tree)
    for chain in _new_chains(question):
        for here in bound.get(chain.name, ()):
            if leaves_the_target(_dotted(here, chain.rest), question.target):
                return chain.dotted
    new = Counter(imported_chains(question.after.tree)) - Counter(imported_chains(question.before.tree))
    return next((dotted for dotted in new if question.target.reach(dotted) is not Reached.NAME), None)


def outside_the_licence(question: Question) -> str | None:
    """The first name, attribute or text that the proposal may not bring; null where it keeps to what it may use."""
    return next(_faults(question), None)


def _faults(question: Question) -> Iterator[str]:
    before, after = question.before, question.after
    yield from _dunders(before, after)
    yield from _names_read(question)
    yield from _names_bound(question)
    yield from led_elsewhere(before, after)
    yield from _deleted(before, after)
    yield from beyond_the_file(before, after)
    yield from _other_modules(question)
    modules = bound_modules(before.tree)
    yield from put_to_other_use(before, after, lambda name: _is_of_a_library(modules.get(name), question))
    yield from new_places(before, after)
    yield from given_away(before, after)


# ---- names that are spelled


def _dunders(before: Part, after: Part) -> Iterator[str]:
    new = Counter(_spelled(after.tree)) - Counter(_spelled(before.tree))
    for word in new:
        if word != _IMPORT and (_DUNDER.search(word) or REACHING_FORMAT.search(word)):
            yield word


def _spelled(tree: ast.Module) -> Iterator[str]:
    """Every identifier, and every text constant, whatever it is for."""
    for node in ast.walk(tree):
        for _, value in ast.iter_fields(node):
            if isinstance(value, str):
                yield value
            elif isinstance(value, list):
                yield from (one for one in value if isinstance(one, str))


def _names_read(question: Question) -> Iterator[str]:
    before, after = question.before, question.after
    inside = before.inside()
    taken = names_in_reach(before.tree, before.first, before.last)
    modules = bound_modules(after.tree)
    fetched = {name for name, found in modules.items() if any(_is_targets(one, question.target) for one in found)}
    made = set(_bound(node for node in ast.walk(after.tree) if after.begins(node))) - taken
    allowed = {*_read_or_bound(inside), *made, *fetched, *PURE_BUILTINS, _IMPORT}
    new = Counter(_read_or_bound(ast.walk(after.tree))) - Counter(_read_or_bound(ast.walk(before.tree)))
    yield from (name for name in new if name not in allowed)
    nobodys = unbound_in(after.tree) - unbound_in(before.tree)
    yield from (name for name in _read_or_bound(after.inside()) if name in nobodys)
    yield from (name for name in _decorating(after) if name in PURE_BUILTINS and name not in _decorating(before))


def _names_bound(question: Question) -> Iterator[str]:
    """Names that mean something already: variables that the replaced lines use may get another value, and what an
    import, `def`, `class` or Python itself binds stays, unless the replaced lines bind it. The old library's name may
    become the new one's.
    """
    before, after = question.before, question.after
    inside = before.inside()
    fixed = {*_fixed(before.tree), *OWNERS}
    reads = {name for name in _read_or_bound(inside) if name not in fixed and not hasattr(builtins, name)}
    own = reads | set(_bound(inside))
    taken = names_in_reach(before.tree, before.first, before.last) - own
    imported_before, imported_after = bound_modules(before.tree), bound_modules(after.tree)
    new = Counter(_bound(ast.walk(after.tree))) - Counter(_bound(ast.walk(before.tree)))
    by_other_means = Counter(_bound(_no_imports(after.tree))) - Counter(_bound(_no_imports(before.tree)))
    for name in new:
        exchanged = name not in by_other_means and all(
            _is_of_a_library(found.get(name), question) for found in (imported_before, imported_after)
        )
        if name in taken and not exchanged:
            yield name


def _fixed(tree: ast.Module) -> Iterator[str]:
    """The names that imports, functions and classes bind."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from bound_by(node)


def _no_imports(tree: ast.Module) -> Iterator[ast.AST]:
    return (node for node in ast.walk(tree) if not isinstance(node, ast.Import | ast.ImportFrom))


def _is_of_a_library(found: frozenset[str] | None, question: Question) -> bool:
    """Whether a name stands for the old library, or for the new one, and for nothing else."""
    return bool(found) and all(_is_targets(one, question.target) or _is_retired(one, question) for one in found or ())


def _is_retired(dotted: str, question: Question) -> bool:
    return any(f"{dotted}.".startswith(f"{root}.") for root in question.retired)


def _read_or_bound(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.id
        else:
            yield from bound_by(node)


def _bound(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        yield from bound_by(node)


def _is_targets(dotted: str, target: Target) -> bool:
    return target.reach(dotted) in {Reached.NAME, Reached.MODULE}


def _deleted(before: Part, after: Part) -> Iterator[str]:
    """What `del` takes away: no migration needs it, but of what the proposal made itself."""
    made = set(_bound(after.inside())) - set(_bound(ast.walk(before.tree)))
    new = Counter(_deletions(after.tree)) - Counter(_deletions(before.tree))
    yield from (spelled for spelled in new if spelled not in made)


def _deletions(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Delete):
            yield from map(ast.unparse, node.targets)


def _decorating(part: Part) -> frozenset[str]:
    """The names that decorators in the exchanged lines are."""
    decorators = (one for node in ast.walk(part.tree) for one in getattr(node, "decorator_list", ()))
    return frozenset(one.id for one in decorators if isinstance(one, ast.Name) and part.holds(one))


# ---- what reaches beyond the file


def _other_modules(question: Question) -> Iterator[str]:
    """Members of modules that are not the new library's: only those that the replaced lines use, and none is set. Nor
    is a module itself handed on, unless it is there.
    """
    before, after = question.before, question.after
    modules = bound_modules(after.tree)
    whole = _whole_modules(question)
    known = {_as_used(chain) for chain in chains(before.tree) if before.holds(chain.node)}
    for chain in _new_chains(question):
        if chain.name not in modules or _as_used(chain) in known:
            continue
        if not chain.rest:
            if chain.name in whole:
                yield chain.name
            continue
        ways = [_dotted(one, chain.rest) for one in modules[chain.name]]
        if not _is_read(chain) or not any(_is_targets(way, question.target) for way in ways):
            yield chain.dotted


def _whole_modules(question: Question) -> frozenset[str]:
    """Names that certainly stand for modules."""
    found = {
        alias.asname or alias.name.split(".")[0]
        for node in ast.walk(question.after.tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    bound = bound_modules(question.after.tree)
    return frozenset(found | {name for name, dotted in bound.items() if dotted & set(question.retired)})


def _as_used(chain: Chain) -> tuple[str, bool]:
    return chain.dotted, _is_read(chain)


def _is_read(chain: Chain) -> bool:
    return isinstance(getattr(chain.node, "ctx", None), ast.Load)


def _new_chains(question: Question) -> Iterator[Chain]:
    seen = Counter(map(_as_used, chains(question.before.tree)))
    for chain in chains(question.after.tree):
        used = _as_used(chain)
        if seen[used]:
            seen[used] -= 1
        elif chain.rest or _is_read(chain):
            yield chain


def _dotted(name: str, rest: str) -> str:
    return f"{name}.{rest}" if rest else name
