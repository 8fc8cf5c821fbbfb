"""The tables of a pack that say which members are read in another way."""

from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.packs.schema import DottedName, Identifier

Code = Annotated[str, Bounds(min_length=1, max_length=1_000)]


class PackFunction(LightRecord):
    """A function that is put into files: `function` is the text of one that is called `name`."""

    name: Identifier
    function: Code


class Missing(LightRecord):
    """`members` were missing with one of `errors`, a class of Python's, and are None now. `function` is the text of one
    that raises, called `name`. `items` are members that were empty, so that an item of them was missing with one of
    `item_errors`, and are None now.
    """

    members: tuple[DottedName, ...]
    errors: tuple[Identifier, ...]
    name: Identifier
    function: Code
    items: tuple[DottedName, ...]
    item_errors: tuple[Identifier, ...]


class ReadTables(LightRecord):
    """`withheld` are members whose reads cannot be written so that they raise. `enumerations`: members to the new class
    that their value is of, `numbers` its old numbers to its members. `same` is what may be read of one.

    `guarded` are members that may be None now, and had parts that were false; they are there where `none_without`, a
    member beside them, is empty.
    """

    missing: Missing
    withheld: tuple[DottedName, ...]
    enumerations: dict[DottedName, Identifier]
    numbers: dict[Identifier, dict[Identifier, int]]
    same: tuple[Identifier, ...]
    guarded: tuple[DottedName, ...]
    none_without: Identifier
