"""What a proposal brings into a file beside names: modules that are imported, however that is spelled, and chains of
attributes that lead into one.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bot.consult.target import Reached, Target

_IMPORTERS = frozenset(
    {
        "__import__", "import_module", "find_spec", "spec_from_file_location", "module_from_spec", "load_module",
        "exec_module", "reload",
    }
)  # fmt: skip
"""Names under which Python imports by value."""


def foreign_import(before: ast.Module, after: ast.Module, target: Target) -> str | None:
    """The first thing imported afterwards that was not before and is no public part of the target; null for none."""
    new = Counter(_imports(after)) - Counter(_imports(before))
    return next((name or "a computed name" for name in new if name is None or not target.holds(name)), None)


def _imports(tree: ast.Module) -> Iterator[str | None]:
    """The dotted name of everything imported; null where it cannot be told, or where what is imported goes on as a
    value that cannot be followed.
    """
    followed = set(_followed(tree))
    understood = set[int]()
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield from (None if alias.name == "*" else f"{module}.{alias.name}" for alias in node.names)
            case ast.ImportFrom():
                yield from (None for _ in node.names)
            case ast.Call(func=func) if id(node) in followed:
                understood.add(id(func))
                yield _imported_by(node)
            case ast.Name(id=word) | ast.Attribute(attr=word) if word in _IMPORTERS and id(node) not in understood:
                yield None


def _followed(tree: ast.Module) -> Iterator[int]:
    """The calls that import by value and whose result is bound to one name, or read from at once."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name()], value=ast.Call() as call) | ast.Attribute(value=ast.Call() as call):
                if _imported_by(call) is not None:
                    yield id(call)


def _imported_by(call: ast.Call) -> str | None:
    """What a call of `__import__("…")` or `importlib.import_module("…")` imports; null for any other."""
    match call:
        case ast.Call(
            func=ast.Name(id="__import__") | ast.Attribute(value=ast.Name(id="importlib"), attr="import_module"),
            args=[ast.Constant(value=str(name))],
            keywords=[],
        ):
            return name
    return None


def _module_of(call: ast.Call) -> str | None:
    """What such a call gives: `__import__` gives the package at the top."""
    name = _imported_by(call)
    return name.split(".")[0] if name is not None and isinstance(call.func, ast.Name) else name


def bound_modules(tree: ast.Module) -> dict[str, frozenset[str]]:
    """The names that imports bind, to everything that each may stand for."""
    bound: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.split(".")[0]
                bound.setdefault(alias.asname or top, set()).add(alias.name if alias.asname else top)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                home = "." * node.level + (node.module or "")
                bound.setdefault(alias.asname or alias.name, set()).add(f"{home}.{alias.name}")
        elif isinstance(node, ast.Assign):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call) if _module_of(call) is not None:
                    bound.setdefault(name, set()).add(_module_of(call) or "?")
    return {name: frozenset(found) for name, found in bound.items()}


@dataclass(frozen=True, slots=True)
class Chain:
    """A longest chain of attributes that begins with a name: `rest` is dotted, "" where only the name is read."""

    name: str
    rest: str
    node: ast.expr

    @property
    def dotted(self) -> str:
        """As it is spelled."""
        return f"{self.name}.{self.rest}" if self.rest else self.name


def chains(tree: ast.AST) -> Iterator[Chain]:
    """Every one in it."""
    for node, rest, root in _attribute_chains(tree):
        if isinstance(root, ast.Name):
            yield Chain(root.id, rest, node)


def imported_chains(tree: ast.Module) -> Iterator[str]:
    """The dotted names that are read from what an import by value gives."""
    for _, rest, root in _attribute_chains(tree):
        if isinstance(root, ast.Call) and _module_of(root) is not None and rest:
            yield f"{_module_of(root)}.{rest}"


def _attribute_chains(tree: ast.AST) -> Iterator[tuple[ast.expr, str, ast.expr]]:
    inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and id(node) not in inner:
            rest: list[str] = []
            at: ast.expr = node
            while isinstance(at, ast.Attribute):
                rest.insert(0, at.attr)
                at = at.value
            yield node, ".".join(rest), at


def leaves_the_target(dotted: str, target: Target) -> bool:
    """Whether the name begins in the target and leads to no public name of it. A module itself is no value either:
    what is handed on as one cannot be followed.
    """
    return target.reach(dotted) in {Reached.NOTHING, Reached.MODULE}
