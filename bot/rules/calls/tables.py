"""The tables of a pack that say which call became which, with which arguments and which answer."""

from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.struct import anew
from bot.packs.schema import DottedName, Identifier
from bot.rules.answers.shapes import PLAIN, PartType, RawAnswers, Shape, ShapeName, Shapes

Value = Annotated[str, Bounds(min_length=1, max_length=64)]


class Arguments(LightRecord):
    """What several calls share. `renamed`: old keyword to new one. `apart`: the call means the same to the service that
    is apart, which in the old library needed one of the keywords of `deployment`. `left_out`: keywords without which
    the new call does what the old one did with them, each with what is told of that.
    """

    apart: bool = False
    deployment: tuple[Identifier, ...] = ()
    renamed: dict[Identifier, Identifier] = anew(dict)
    left_out: dict[Identifier, Annotated[str, Bounds(min_length=1, max_length=400)]] = anew(dict)


class Call(LightRecord):
    """One call. `to`: its path from the module, or from a client. `awaited`: the old call that does the same in a
    coroutine. `required`: new keywords without which the new call fails; `keywords`: those that both sides take alike;
    `positional`: the new keywords of old positional arguments, in their order, `""` for one that stays positional.
    `named`: old keywords, beyond those of `arguments`, that are called differently.

    `answer` is what it gives; `streamed` what it gives piece by piece with `stream=True`; `by_value` what it gives
    where a keyword has a value. `then` is put behind the call.
    """

    to: DottedName
    awaited: DottedName | None = None
    arguments: str
    required: tuple[Identifier, ...] = ()
    keywords: tuple[Identifier, ...] = ()
    positional: tuple[str, ...] = ()
    named: dict[Identifier, Identifier] = anew(dict)
    answer: PartType
    streamed: ShapeName | None = None
    by_value: dict[Identifier, dict[Value, PartType]] = anew(dict)
    then: str = ""


class Client(LightRecord):
    """The classes of the new library that make a client for a service. `arguments`: old argument, or setting, to the
    client's; `settings`: the client's argument to the module's new setting, of which `always` is passed in any case.
    With `complete` none may be missing.
    """

    plain: Identifier
    plain_later: Identifier
    arguments: dict[Identifier, Identifier]
    settings: dict[Identifier, Identifier]
    always: Identifier
    complete: bool = False

    def __post_init__(self) -> None:
        if {*self.arguments.values()} != self.settings.keys():
            raise ValueError("arguments and settings do not name the same")


class Clients(LightRecord):
    """The usual clients, and those `apart`, for which a program gives the old `setting` the `value`. `values` are all
    that it may be given.

    `tokens` are values of the service that is apart, where the key is a token. A client of one call gets neither a
    token nor the settings `alone`, which the module's own client has.
    `environment`: variables that the old library reads and the new one does not. `blank`: settings for which it took an
    empty text as none.
    """

    usual: Client
    apart: Client
    setting: DottedName
    value: Value
    values: tuple[Value, ...]
    tokens: tuple[Value, ...] = ()
    alone: tuple[Identifier, ...] = ()
    environment: tuple[Identifier, ...] = ()
    blank: tuple[Identifier, ...] = ()


class Parameters(LightRecord):
    """`calls`: the old call's full name to what became of it."""

    calls: Annotated[dict[DottedName, Call], Bounds(min_length=1)]
    arguments: dict[str, Arguments]
    clients: Clients
    shapes: dict[ShapeName, Shape]
    raw: RawAnswers

    def __post_init__(self) -> None:
        shapes = Shapes(shapes=self.shapes)
        for name, call in self.calls.items():
            stated = [call.answer, *(part for values in call.by_value.values() for part in values.values())]
            known = {PLAIN, *shapes.shapes}
            if call.arguments not in self.arguments or any(part.strip("[]?") not in known for part in stated):
                raise ValueError(f"{name}: names arguments or a shape that are not there")
