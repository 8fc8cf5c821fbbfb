"""One declared dependency, wherever it stands. How its text is taken apart is in `requirement`."""

from enum import Enum

from bot.models.struct import Frozen
from bot.vocabulary import Bail


class Writing(Enum):
    """How a file writes a dependency down."""

    REQUIREMENT = "one text: name, extras, specifier, marker (PEP 508)"
    KEYED = "a key that is the name, with the version in a value of its own"
    NAME = "the name alone, which repeats what is declared elsewhere in the file"


class Spot(Frozen):
    """Text of the file, and the offset at which it stands."""

    start: int
    text: str


class Declaration(Frozen):
    """A dependency on one distribution as a file states it.

    `start` and `end` are the offsets of the requirement's own text in the file (no comment, no options), of the key
    where the version stands apart; `text` is that text. `specifier` is by PEP 440, alternatives separated by `||`,
    empty where any release will do. `version` is the value that holds the version, where it stands apart. `bail` is
    why the declaration cannot be rewritten as it stands.
    """

    name: str
    text: str
    start: int
    end: int
    extras: tuple[str, ...]
    specifier: str
    marker: str | None
    bail: Bail | None
    writing: Writing = Writing.REQUIREMENT
    version: Spot | None = None
