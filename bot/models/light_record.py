"""Records that need no library to be made: what passes in every scan, in the terminal and in the confined child.

To import pydantic and to have it build its models takes longer than to scan a small repository. A light record is what
a `Record` is, frozen, closed, equal when its fields are, but nothing is checked when our own code makes one: mypy did.
What comes from outside is read by `reading`, which checks every field; `writing` makes JSON of it. Where a person is to
be told what is wrong (a pack, a configuration), and for the published schemas, pydantic takes it as one of its own.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NoReturn, TypeVar, cast, dataclass_transform

Made = TypeVar("Made")
Kind = TypeVar("Kind", bound="LightRecord")


REQUIRED = object()
"""The default of a field that has none."""


class Anew:
    """A default that is made for each record."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def anew(make: Callable[[], Made]) -> Made:
    """The default of a field that is made for each record: an empty dictionary with `anew(dict)`."""
    return cast("Made", Anew(make))


class Field:
    """A field of a light record: its annotation, and what it is where nothing is given."""

    __slots__ = ("annotation", "default")

    def __init__(self, annotation: Any, default: Any) -> None:
        self.annotation = annotation
        self.default = default

    def left_out(self) -> Any:
        """The value of a field that was not given; not asked of one that is REQUIRED."""
        return self.default.make() if isinstance(self.default, Anew) else self.default


@dataclass_transform(kw_only_default=True, frozen_default=True)
class LightRecord:
    """A value: cannot be changed, refuses unknown fields, equal when its fields are."""

    record_fields: ClassVar[Mapping[str, Field]] = {}
    """By name, in the order declared."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {name: Field(kind, cls.__dict__.get(name, REQUIRED)) for name, kind in cls.__annotations__.items()}
        cls.record_fields = {**cls.record_fields, **own}

    def __init__(self, **values: Any) -> None:
        fields = type(self).record_fields
        if len(values) != len(fields) or values.keys() != fields.keys():
            values = _completed(type(self), values)
        self.__dict__.update(values)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Raise ValueError where the fields do not fit one another."""

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__[name] for name in type(self).record_fields))

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={self.__dict__[name]!r}" for name in type(self).record_fields)
        return f"{type(self).__name__}({told})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """How pydantic reads and writes it, and what it says of it in a schema."""
        from bot.models.light_schema import schema_of

        del source
        return schema_of(cls, handler)


def altered(record: Kind, **changes: Any) -> Kind:
    """The record with some fields exchanged."""
    return type(record)(**{**record.__dict__, **changes})


def _completed(cls: type[LightRecord], values: dict[str, Any]) -> dict[str, Any]:
    unknown = values.keys() - cls.record_fields.keys()
    missing = [name for name, field in cls.record_fields.items() if field.default is REQUIRED and name not in values]
    if unknown or missing:
        raise TypeError(f"{cls.__name__}: unknown {sorted(unknown)}, missing {missing}")
    return {name: values[name] if name in values else field.left_out() for name, field in cls.record_fields.items()}
