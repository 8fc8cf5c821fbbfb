"""Where the names lead that stand around a proposal: none may become another scope's, because the proposal binds one of
that name, or no longer does.
"""

import builtins
from collections.abc import Iterator

from bot.consult.part import Part
from bot.scan.binder import take_apart
from bot.scan.scopes import Scope


def led_elsewhere(before: Part, after: Part) -> Iterator[str]:
    """Each name outside the exchanged lines that is another scope's afterwards.

    One that is nobody's any more counts only where Python itself has one of that name: what a proposal forgets to bind
    is seen by whoever reads it.
    """
    for (name, old), (_, new) in zip(_homes(before), _homes(after), strict=True):
        if old != new and (new is not None or hasattr(builtins, name)):
            yield name


def _homes(part: Part) -> list[tuple[str, object]]:
    """Every name outside, in the order of the file, with the scope that it leads to."""
    found = []
    for name, places in take_apart(part.tree).names.items():
        for node, scope in places:
            if part.is_apart(node):
                found.append((node.lineno, node.col_offset, name, _identity(part, scope.home(name))))
    return [(name, home) for _, _, name, home in sorted(found, key=lambda one: one[:3])]


def _identity(part: Part, home: Scope | None) -> object:
    return None if home is None else (home.kind, home.name, part.standing(home.node))
