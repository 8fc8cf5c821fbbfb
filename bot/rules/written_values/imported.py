"""Values that other modules of the repository hold, or that functions give, as far as they are written out there.

They keep what they have: only a value that the new library takes as it is can be passed on from there.
"""

import ast

from bot.rules.answers.flow import Problem
from bot.rules.written_values.definitions import Leaf
from bot.scan.held_values import given_by
from bot.scan.rows import FileView
from bot.scan.scopes import ModuleImported, NameImported, Scope
from bot.scan.values import LocalFunction


class ImportedValues:
    """Asked for one file."""

    def __init__(self, view: FileView) -> None:
        self._view = view
        self._imports = view.resolver.imports

    def asked(self, problem: Problem, leaf: Leaf) -> Problem:
        """The problem, with the names whose values would tell more."""
        names = tuple(f"{module}.{name}" for module, name in self._candidates(leaf))
        return Problem(problem.bail, problem.node, problem.detail, asks=names) if names else problem

    def value(self, leaf: Leaf) -> ast.expr | None:
        """The list or dict at which the following ended in another module, or in a call; None where that is not known.
        What its nodes say counts, not where they stand.
        """
        if isinstance(leaf.node, ast.Call) and (given := self._given(leaf.node, leaf.scope)) is not None:
            return given
        found = [self._imports.reach.held.get(one) for one in self._candidates(leaf)]
        if not found or None in found:
            return None
        bound = [one for one in found if one is not None and one.bound]
        text = bound[0].text if len(bound) == 1 else None
        return ast.parse(text, mode="eval").body if text is not None else None

    def _given(self, call: ast.Call, scope: Scope) -> ast.expr | None:
        """What a function of this file gives."""
        values = self._view.resolver.values(call.func, scope)
        nodes = [one.node for one in values if isinstance(one, LocalFunction)]
        plain = len(nodes) == len(values) == 1 and not call.args and not call.keywords
        return given_by(nodes[0]) if plain and isinstance(nodes[0], ast.FunctionDef) else None

    def _candidates(self, leaf: Leaf) -> list[tuple[str, str]]:
        """The modules that a name may be taken from, each with what it is called there."""
        match leaf.node:
            case ast.ImportFrom() as statement if leaf.path and isinstance(leaf.path[-1], ast.Name):
                local = leaf.path[-1].id
                named = [one.name for one in statement.names if (one.asname or one.name) == local]
                return [(self._absolute(statement), name) for name in named]
            case ast.Name(id=name) if not any(name in scope.bindings for scope in self._view.anatomy.scopes()):
                return [(module, name) for module in self._imports.starred_modules()]
            case ast.Call(func=ast.Name() as function, args=[], keywords=[]):
                match list(self._view.resolver.visible(function, leaf.scope)):
                    case [NameImported(statement=statement)]:
                        found = self._candidates(Leaf(statement, leaf.scope, (function,)))
                    case []:
                        found = self._candidates(Leaf(function, leaf.scope))
                    case _:
                        found = []
                return [(module, f"{name}()") for module, name in found]
            case ast.Call(func=ast.Attribute() as method, args=[], keywords=[]):
                return [(module, f"{name}()") for module, name in self._candidates(Leaf(method, leaf.scope))]
            case ast.Attribute(value=ast.Name() as owner, attr=name):
                module = self._module(owner, leaf.scope)
                return [(module, name)] if module is not None else []
            case _:
                return []

    def _module(self, name: ast.Name, scope: Scope) -> str | None:
        """The module that a name stands for, where it is nothing else."""
        match list(self._view.resolver.visible(name, scope)):
            case [ModuleImported(module=module)]:
                return module
            case [NameImported() as binding]:
                outer = self._imports.absolute(binding.module, binding.level)
                return f"{outer}.{binding.name}".lstrip(".")
            case _:
                return None

    def _absolute(self, statement: ast.ImportFrom) -> str:
        return self._imports.absolute(statement.module or "", statement.level)
