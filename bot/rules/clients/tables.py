"""The tables of a pack that say how a global configuration becomes a client."""

from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.struct import anew
from bot.packs.schema import DottedName, Identifier, Sentence

CLIENT_KIND = "configure_to_client"
"""The rule kind whose changes hold them."""

Code = Annotated[str, Bounds(min_length=1, max_length=200, pattern=r"^[\w .,:=\"'{}()\[\]-]+$")]
"""Text that is written into programs as it stands here."""


class Address(LightRecord):
    """Where the service is asked: a dict as `argument`, with the one `key`. `before` and `behind` stand around the
    address in what is passed then instead of `ClientTables.added`; `scheme` is put in front of an address without one.
    """

    argument: Identifier
    key: Identifier
    before: Code
    behind: Code
    scheme: Annotated[str, Bounds(pattern=r"^[a-z]+://$")]


class ClientTables(LightRecord):
    """`configure`: the old call, by all its names. `client`: the new class. `names`: what a client is called, the
    first that is free.

    `kept` are the arguments that both take alike; `dropped` those that the new class does without, where their value
    is one of the texts that stand there. `added` is passed besides. `note` is said where the key is no literal,
    `own_note` where a file gets a client of its own; `configured_by` are other libraries' modules, which may have
    configured the old one for a file that imports them. `types` is the module of the new library whose classes are
    written, by what follows the library's own module. `came_along` are packages of other distributions that are there
    because of the old library alone, and share its classes.
    """

    configure: Annotated[tuple[DottedName, ...], Bounds(min_length=1)]
    client: Identifier
    names: Annotated[tuple[Identifier, ...], Bounds(min_length=1)]
    kept: tuple[Identifier, ...]
    dropped: dict[Identifier, tuple[str, ...]] = anew(dict)
    added: Code
    address: Address | None = None
    note: Sentence | None = None
    own_note: Sentence | None = None
    configured_by: tuple[Identifier, ...] = ()
    types: Identifier
    came_along: tuple[DottedName, ...] = ()
