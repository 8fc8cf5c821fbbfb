"""Values that other modules of the repository hold, as far as they are written out there.

The module keeps what it has: only a value that the new library takes as it is can be passed on from there.
"""

import ast

from bot.rules.answers.flow import Problem
from bot.rules.written_values.definitions import Leaf
from bot.scan.rows import FileView
from bot.scan.scopes import ModuleImported, NameImported, Scope


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
        """The list or dict at which the following ended in another module; None where that is not known. Its nodes
        are of no file: what they say counts, not where they stand.
        """
        found = [self._imports.reach.held.get(one) for one in self._candidates(leaf)]
        if not found or None in found:
            return None
        bound = [one for one in found if one is not None and one.bound]
        text = bound[0].text if len(bound) == 1 else None
        return ast.parse(text, mode="eval").body if text is not None else None

    def _candidates(self, leaf: Leaf) -> list[tuple[str, str]]:
        """The modules that a name may be taken from, each with what it is called there."""
        match leaf.node:
            case ast.ImportFrom() as statement if leaf.path and isinstance(leaf.path[-1], ast.Name):
                local = leaf.path[-1].id
                named = [one.name for one in statement.names if (one.asname or one.name) == local]
                return [(self._absolute(statement), name) for name in named]
            case ast.Name(id=name) if not any(name in scope.bindings for scope in self._view.anatomy.scopes()):
                return [(module, name) for module in self._imports.starred_modules()]
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
