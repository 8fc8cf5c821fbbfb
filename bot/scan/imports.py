"""What imports of a file stand for: of the library, or of other modules of the repository that hold something of it."""

import ast
from collections.abc import Callable, Iterator
from typing import TypeGuard

from bot.packs.surface import SurfaceIndex, Unknown
from bot.scan.binder import Anatomy
from bot.scan.reach import Reach
from bot.scan.scopes import NameImported
from bot.scan.values import NOTHING, LibraryModule, LibraryName, Namespace, Value, Values


class Imports:
    """Answers for one file, whose dotted package is `package`."""

    def __init__(self, anatomy: Anatomy, surface: SurfaceIndex, reach: Reach, package: str) -> None:
        self._surface = surface
        self._package = package
        self.reach = reach
        self.provided = frozenset(filter(_is_read_and_never_bound(anatomy), surface.pack.old.modules))
        """The library's modules that the file reads by their own name, which it binds nowhere."""
        self._stars = [statement for statement, _ in anatomy.imports if _takes_everything(statement)]

    @property
    def has_stars(self) -> bool:
        """Whether the file takes every name from any module."""
        return bool(self._stars)

    def module(self, module: str) -> Values:
        """What an imported module stands for: the library's, or one of the repository that holds something of it."""
        if self._surface.is_old(module):
            return frozenset({LibraryModule(module)})
        above = frozenset[Value]({Namespace(module)}) if self._surface.is_namespace(module) else NOTHING
        return above | self.reach.module(module)

    def unbound(self, name: str) -> Values:
        """What a name stands for that nothing in the file binds: the library's own module, left to whatever runs the
        code to provide (a star import of a module that is not here, a console).
        """
        return frozenset({LibraryModule(name)}) if name in self.provided else NOTHING

    def taken(self, binding: NameImported) -> Values:
        """What a name taken by `from … import` stands for."""
        return self.name(binding.module, binding.name, binding.level)

    def name(self, module: str, name: str, level: int = 0) -> Values:
        """What a name of a module stands for; `level` counts the leading dots."""
        if level == 0 and self._surface.is_old(module):
            return self.attribute(module, name)
        if level == 0 and self._surface.is_namespace(module):
            return self.module(f"{module}.{name}")
        absolute = self.absolute(module, level)
        submodule = f"{absolute}.{name}" if absolute else name
        return self.reach.at(absolute, name) | self.reach.module(submodule)

    def attribute(self, module: str, name: str) -> Values:
        """What a name of a module of the library is: a module, or a class, function or constant."""
        full = f"{module}.{name}"
        return frozenset({LibraryModule(full) if self._surface.is_module(full) else LibraryName(full)})

    def starred_modules(self) -> Iterator[str]:
        """The modules from which the file takes every name, by their absolute dotted names."""
        for statement in self._stars:
            yield self.absolute(statement.module or "", statement.level)

    def starred(self, name: str) -> Values:
        """What a star import may bring in under the name; of the library, only what the pack knows."""
        found = NOTHING
        for module in self.starred_modules():
            if self._surface.is_old(module):
                known = not isinstance(self._surface.module_name(module, name), Unknown)
                found |= self.attribute(module, name) if known else NOTHING
            else:
                found |= self.reach.at(module, name)
        return found

    def absolute(self, module: str, level: int) -> str:
        """The dotted name behind a relative import in this file's package; unchanged when it is absolute."""
        if level == 0:
            return module
        parts = self._package.split(".") if self._package else []
        kept = parts[: len(parts) - (level - 1)]
        return ".".join([*kept, module] if module else kept)


def _takes_everything(statement: ast.Import | ast.ImportFrom) -> TypeGuard[ast.ImportFrom]:
    return isinstance(statement, ast.ImportFrom) and any(alias.name == "*" for alias in statement.names)


def _is_read_and_never_bound(anatomy: Anatomy) -> Callable[[str], bool]:
    return lambda name: name in anatomy.names and not any(name in scope.bindings for scope in anatomy.scopes())
