"""The reads of a file's names, each with what may have bound the name there."""

import ast
from collections import defaultdict
from collections.abc import Iterator

from bot.models.struct import Frozen
from bot.rules.answers.reaching import Reaching
from bot.scan.binder import Anatomy
from bot.scan.scopes import (
    Assigned,
    Binding,
    Declared,
    Defined,
    ModuleImported,
    NameImported,
    Opaque,
    Parameter,
    Scope,
)


class Read(Frozen):
    """A place where a name is read, and the nodes that may have bound it there: a parameter, or a statement, a part of
    a comprehension or an item of a `with` that stores to it.
    """

    node: ast.Name
    bound_by: frozenset[ast.AST]


class Names:
    """Asked for one file."""

    def __init__(self, anatomy: Anatomy) -> None:
        self._anatomy = anatomy
        self._reaching = Reaching(anatomy)
        self._homes: dict[str, dict[Scope, list[tuple[ast.Name, Scope]]]] = {}
        self._reads: dict[tuple[str, Scope], tuple[Read, ...]] = {}
        self._scopes: dict[str, dict[ast.Name, Scope]] = {}

    def scope_of(self, name: ast.Name) -> Scope:
        """The scope in which a name stands."""
        if name.id not in self._scopes:
            self._scopes[name.id] = dict(self._anatomy.names.get(name.id, ()))
        return self._scopes[name.id][name]

    def home(self, name: ast.Name) -> Scope | None:
        """The scope that the name belongs to."""
        return self.scope_of(name).home(name.id)

    def binder_of_read(self, name: ast.Name) -> ast.AST | None:
        """The one node that binds what a name is read for; None where there are several."""
        home = self.home(name)
        reads = self.reads(name.id, home) if home is not None else ()
        bound = next((read.bound_by for read in reads if read.node is name), frozenset())
        return next(iter(bound)) if len(bound) == 1 else None

    def binder_of(self, target: ast.Name) -> ast.AST:
        """The node that stores to a name."""
        node = self._anatomy.parents[target]
        while isinstance(node, ast.Tuple | ast.List | ast.Starred):
            node = self._anatomy.parents[node]
        return node

    def reads(self, name: str, home: Scope) -> tuple[Read, ...]:
        """Every read of a name of a scope."""
        if (name, home) not in self._reads:
            self._reads[name, home] = tuple(self._found(name, home))
        return self._reads[name, home]

    def _found(self, name: str, home: Scope) -> Iterator[Read]:
        for node, scope in self._by_home(name).get(home, ()):
            bindings = self._reaching.visible(node, scope, home)
            yield Read(node, frozenset(bound for one in bindings if (bound := self.bound(one)) is not None))

    def _by_home(self, name: str) -> dict[Scope, list[tuple[ast.Name, Scope]]]:
        """The reads of everything that is called so, by the scope that each belongs to."""
        known = self._homes.get(name)
        if known is None:
            known = self._homes[name] = defaultdict(list)
            for node, scope in self._anatomy.names.get(name, ()):
                home = scope.home(name) if isinstance(node.ctx, ast.Load) else None
                if home is not None:
                    known[home].append((node, scope))
        return known

    def bound(self, binding: Binding) -> ast.AST | None:
        """The node that `Read.bound_by` names for a binding."""
        match binding:
            case Assigned(node=node) | Defined(node=node) | Opaque(node=node):
                return node
            case ModuleImported(statement=statement) | NameImported(statement=statement):
                return statement
            case Parameter(argument=argument):
                return argument
            case Declared(annotation=annotation):  # of `name: type` nothing is stored; an exception is
                holder = self._anatomy.parents.get(annotation)
                return holder if isinstance(holder, ast.ExceptHandler) else None
