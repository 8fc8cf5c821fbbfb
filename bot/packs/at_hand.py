"""A pack of which little is read until a file names its library: most repositories name none."""

from collections.abc import Callable
from functools import cached_property
from typing import Self

from bot.models.light_record import LightRecord
from bot.models.names import PackId
from bot.models.writing import compact
from bot.packs.schema import Pack, PackIdField, Version


class PackHead(LightRecord):
    """What is asked of a pack before anything is found: what it is, and which byte strings to look for."""

    id: PackIdField
    version: Version
    tokens: tuple[str, ...]
    old_names: tuple[str, ...]


class PackAtHand:
    """The head of a pack, and how to have the whole: as JSON for a confined child, and as a record."""

    def __init__(self, head: PackHead, document: Callable[[], str], pack: Callable[[], Pack]) -> None:
        self.head = head
        self._document = document
        self._pack = pack

    @classmethod
    def of(cls, pack: Pack) -> Self:
        """One that is read already."""
        head = PackHead(id=pack.id, version=pack.version, tokens=pack.tokens, old_names=pack.old_names)
        return cls(head, lambda: compact(pack), lambda: pack)

    @property
    def id(self) -> PackId:
        """The pack's id."""
        return self.head.id

    @cached_property
    def document(self) -> str:
        """The whole pack as JSON."""
        return self._document()

    @cached_property
    def pack(self) -> Pack:
        """The whole pack."""
        return self._pack()
