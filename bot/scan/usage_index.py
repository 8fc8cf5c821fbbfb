"""Look-ups over a whole file that the resolver needs: who is called, what is put into containers, what `self.x` is."""

import ast
from collections import defaultdict

from bot.scan.binder import Anatomy, Filling
from bot.scan.scopes import Assigned, Declared, Parameter, Scope, ScopeKind


class UsageIndex:
    """Built once a file, in one pass over each list of its anatomy."""

    def __init__(self, anatomy: Anatomy) -> None:
        self._anatomy = anatomy
        self.calls: dict[str, list[tuple[ast.Call, Scope]]] = defaultdict(list)
        self.fillings: dict[str, list[Filling]] = defaultdict(list)
        self.attributes: dict[tuple[ast.ClassDef, str], list[Assigned | Declared]] = defaultdict(list)
        for call, scope in anatomy.calls:
            self.calls[last_name(call)].append((call, scope))
        for filling in anatomy.fillings:
            self.fillings[last_name(filling.base)].append(filling)
        for store in anatomy.stores:
            owner = self.class_of_self(store.base, store.assigned.scope)
            if owner is not None:
                self.attributes[owner, store.attribute].append(store.assigned)

    def class_of_self(self, base: ast.expr, scope: Scope) -> ast.ClassDef | None:
        """The class whose method's first parameter `base` is."""
        home = scope.home(base.id) if isinstance(base, ast.Name) else None
        if home is None or home.kind is not ScopeKind.FUNCTION:
            return None
        assert isinstance(base, ast.Name)
        for binding in home.bindings[base.id]:
            if isinstance(binding, Parameter) and binding.index == 0:
                return self._anatomy.functions[binding.function].owner
        return None


def last_name(node: ast.AST) -> str:
    """`c` of `a.b.c`, of `c` and of `c(...)`; empty for anything else."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def decorator_names(function: ast.AST) -> frozenset[str]:
    """The last names of a function's decorators."""
    decorators: list[ast.expr] = getattr(function, "decorator_list", [])
    return frozenset(map(last_name, decorators))
