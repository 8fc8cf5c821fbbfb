"""What an answer may reach of the library that replaces the old one: its public modules, and their own names.

A module also holds what it imported for its own use (`google.genai.client.os`); that is no part of the library.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto


class Reached(Enum):
    """What a dotted name leads to."""

    MODULE = auto()
    """A public module of the target, or a package above it."""
    NAME = auto()
    """A public name in one, or what hangs below it."""
    NOTHING = auto()
    """Nothing that is the target's own and public."""
    ELSEWHERE = auto()
    """Not below the target at all."""


@dataclass(frozen=True, slots=True)
class Target:
    """`roots` are the target's top modules, `names` the public names of each public module, by its dotted name."""

    roots: tuple[str, ...]
    names: dict[str, frozenset[str]]

    def reach(self, dotted: str) -> Reached:
        """What the name leads to, read from its front: behind a name that is no module everything is its own."""
        parts = dotted.split(".")
        for count in range(1, len(parts) + 1):
            here = ".".join(parts[:count])
            if self._is_module(here):
                continue
            above = ".".join(parts[: count - 1])
            if parts[count - 1] in self.names.get(above, ()):
                return Reached.NAME
            return Reached.NOTHING if self._is_inside(above) else Reached.ELSEWHERE
        return Reached.MODULE

    def holds(self, dotted: str) -> bool:
        """Whether the name is a public module or a public name of the target, and not only a package above it."""
        found = self.reach(dotted)
        return found is Reached.NAME or (found is Reached.MODULE and self._is_inside(dotted))

    def _is_module(self, dotted: str) -> bool:
        return dotted in self.names or any(root == dotted or root.startswith(f"{dotted}.") for root in self.roots)

    def _is_inside(self, dotted: str) -> bool:
        return any(dotted == root or dotted.startswith(f"{root}.") for root in self.roots)


def target_of(roots: Iterable[str], listing: str) -> Target:
    """The target that a pack's listing describes: a line a public module, below it its names, indented.

    Without a listing only the roots themselves may be imported, and nothing in them.
    """
    names: dict[str, set[str]] = {root: set() for root in roots}
    module = ""
    for line in listing.split("\n"):
        if line.startswith(" "):
            names[module].add(line.strip())
        elif line:
            module = line
            names.setdefault(module, set())
    return Target(tuple(roots), {module: frozenset(found) for module, found in names.items()})
