"""Reads what came from outside into light records: every field is checked, unknown ones are refused.

What a confined child answers is hostile, and so may be what lies in a cache. The words and their meaning are those of
pydantic, to which a test holds this: what it refuses is refused, and what is read is the same. A value is taken only as
what it is: no number is made of text, and none is taken for another.
"""

import json
import re
import types
from collections.abc import Callable
from enum import Enum
from functools import reduce
from typing import Annotated, Any, Literal, NewType, NoReturn, TypeAlias, TypeVar, Union, get_args, get_origin

from bot.models.bounds import Bounds, Checked
from bot.models.light_record import LightRecord
from bot.models.struct import REQUIRED

Wanted = TypeVar("Wanted", bound=LightRecord)
Reader: TypeAlias = Callable[[Any], Any]
"""Gives what a plain JSON value stands for, or raises `MisfitError`."""


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class MisfitError(ValueError):
    """What was read is not of the shape asked for; the message tells nothing of what stands there."""


def read_json(cls: type[Wanted], document: bytes | str) -> Wanted:
    """The record that the JSON text (UTF-8) describes."""
    try:
        value = json.loads(document.decode() if isinstance(document, bytes) else document, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise MisfitError(f"{cls.__name__}: not JSON") from error
    return read(cls, value)


def read(cls: type[Wanted], value: object) -> Wanted:
    """The record that a plain value describes: dictionaries, lists or tuples, text, numbers, truth values, None."""
    try:
        found: Wanted = _record(cls)(value)
    except MisfitError:
        raise
    except ValueError as error:
        raise MisfitError(f"{cls.__name__}: {error}") from error
    return found


def _refuse(word: object) -> NoReturn:
    raise MisfitError(f"no {word}")


_READERS: dict[type[LightRecord], Reader] = {}
"""What was made once for each record."""


def _record(cls: type[LightRecord]) -> Reader:
    found = _READERS.get(cls)
    if found is None:
        found = _READERS[cls] = _reader_of(cls)
    return found


def _reader_of(cls: type[LightRecord]) -> Reader:
    readers = {name: reader(field.annotation) for name, field in cls.record_fields.items()}
    checks = cls.__post_init__ is not LightRecord.__post_init__

    def read_record(value: Any) -> LightRecord:
        if type(value) is not dict:
            raise MisfitError(f"{cls.__name__}: not an object")
        found = {}
        for name, read_field in readers.items():
            if name in value:
                found[name] = read_field(value[name])
            else:
                if cls.record_fields[name].default is REQUIRED:
                    raise MisfitError(f"{cls.__name__}: {name} is missing")
                found[name] = cls.record_fields[name].left_out()
        if value.keys() - readers.keys():
            raise MisfitError(f"{cls.__name__}: an unknown field")
        record = cls.__new__(cls)
        record.__dict__.update(found)
        if checks:
            record.__post_init__()
        return record

    return read_record


def reader(annotation: Any) -> Reader:
    """What reads values of a type; raises TypeError for a type that light records do not use."""
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if isinstance(annotation, NewType):
        return reader(annotation.__supertype__)
    if get_origin(annotation) in _GENERIC:
        return _GENERIC[get_origin(annotation)](get_args(annotation))
    if isinstance(annotation, type) and issubclass(annotation, LightRecord):
        return _record(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _one_of({member.value: member for member in annotation})
    raise TypeError(f"no reader for {annotation}")


def _exactly(kind: type) -> Reader:
    def read_plain(value: Any) -> Any:
        if type(value) is not kind:
            raise MisfitError(f"not of type {kind.__name__}")
        return value

    return read_plain


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise MisfitError("not text")
    if not value.isascii() and _LONE_SURROGATE.search(value):
        raise MisfitError("not text")
    return value


_NOTHING = _exactly(type(None))
_PLAIN: dict[Any, Reader] = {
    Any: lambda value: value,
    str: _text,
    int: _exactly(int),
    bool: _exactly(bool),
    None: _NOTHING,
    type(None): _NOTHING,
}


def _one_of(members: dict[Any, Any]) -> Reader:
    def read_member(value: Any) -> Any:
        if not isinstance(value, str) or value not in members:
            raise MisfitError("not one of the words")
        return members[value]

    return read_member


def _annotated(arguments: tuple[Any, ...]) -> Reader:
    kind, *narrowed = arguments
    return reduce(_narrowed, narrowed, reader(kind))


def _narrowed(inner: Reader, by: Any) -> Reader:
    if isinstance(by, Bounds):
        hold = by.hold

        def read_bounded(value: Any) -> Any:
            found = inner(value)
            if not hold(found):
                raise MisfitError("out of bounds")
            return found

        return read_bounded
    if isinstance(by, Checked):
        return (lambda value: inner(by.check(value))) if by.before else (lambda value: by.check(inner(value)))
    raise TypeError(f"no reader for what is narrowed by {by}")


def _union(arguments: tuple[Any, ...]) -> Reader:
    readers = [reader(each) for each in arguments]
    others = [each for each in readers if each is not _NOTHING]
    if len(others) == 1:
        (only,) = others
        return lambda value: None if value is None else only(value)

    def read_any(value: Any) -> Any:
        for each in readers:
            try:
                return each(value)
            except ValueError:
                continue
        raise MisfitError("of none of the types")

    return read_any


def _dict(arguments: tuple[Any, ...]) -> Reader:
    key, item = map(reader, arguments)

    def read_dict(value: Any) -> dict[Any, Any]:
        if type(value) is not dict:
            raise MisfitError("not an object")
        return {key(name): item(held) for name, held in value.items()}

    return read_dict


def _items(item: Reader, made: Callable[[list[Any]], Any]) -> Reader:
    def read_items(value: Any) -> Any:
        if type(value) not in {list, tuple}:
            raise MisfitError("not a list")
        return made([item(each) for each in value])

    return read_items


def _tuple(arguments: tuple[Any, ...]) -> Reader:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return _items(reader(arguments[0]), tuple)
    readers = [reader(each) for each in arguments]

    def read_tuple(value: Any) -> tuple[Any, ...]:
        if type(value) not in {list, tuple} or len(value) != len(readers):
            raise MisfitError("not a list of that length")
        return tuple(each(held) for each, held in zip(readers, value, strict=True))

    return read_tuple


_GENERIC: dict[Any, Callable[[tuple[Any, ...]], Reader]] = {
    Annotated: _annotated,
    Union: _union,
    types.UnionType: _union,
    Literal: lambda arguments: _one_of({each: each for each in arguments}),
    dict: _dict,
    frozenset: lambda arguments: _items(reader(arguments[0]), frozenset),
    tuple: _tuple,
}
