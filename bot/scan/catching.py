"""What a pack's old library raised, and files count on that only call others: they hold no use of it themselves."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.packs.schema import Pack

HANDLERS = ("except", "suppress")
"""A file that holds neither takes no error."""


def gives_nothing_now(pack: Pack) -> bool:
    """Whether reads that raised an error give nothing in the new library, by the tables of the pack."""
    return any("missing" in change.parameters for change in pack.changes)


def foreign_errors(pack: Pack) -> Iterator[str]:
    """The packages whose errors came through the old library, and come through the new one no more."""
    for change in pack.changes:
        tables = change.parameters.get("tables")
        errors: Any = tables.get("errors") if isinstance(tables, Mapping) else None
        if isinstance(errors, Mapping) and "package" in errors:
            yield str(errors["package"])
