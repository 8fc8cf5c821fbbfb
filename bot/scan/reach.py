"""What a file can reach of the library through the repository's other modules."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from bot.scan.facts import Export, Held, Passed, Travelling
from bot.scan.reaching import ALONE, CAUGHT, CLIENT, FOREIGN, HOME, IMPORTED, MODEL, NEW, WANTED, itself_and_above
from bot.scan.values import (
    NOTHING,
    Container,
    LibraryModule,
    LibraryName,
    LibraryObject,
    Listed,
    RepositoryModule,
    RepositoryName,
    Values,
    joined,
)

_STEPS = frozenset(".([")
"""With what a step of a path begins: an attribute, a call, a position."""


class Reach:
    """The exports of other modules, by the dotted name under which this file imports them, and what calls in other
    files pass to this file's functions. `clients`: the modules that will make a client, to their expression for it;
    `models`: modules and their names for names of models. `is_imported`: other files import this one; `is_caught`: some
    of those take errors, and `is_caught_foreign` some of another package that came through the old library. `is_open`:
    others could hand over a client, if somebody says so. `alone`: nothing configures the library for this file.
    `wanted` is what the repository's owner wants a client to be called. `held`: what names of modules hold that the
    file asked for.
    """

    def __init__(
        self, exports: Mapping[str, Sequence[Export]], given: Sequence[Passed] = (), held: Sequence[Held] = ()
    ) -> None:
        self.held = {(one.module, one.name): one for one in held}
        self.wanted = next((export.path for export in exports.get(WANTED, ())), None)
        self.clients = {
            module: export.path
            for module, found in exports.items()
            for export in found
            if export.form == CLIENT and module not in {WANTED, IMPORTED, ALONE, CAUGHT}
        }
        self.is_imported = bool(exports.get(IMPORTED))
        self.is_caught = bool(exports.get(CAUGHT))
        self.is_caught_foreign = any(export.path == FOREIGN for export in exports.get(CAUGHT, ()))
        self.alone = next((export.path for export in exports.get(ALONE, ())), None)
        self.is_open = any(export.form == HOME for found in exports.values() for export in found)
        self.models = {
            (module, export.path) for module, found in exports.items() for export in found if export.form == MODEL
        }
        exports = {module: [one for one in found if one.form not in NEW] for module, found in exports.items()}
        self._exports = exports
        self._given: dict[str, list[Passed]] = defaultdict(list)
        for passed in given:
            self._given[passed.callee].append(passed)
        self.gives = bool(given)
        self._values: dict[tuple[str, str], Values] = defaultdict(frozenset)
        self._leads: set[tuple[str, str]] = set()
        self._modules = {above for module, found in exports.items() if found for above in itself_and_above(module)}
        for module, found in exports.items():
            for export in found:
                self._values[module, export.path] |= _values(export)
                self._leads.update((module, begun) for begun in _beginnings(export.path))

    def module(self, module: str) -> Values:
        """A module of the repository that holds, or below which lies, something of the library; else nothing."""
        return frozenset({RepositoryModule(module)}) if module in self._modules else NOTHING

    def at(self, module: str, path: str) -> Values:
        """What stands in a module under a path, and the path itself where something lies further on."""
        further = (module, path) in self._leads
        return self._values.get((module, path), NOTHING) | (
            frozenset({RepositoryName(module, path)}) if further else NOTHING
        )

    def below(self, module: str, path: str) -> Iterator[tuple[str, Export]]:
        """Everything further on from a path, or all of the module from an empty one, each with the way that is left."""
        for export in self._exports.get(module, ()):
            rest = export.path.removeprefix(path)
            if not path or (export.path.startswith(path) and rest[:1] in _STEPS):
                yield rest, export

    def given(self, callee: str, position: int | None, keyword: str) -> Values:
        """What other files pass for a parameter of this file's function; `position` is None for a keyword-only one."""
        return joined(
            _values(passed)
            for passed in self._given.get(callee, ())
            if (passed.keyword == keyword if passed.position is None else passed.position == position)
        )

    def knows(self, module: str) -> bool:
        """Whether anything was found in exactly this module."""
        return bool(self._exports.get(module))


def _values(found: Travelling) -> Values:
    match found.form:
        case "module":
            return frozenset({LibraryModule(found.target)})
        case "name":
            return frozenset({LibraryName(found.target)})
        case "object":
            return frozenset({LibraryObject(found.target)})
        case "listed":
            return frozenset({Container(Listed(LibraryObject(found.target)))})
        case _:
            return NOTHING


def _beginnings(path: str) -> Iterator[str]:
    """The shorter paths that lead to this one: `a` and `a()` of `a().b`."""
    return (path[:index] for index, character in enumerate(path) if index and character in _STEPS)
