"""The tables of a pack that say how values are written for the new library."""

from enum import StrEnum
from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.reading import read
from bot.packs.schema import DottedName, Identifier, Pack
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


class Tools(LightRecord):
    """`classes` and `declares`: the old classes of a tool and of a declared function; `cls` is the new one of a tool.

    `named`: what text alone may ask for, to the class whose object stands under that name. `declarations` is the key of
    declared functions, `declared` are the keys of one. `configs` are the old classes that say which may be called; in a
    dict that is under `calling`: `mode` is one of `modes`, beside `allowed` names.
    """

    classes: tuple[DottedName, ...]
    declares: tuple[DottedName, ...]
    cls: Identifier
    named: dict[Word, Identifier]
    declarations: Identifier
    declared: tuple[Identifier, ...]
    configs: tuple[DottedName, ...]
    calling: Identifier
    mode: Identifier
    modes: tuple[Word, ...]
    allowed: Identifier


class Schemas(LightRecord):
    """`classes` are the old library's. `keys` are taken as they are; under those of `nested` is another schema, under
    `properties` one each.
    """

    classes: tuple[DottedName, ...]
    keys: tuple[Identifier, ...]
    nested: tuple[Identifier, ...]
    properties: Identifier


class Blob(LightRecord):
    """The keys of a file's bytes in a dict, and the key under which the new library takes such a dict."""

    keys: tuple[Identifier, ...]
    under: Identifier


class Parts(LightRecord):
    """How turns are written: `parts` and `role` are the keys of a turn, `keys` those of a part, of which `text` is one;
    `blob` tells of a file's bytes.

    `turns`: by the role, the class that makes a turn of whatever a part may be; `plain_turn` the one of a turn that
    states no role, `turn` the class of any turn, `part` that of a part. `asked_by`: the methods that take contents.
    """

    parts: Identifier
    role: Identifier
    text: Identifier
    blob: Blob
    keys: tuple[Identifier, ...]
    turns: dict[Word, Identifier]
    plain_turn: Identifier
    turn: Identifier
    part: Identifier
    asked_by: tuple[Identifier, ...]


class Tables(LightRecord):
    """`module` holds the classes of the new library, of which `config` is the configuration; `configs` are the old
    classes that it takes the place of, `order` their arguments by position. `fields`: the old keys, to how each is
    taken. `arguments`: of a model and its calls.
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
    tools: Tools
    schemas: Schemas


@once
def tables_of(pack: Pack) -> Tables:
    """The tables of the pack's change that holds them; StopIteration for a pack without."""
    stated = next(change.parameters for change in pack.changes if change.kind == "value_classes")
    return read(Tables, {name: value for name, value in stated.items() if name in Tables.record_fields})
