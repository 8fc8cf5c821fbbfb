"""What an answer is made of, as a pack states it, and the types that expressions holding a part of it have."""

import json
import re
from typing import Annotated, Any, TypeAlias

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.struct import Frozen

PLAIN = "plain"
"""A value that both libraries give alike: text, a number, a list or dict of such."""

ShapeName = Annotated[str, Bounds(pattern=r"^[a-z]+(?:-[a-z]+)*$", max_length=64)]
PartType = Annotated[str, Bounds(pattern=r"^(?:\[[a-z]+(?:-[a-z]+)*\]|[a-z]+(?:-[a-z]+)*)\??$", max_length=70)]
Key = Annotated[str, Bounds(pattern=r"^[a-z0-9_]+(?:[/-][a-z0-9_]+)*$", max_length=64)]


class Shape(LightRecord):
    """One kind of object. `parts`: the old key to what stands there: `plain`, a shape, `[shape]` for a list of such; a
    `?` behind it where the service may leave the key out, which then raised a KeyError and is None now. The new
    attribute is called like the key, with `_` for what no name can hold.

    `may_be_empty` where the old dict could be empty, and so false.
    """

    parts: Annotated[dict[Key, PartType], Bounds(min_length=1)]
    may_be_empty: bool = False


class RawMember(LightRecord):
    """Something that an old answer had beside what the service said: `before` and `after` are written around the raw
    answer to read it.
    """

    before: Annotated[str, Bounds(max_length=64)]
    after: Annotated[str, Bounds(max_length=64)]


class InOrder(LightRecord):
    """A dict of what the service said, in the service's order: `written` behind a raw answer. Its JSON, written as the
    old library wrote it, is the text that an old answer of one of the `shapes` showed; none of them may be null. `note`
    says where the text differs for all that.
    """

    written: Annotated[str, Bounds(pattern=r"^(?:\.[a-z_]+)+\(\)$", max_length=64)]
    before: Annotated[str, Bounds(max_length=64)]
    after: Annotated[str, Bounds(max_length=64)]
    shapes: tuple[ShapeName, ...]
    note: Annotated[str, Bounds(min_length=1, max_length=400)]


class RawAnswers(LightRecord):
    """`through` before a method of a client gives the raw answer; `parsed` behind that gives the answer."""

    through: Annotated[str, Bounds(pattern=r"^[a-z_]+$", max_length=64)]
    parsed: Annotated[str, Bounds(pattern=r"^\.[a-z_]+\(\)$", max_length=64)]
    members: dict[Key, RawMember]
    in_order: InOrder


class Shapes(LightRecord):
    """All shapes of a pack, by name."""

    shapes: dict[ShapeName, Shape]

    def __post_init__(self) -> None:
        for name, shape in self.shapes.items():
            for part in shape.parts.values():
                inner = part.strip("[]?")
                if inner != PLAIN and inner not in self.shapes:
                    raise ValueError(f"{name}: {inner!r} is no shape")

    def part(self, shape: str, key: str) -> "Part | None":
        """What stands under a key of an object; None for a key that the pack does not list."""
        stated = self.shapes[shape].parts.get(key)
        if stated is None:
            return None
        return Part(re.sub(r"\W", "_", key), _type_of(stated.removesuffix("?")), may_be_missing=stated.endswith("?"))

    def type_of_any(self, key: str) -> "Type | None":
        """What stands under a key wherever one is called so, if not plain values; None where that differs, or no shape
        has one.
        """
        found = {part.type for shape in self.shapes if (part := self.part(shape, key)) is not None}
        other = found - {Plain()}
        return (other or found).pop() if found and len(other) < 2 else None


class Plain(Frozen):
    """A value that needs no change, however it is used."""


class Answer(Frozen):
    """An object of a shape."""

    shape: str


class AsDict(Frozen):
    """An object of a shape that was made a dict when it came: it is read as it was in the old library. `in_order` where
    its keys stand in the order of the service.
    """

    shape: str
    in_order: bool = False


class Raw(Frozen):
    """An answer as it came, of which `of` is what it says."""

    of: Answer


class Many(Frozen):
    """A list."""

    of: "Type"


class Paired(Frozen):
    """Tuples of which the part `at` is an element: `enumerate(answers)`, `zip(questions, answers)`."""

    of: "Type"
    at: int


class Record(Frozen):
    """A dict of the program's own that holds something under the keys that are named, and else what matters not."""

    parts: tuple[tuple[str, "Type"], ...]


class Tupled(Frozen):
    """One tuple, of which the part `at` holds something."""

    of: "Type"
    at: int


class Stream(Frozen):
    """What can be iterated over once, by `async for` where `later` is set."""

    of: "Type"
    later: bool = False


class Later(Frozen):
    """What `await` gives the value of."""

    of: "Type"


Type: TypeAlias = Plain | Answer | AsDict | Raw | Many | Paired | Record | Tupled | Stream | Later


def is_read_as_before(held: Type) -> bool:
    """Whether all that is held are dicts, so that what else an expression may hold does not matter."""
    match held:
        case Many(of=of) | Paired(of=of) | Tupled(of=of) | Stream(of=of) | Later(of=of):
            return is_read_as_before(of)
        case Record(parts=parts):
            return all(is_read_as_before(of) for _, of in parts)
        case _:
            return isinstance(held, AsDict | Plain)


def depth(held: Type) -> int:
    """How many times something is inside of something."""
    match held:
        case Many(of=of) | Paired(of=of) | Tupled(of=of) | Stream(of=of) | Later(of=of):
            return depth(of) + 1
        case Record(parts=parts):
            return 1 + max(depth(of) for _, of in parts)
        case _:
            return 0


def as_dicts(held: Type, *, in_order: bool = False) -> Type:
    """The same where each answer was made a dict."""
    match held:
        case Answer(shape=shape):
            return AsDict(shape, in_order)
        case Many(of=of):
            return Many(as_dicts(of, in_order=in_order))
        case Later(of=of):
            return Later(as_dicts(of, in_order=in_order))
        case Tupled(of=of, at=at):
            return Tupled(as_dicts(of, in_order=in_order), at)
        case Record(parts=parts):
            return Record(tuple((key, as_dicts(of, in_order=in_order)) for key, of in parts))
        case _:
            return held


def is_in_order(held: Type) -> bool:
    """Whether all that is held are dicts in the order of the service, or plain values."""
    match held:
        case Many(of=of) | Tupled(of=of):
            return is_in_order(of)
        case Record(parts=parts):
            return all(is_in_order(of) for _, of in parts)
        case AsDict(in_order=in_order):
            return in_order
        case _:
            return isinstance(held, Plain)


def spelt(held: Type) -> str:
    """What is held as text, which `read_type` reads."""
    return json.dumps(_listed(held))


def _listed(held: Type) -> list[Any]:
    match held:
        case Answer(shape=shape):
            return ["answer", shape]
        case AsDict(shape=shape, in_order=in_order):
            return ["ordered" if in_order else "dict", shape]
        case Many(of=of):
            return ["many", _listed(of)]
        case Later(of=of):
            return ["later", _listed(of)]
        case Tupled(of=of, at=at):
            return ["tupled", _listed(of), at]
        case Record(parts=parts):
            return ["record", *([key, _listed(of)] for key, of in parts)]
        case _:
            return ["other"]


def is_record(spelt_type: str) -> bool:
    """Whether what `spelt` wrote is, or holds, a dict of the program's own."""
    return '"record"' in spelt_type


def read_type(text: str) -> Type | None:
    """What `spelt` wrote; None for what does not go from file to file."""
    return _typed(json.loads(text))


def _typed(listed: list[Any]) -> Type | None:
    match listed:
        case ["answer", shape]:
            return Answer(shape)
        case ["dict" | "ordered" as kind, shape]:
            return AsDict(shape, in_order=kind == "ordered")
        case ["many", inner] if (of := _typed(inner)) is not None:
            return Many(of)
        case ["later", inner] if (of := _typed(inner)) is not None:
            return Later(of)
        case ["tupled", inner, at] if (of := _typed(inner)) is not None:
            return Tupled(of, at)
        case ["record", *parts] if all(_typed(inner) is not None for _, inner in parts):
            return Record(tuple((key, of) for key, inner in parts if (of := _typed(inner)) is not None))
        case _:
            return None


class Part(Frozen):
    """A part of an object: the new attribute, its type, and whether the service may leave it out."""

    attribute: str
    type: Type
    may_be_missing: bool


def _type_of(stated: str) -> Type:
    if stated.startswith("["):
        return Many(_type_of(stated[1:-1]))
    return Plain() if stated == PLAIN else Answer(stated)
