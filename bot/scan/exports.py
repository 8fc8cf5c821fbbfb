"""What of the library can be reached through a file, and by which path: `reader`, `Client().reader`, `make()`.

The search goes from module-level names into what functions return, what classes and their instances hold and what
stands at the positions of tuples, a stated number of steps deep.
"""

from collections.abc import Iterator

from bot.models.struct import altered
from bot.scan.facts import Export
from bot.scan.rows import FileView
from bot.scan.travelling import travelling
from bot.scan.values import (
    Fixed,
    Future,
    LocalClass,
    LocalFunction,
    LocalObject,
    RepositoryModule,
    RepositoryName,
    Value,
    Values,
    in_order,
)

MAXIMUM_STEPS = 3
"""How many attributes and calls may follow the module-level name."""

MAXIMUM_LOOKS = 4_000
"""How many values are looked at in one file."""

_LONGEST_PATH = 400


class ExportSearch:
    """One file's search; `cut` tells whether it ended early."""

    def __init__(self, view: FileView) -> None:
        self._view = view
        self._resolver = view.resolver
        self._holding = self._resolver.interest.with_holders()
        self._looks = 0
        self.cut = False

    def found(self) -> tuple[Export, ...]:
        """Every export, each once, in the order of paths."""
        root = self._view.anatomy.root
        names = [name for name in sorted(root.bindings) if self._holding.is_name(name)]
        found = {export for name in names for export in self._under(name, self._resolver.bound_values(name, root), 0)}
        found |= {export for export in self._starred() if export.first_name not in root.bindings}
        return tuple(sorted(found, key=lambda export: (export.path, export.form, export.target)))

    def _under(self, path: str, values: Values, steps: int) -> Iterator[Export]:
        for value in in_order(values):
            self._looks += 1
            if self._looks > MAXIMUM_LOOKS or len(path) > _LONGEST_PATH:
                self.cut = True
                return
            yield from self._of(path, value, steps)

    def _of(self, path: str, value: Value, steps: int) -> Iterator[Export]:
        match value:
            case RepositoryModule(module):
                yield from self._handed_on(f"{path}.", module, "")
            case RepositoryName(module, behind):
                yield from self._handed_on(path, module, behind)
            case LocalFunction() | LocalClass() | LocalObject() | Future():
                yield from self._behind(path, value, steps + 1)
            case Fixed(site):
                for index, held in enumerate(self._resolver.positions(site)):
                    yield from self._under(f"{path}[{index}]", held, steps + 1) if steps < MAXIMUM_STEPS else ()
            case _:
                for what in travelling(self._view, value):
                    yield Export(path=path, form=what.form, target=what.target)

    def _behind(self, path: str, value: Value, steps: int) -> Iterator[Export]:
        """What calling the value gives, and what its attributes are."""
        if steps > MAXIMUM_STEPS:
            return
        if not isinstance(value, LocalObject):
            yield from self._under(f"{path}()", self._resolver.called(value), steps)
        if isinstance(value, LocalClass | LocalObject):
            for name in filter(self._holding.is_name, self._resolver.member_names(value)):
                yield from self._under(f"{path}.{name}", self._resolver.member(value, name), steps)

    def _handed_on(self, path: str, module: str, behind: str) -> Iterator[Export]:
        """What another module has below `behind`, as it is reached through this one."""
        for further, export in self._resolver.imports.reach.below(module, behind):
            if len(path) + len(further) <= _LONGEST_PATH:
                yield altered(export, path=f"{path}{further}")

    def _starred(self) -> Iterator[Export]:
        for module in self._resolver.imports.starred_modules():
            yield from self._handed_on("", module, "")
