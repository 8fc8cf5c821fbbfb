"""What a client is called in a file: as the repository's owner wants it, where that name can be had, else as the pack
says.
"""

import re
from collections.abc import Iterator

from bot.packs.schema import Pack
from bot.rules.clients.later import PREFIX
from bot.rules.clients.tables import ClientTables
from bot.rules.engine.once import once
from bot.rules.errors.status_handlers import ERROR_NAMES
from bot.rules.model_objects.constructions import CONFIG_SUFFIX
from bot.scan.rows import FileView

_DOTTED = re.compile(r"[A-Za-z_][\w.]*")


def client_names(view: FileView, pack: Pack, tables: ClientTables) -> tuple[str, ...]:
    """The names in the order in which they are tried."""
    wanted = view.resolver.imports.reach.wanted
    if wanted is None or wanted.endswith(CONFIG_SUFFIX) or wanted in _written(pack) - {*tables.names}:
        return tables.names
    return (wanted, *(name for name in tables.names if name != wanted))


def told_of_name(view: FileView, name: str | None) -> str | None:
    """The sentence for a client that could not be called as the owner wants it."""
    wanted = view.resolver.imports.reach.wanted
    if wanted is None or name is None or name.removeprefix(PREFIX) == wanted:
        return None
    return f"The client is called {name} here: the name {wanted}, which .obelize.yml asks for, is taken."


@once
def _written(pack: Pack) -> frozenset[str]:
    """The names that rules may write for something else: those of the new library's own things, and of an error."""
    parts = {part for change in pack.changes for part in _dotted(change.parameters)}
    modules = {part for module in pack.new.modules for part in module.split(".")}
    together = {f"{module}_{part}" for module in modules for part in ("types", "errors")}
    return frozenset(parts | modules | together | {*ERROR_NAMES})


def _dotted(value: object) -> Iterator[str]:
    """The parts of every dotted name in a change's parameters."""
    match value:
        case str() if _DOTTED.fullmatch(value):
            yield from value.split(".")
        case dict():
            for key, inner in value.items():
                yield from _dotted(key)
                yield from _dotted(inner)
        case list() | tuple():
            for inner in value:
                yield from _dotted(inner)
