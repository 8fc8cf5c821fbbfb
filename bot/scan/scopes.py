"""Scopes and what binds names in them, as Python's execution model has it (reference manual, section 4.2).

Built by `bot/scan/binder.py`, asked by `bot/scan/resolver.py`. Nothing here knows a library.
"""

import ast
from enum import Enum
from typing import TypeAlias

from bot.models.struct import Frozen, Mutable, anew

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ComprehensionNode: TypeAlias = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class ScopeKind(Enum):
    """The four blocks that hold names; a class body is skipped by the functions inside it."""

    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    COMPREHENSION = "comprehension"


class Step(Enum):
    """How a bound name's object comes out of the value that is assigned."""

    ITERATE = "iterate"
    ENTER = "enter"
    REST = "rest"


class Item(Frozen):
    """The step of unpacking the element at `index`; a negative one counts from the end."""

    index: int


class ModuleImported(Frozen):
    """`import a.b.c` binds `a` to the module a; `import a.b.c as x` binds `x` to the module a.b.c."""

    module: str
    alias: ast.alias
    statement: ast.Import


class NameImported(Frozen):
    """`from module import name`; `level` counts the leading dots."""

    module: str
    name: str
    level: int
    alias: ast.alias
    statement: ast.ImportFrom


class Assigned(Frozen):
    """A name that stands for (a part of) a value: assignment, for, with, walrus, comprehension."""

    value: ast.expr
    scope: "Scope"
    steps: tuple[Step | Item, ...]
    node: ast.AST


class Declared(Frozen):
    """`name: annotation`, with or without a value."""

    annotation: ast.expr
    scope: "Scope"


class Parameter(Frozen):
    """A parameter of a function; `index` counts positional ones, None for keyword-only and starred ones."""

    function: FunctionNode
    argument: ast.arg
    index: int | None
    starred: bool


class Defined(Frozen):
    """A function or class statement."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Opaque(Frozen):
    """Bound to something that is not looked into: an exception, a match capture, a type parameter, a star import."""

    node: ast.AST


Binding: TypeAlias = ModuleImported | NameImported | Assigned | Declared | Parameter | Defined | Opaque


class Scope(Mutable):
    """One block: the names bound in it, and those that it declares to be another block's."""

    kind: ScopeKind
    name: str
    parent: "Scope | None"
    node: ast.AST
    bindings: dict[str, list[Binding]] = anew(dict)
    global_names: set[str] = anew(set)
    nonlocal_names: set[str] = anew(set)

    @property
    def qualified_name(self) -> str:
        """Such as `Reader.open`; empty for the module."""
        parts: list[str] = []
        scope: Scope | None = self
        while scope is not None and scope.parent is not None:
            if scope.kind is not ScopeKind.COMPREHENSION:
                parts.append(scope.name)
            scope = scope.parent
        return ".".join(reversed(parts))

    @property
    def module(self) -> "Scope":
        """The outermost scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def home(self, name: str) -> "Scope | None":
        """The scope whose `name` a read in this scope finds, or None: a builtin, or nothing at all."""
        if name in self.global_names:
            return self.module if name in self.module.bindings else None
        if name in self.bindings and name not in self.nonlocal_names:
            return self
        scope = self.parent
        while scope is not None:
            if scope.kind is not ScopeKind.CLASS:
                if name in scope.global_names:
                    return scope.module if name in scope.module.bindings else None
                if name in scope.bindings and name not in scope.nonlocal_names:
                    return scope
            scope = scope.parent
        return None

    def bind(self, name: str, binding: Binding) -> None:
        """Record a binding where Python puts it: here, or where global and nonlocal say."""
        target = self
        if name in self.global_names:
            target = self.module
        elif name in self.nonlocal_names:
            target = self._enclosing_function_with(name) or self
        target.bindings.setdefault(name, []).append(binding)

    def _enclosing_function_with(self, name: str) -> "Scope | None":
        scope = self.parent
        while scope is not None:
            if scope.kind is ScopeKind.FUNCTION and name in scope.bindings:
                return scope
            scope = scope.parent
        return None
