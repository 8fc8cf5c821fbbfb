"""Classes of a few fields, as `dataclass` makes them, that take next to nothing to define.

A dataclass is compiled when its module is imported, half a millisecond each, and brings in `inspect`: for the classes
of a scan that is as long as the scan of a small repository. Here the fields are only noted. mypy checks that what is
given fits them (`dataclass_transform`), and treats a `Frozen` as one that cannot change.

    class Item(Frozen):
        index: int
        names: dict[str, str] = anew(dict)
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, TypeVar, cast, dataclass_transform

Made = TypeVar("Made")
Kind = TypeVar("Kind", bound="Struct")


REQUIRED = object()
"""The default of a field that has none."""


class Anew:
    """A default that is made for each object."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def anew(make: Callable[[], Made]) -> Made:
    """The default of a field that is made for each object: an empty dictionary with `anew(dict)`."""
    return cast("Made", Anew(make))


class Field:
    """A field: its annotation, and what it is where nothing is given."""

    __slots__ = ("annotation", "default")

    def __init__(self, annotation: Any, default: Any) -> None:
        self.annotation = annotation
        self.default = default

    def left_out(self) -> Any:
        """The value of a field that was not given; not asked of one that is REQUIRED."""
        return self.default.make() if isinstance(self.default, Anew) else self.default


class Struct:
    """An object of the fields that its class is annotated with, in that order; given by place or by name."""

    record_fields: ClassVar[Mapping[str, Field]] = {}
    """By name, in the order declared."""
    _names: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[tuple[tuple[str, Any], ...]] = ()
    _values: ClassVar[Callable[[Any], Any]] = type
    """What tells the values of all fields."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {name: Field(kind, cls.__dict__.get(name, REQUIRED)) for name, kind in cls.__annotations__.items()}
        cls.record_fields = {**cls.record_fields, **own}
        cls._names = tuple(cls.record_fields)
        fields = cls.record_fields.items()
        cls._defaults = tuple((name, field.default) for name, field in fields if field.default is not REQUIRED)
        setattr(cls, "__match_args__", cls._names)  # noqa: B010 - which mypy makes up by itself
        if own:
            cls._values = attrgetter(*cls._names)

    def __init__(self, *given: Any, **named: Any) -> None:
        self.__dict__.update(zip(self._names, given, strict=False), **named)
        if named or len(given) != len(self._names):
            self._complete(len(given) + len(named))

    def _complete(self, given: int) -> None:
        """Set what was left out. Raises TypeError where something else than that is wrong."""
        values, found = self.__dict__, len(self.__dict__)
        for name, default in self._defaults:
            if name not in values:
                values[name] = default.make() if isinstance(default, Anew) else default
        if found != given or values.keys() != self.record_fields.keys():
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self._names)}, each once")

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={self.__dict__[name]!r}" for name in type(self).record_fields)
        return f"{type(self).__name__}({told})"


@dataclass_transform(eq_default=False)
class Mutable(Struct):
    """Fields that change; each object is only equal to itself."""


@dataclass_transform(frozen_default=True)
class Frozen(Struct):
    """Fields that cannot be exchanged; equal when all of them are."""

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash(type(self)._values(self))


def altered(value: Kind, **changes: Any) -> Kind:
    """The value with some fields exchanged."""
    return type(value)(**{**value.__dict__, **changes})
