"""Records that need no library to be made: what passes in every scan, in the terminal and in the confined child.

To import pydantic and to have it build its models takes longer than to scan a small repository. A light record is what
a `Record` is, frozen, closed, equal when its fields are, but nothing is checked when our own code makes one: mypy did.
What comes from outside is read by `reading`, which checks every field; `writing` makes JSON of it. Where a person is to
be told what is wrong (a pack, a configuration), and for the published schemas, pydantic takes it as one of its own.
"""

from typing import Any, dataclass_transform

from bot.models.struct import Frozen


@dataclass_transform(kw_only_default=True, frozen_default=True)
class LightRecord(Frozen):
    """A value whose fields are given by name, and which JSON and pydantic know."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Raise ValueError where the fields do not fit one another."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """How pydantic reads and writes it, and what it says of it in a schema."""
        from bot.models.light_schema import schema_of

        del source
        return schema_of(cls, handler)
