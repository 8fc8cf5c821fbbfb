"""The tables of a pack that say which error became which, and which of them is raised when."""

from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.struct import anew
from bot.packs.schema import DottedName, Identifier, Sentence, Slug

Condition = Annotated[str, Bounds(pattern=r"^[a-z_]+ == \d+$", max_length=64)]
"""Of an attribute: `status_code == 503`."""


class Occasion(LightRecord):
    """Something that goes wrong: the class that the old library raises for it, and the new one."""

    before: DottedName
    after: Identifier


class Parameters(LightRecord):
    """`classes`: the old class's full name to the new ones that stand for the same occasions; the new names are of the
    library's top module. `above`: each new class to all classes above it.

    `base` is the old class that every error of the library derives from. `close`: occasions that the new class stands
    for besides, near enough that a warning will do where no other handler caught them. `message` warns of an error
    that is shown. `members`: attributes of the errors in `with_members` that are called differently; `added`: those
    that only the new errors have. `told`: an occasion to the condition, on the attributes of a new error of
    `with_members`, that tells it from others of the same new class.
    """

    classes: Annotated[dict[DottedName, tuple[Identifier, ...]], Bounds(min_length=1)]
    base: DottedName
    above: dict[Identifier, tuple[Identifier, ...]]
    occasions: dict[Slug, Occasion]
    close: dict[DottedName, tuple[Slug, ...]] = anew(dict)
    close_note: Sentence
    message: Sentence
    members: dict[Identifier, DottedName] = anew(dict)
    with_members: tuple[DottedName, ...] = ()
    added: tuple[Identifier, ...] = ()
    told: dict[Slug, Condition] = anew(dict)

    def __post_init__(self) -> None:
        for slugs in self.close.values():
            if not set(slugs) <= self.occasions.keys():
                raise ValueError(f"close: {', '.join(slugs)} names an occasion that is not there")
        if not self.told.keys() <= self.occasions.keys():
            raise ValueError("told names an occasion that is not there")

    def before(self, symbol: str) -> frozenset[str]:
        """The occasions on which the old class is raised."""
        return frozenset(name for name, one in self.occasions.items() if symbol in {one.before, self.base})

    def after(self, names: tuple[str, ...]) -> frozenset[str]:
        """The occasions that handlers of the new classes catch."""
        return frozenset(
            name for name, one in self.occasions.items() if {one.after, *self.above.get(one.after, ())} & {*names}
        )
