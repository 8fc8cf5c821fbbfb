"""The tables of a pack that say how values are written for the new library."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field, StringConstraints

from bot.models.record import Record
from bot.packs.schema import DottedName, Identifier, Pack, Sentence
from bot.rules.engine.once import once

Word = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Argument(StrEnum):
    """What an argument of a model, or of one of its calls, holds."""

    FIELDS = "fields"
    SAFETY = "safety"
    CONTENT = "content"
    TOOLS = "tools"
    TOOL_CONFIG = "tool-config"
    OPTIONS = "options"


class FieldKind(StrEnum):
    """How a field of the configuration is taken: as it is, or only where it is certainly no text, or not a class."""

    PLAIN = "plain"
    TEXTS = "texts"
    SCHEMA = "schema"


class HarmNames(Record):
    """Categories, or thresholds: `cls` is the new class, `classes` the old ones; `texts` each way to write one in the
    old library, in small letters, to the new name.
    """

    cls: Identifier
    classes: tuple[DottedName, ...]
    texts: dict[Word, Identifier]


class Safety(Record):
    """`argument` takes a list of objects of the class `setting`. `every`: the categories for which one threshold alone
    stands.
    """

    argument: Identifier
    setting: Identifier
    category: HarmNames
    threshold: HarmNames
    every: tuple[Identifier, ...]


class Options(Record):
    """`classes` are the old library's; `seconds` is the old key of the time limit. The new class `cls` is made with
    `milliseconds`, and passed as `argument`.
    """

    classes: tuple[DottedName, ...]
    seconds: Identifier
    cls: Identifier
    milliseconds: Identifier
    argument: Identifier


class Blob(Record):
    """The keys of a file's bytes in a dict, and the key under which the new library takes such a dict."""

    keys: tuple[Identifier, ...]
    under: Identifier


class Parts(Record):
    """How turns are written: the key of a turn's parts, of its role, of a text among the parts, and of bytes.

    `user` is the class that makes a turn of a person out of whatever a part may be.
    """

    parts: Identifier
    role: Identifier
    text: Identifier
    blob: Blob
    keys: tuple[Identifier, ...]
    user: Identifier


class Tables(Record):
    """`module` holds the classes of the new library, of which `config` is the configuration; `configs` are the old
    classes that it takes the place of, `order` their arguments by position. `fields`: the old keys, to how each is
    taken. `arguments`: of a model and its calls.

    `not_called` is what tells the new library not to call functions by itself.
    """

    module: DottedName
    config: Identifier
    configs: tuple[DottedName, ...]
    order: tuple[Identifier, ...]
    fields: Annotated[dict[Identifier, FieldKind], Field(min_length=1)]
    arguments: dict[Identifier, Argument]
    safety: Safety
    options: Options
    parts: Parts
    note: dict[Word, Sentence] = Field(default_factory=dict)


@once
def tables_of(pack: Pack) -> Tables:
    """The tables of the pack's change that holds them; StopIteration for a pack without."""
    stated = next(change.parameters for change in pack.changes if change.kind == "value_classes")
    return Tables.model_validate({name: value for name, value in stated.items() if name in Tables.model_fields})
