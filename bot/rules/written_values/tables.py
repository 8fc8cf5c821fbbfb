"""The tables of a pack that say how values are written for the new library."""

from enum import StrEnum
from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord, anew
from bot.models.reading import read
from bot.packs.schema import DottedName, Identifier, Pack, Sentence
from bot.rules.engine.once import once

Word = Annotated[str, Bounds(min_length=1, max_length=64)]


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


class HarmNames(LightRecord):
    """Categories, or thresholds: `cls` is the new class, `classes` the old ones; `texts` each way to write one in the
    old library, in small letters, to the new name.
    """

    cls: Identifier
    classes: tuple[DottedName, ...]
    texts: dict[Word, Identifier]


class Safety(LightRecord):
    """`argument` takes a list of objects of the class `setting`. `every`: the categories for which one threshold alone
    stands.
    """

    argument: Identifier
    setting: Identifier
    category: HarmNames
    threshold: HarmNames
    every: tuple[Identifier, ...]


class Options(LightRecord):
    """`classes` are the old library's; `seconds` is the old key of the time limit. The new class `cls` is made with
    `milliseconds`, and passed as `argument`.
    """

    classes: tuple[DottedName, ...]
    seconds: Identifier
    cls: Identifier
    milliseconds: Identifier
    argument: Identifier


class Blob(LightRecord):
    """The keys of a file's bytes in a dict, and the key under which the new library takes such a dict."""

    keys: tuple[Identifier, ...]
    under: Identifier


class Parts(LightRecord):
    """How turns are written: the key of a turn's parts, of its role, of a text among the parts, and of bytes.

    `user` is the class that makes a turn of a person out of whatever a part may be.
    """

    parts: Identifier
    role: Identifier
    text: Identifier
    blob: Blob
    keys: tuple[Identifier, ...]
    user: Identifier


class Tables(LightRecord):
    """`module` holds the classes of the new library, of which `config` is the configuration; `configs` are the old
    classes that it takes the place of, `order` their arguments by position. `fields`: the old keys, to how each is
    taken. `arguments`: of a model and its calls.

    `not_called` is what tells the new library not to call functions by itself.
    """

    module: DottedName
    config: Identifier
    configs: tuple[DottedName, ...]
    order: tuple[Identifier, ...]
    fields: Annotated[dict[Identifier, FieldKind], Bounds(min_length=1)]
    arguments: dict[Identifier, Argument]
    safety: Safety
    options: Options
    parts: Parts
    note: dict[Word, Sentence] = anew(dict)


@once
def tables_of(pack: Pack) -> Tables:
    """The tables of the pack's change that holds them; StopIteration for a pack without."""
    stated = next(change.parameters for change in pack.changes if change.kind == "value_classes")
    return read(Tables, {name: value for name, value in stated.items() if name in Tables.record_fields})
