"""The tables of a pack that say by which status an error is known that had a class of its own."""

from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.packs.schema import DottedName, Identifier
from bot.rules.reads.tables import PackFunction


class Status(LightRecord):
    """`cls` is the new class; with `attribute` only those of its errors of which that is `value`, an expression."""

    cls: Identifier
    attribute: Identifier | None = None
    value: Annotated[str, Bounds(pattern=r'^(?:[0-9]+|"[A-Z_]+")$')] = "0"


class StatusTables(LightRecord):
    """`package` is whose errors came through, `module` where their classes are: `classes` by name, to the new ones in
    the `errors` module of the new library, of which `base` is above all. `read`: attributes of an error that stay.

    `others`: packages that raise errors of those classes as well. `told` gives the text that an error was as a whole.
    """

    package: DottedName
    module: DottedName
    classes: dict[Identifier, Status]
    errors: Identifier
    base: Identifier
    read: tuple[Identifier, ...]
    others: tuple[DottedName, ...]
    told: PackFunction
