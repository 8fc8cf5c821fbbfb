"""A struct is what a dataclass of the same fields is."""

from copy import copy

import pytest

from bot.models.struct import Frozen, Mutable, altered, anew


class Point(Frozen):
    x: int
    y: int = 0
    notes: tuple[str, ...] = ()


class Named(Point):
    name: str = ""


class Other(Frozen):
    x: int
    y: int = 0
    notes: tuple[str, ...] = ()


class Growing(Mutable):
    name: str
    parts: list[int] = anew(list)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        pytest.param((), {}, id="nothing"),
        pytest.param((1, 2, (), 4), {}, id="one too many"),
        pytest.param((1,), {"z": 2}, id="an unknown one"),
        pytest.param((1, 2, ()), {"z": 2}, id="an unknown one more"),
        pytest.param((1, 2), {"x": 2}, id="one twice"),
        pytest.param((), {"y": 1, "notes": (), "z": 3}, id="an unknown one for a missing one"),
    ],
)
def test_fields_that_do_not_fit_are_an_error(given: tuple[int, ...], named: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="Point"):
        Point(*given, **named)  # type: ignore[arg-type]


def test_fields_are_given_by_place_and_by_name() -> None:
    point = Point(1, notes=("a",))
    assert (point.x, point.y, point.notes) == (1, 0, ("a",))
    match point:
        case Point(x, y, notes):
            assert (x, y, notes) == (1, 0, ("a",))
    assert repr(Named(1, name="b")) == "Named(x=1, y=0, notes=(), name='b')"


def test_frozen_ones_are_equal_by_class_and_fields() -> None:
    assert Point(1, 2) == Point(y=2, x=1)
    assert hash(Point(1, 2)) == hash(Point(y=2, x=1))
    assert Point(1, 2) != Point(1, 3)
    assert Point(1) != Other(1)
    assert Point(1) != Named(1)
    assert copy(Point(1)) == Point(1)
    assert altered(Point(1), y=2) == Point(1, 2)
    with pytest.raises(AttributeError, match="frozen"):
        setattr(Point(1), "x", 2)  # noqa: B010 - what a type checker would not let pass
    with pytest.raises(AttributeError, match="frozen"):
        delattr(Point(1), "x")


def test_mutable_ones_are_only_themselves_and_share_nothing() -> None:
    one, other = Growing("a"), Growing("a")
    one.parts.append(1)
    one.name = "b"
    assert other.parts == []
    assert one != Growing("b", [1])
    assert {one: 1}[one] == 1
