"""A light record is a value, and the same to our own code, to JSON and to pydantic."""

from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter, ValidationError

from bot.models.bounds import Bounds
from bot.models.document import document
from bot.models.light_record import LightRecord
from bot.models.limitation import limitation
from bot.models.reading import MisfitError, read, read_json
from bot.models.struct import altered, anew
from bot.models.writing import compact, plain
from bot.vocabulary import Bail, LimitationCode


class Inner(LightRecord):
    bail: Bail | None
    lines: tuple[int, ...] = ()


class Outer(LightRecord):
    name: str
    inner: Inner
    notes: dict[str, str] = anew(dict)

    def __post_init__(self) -> None:
        if self.name == "wrong":
            raise ValueError("the name is wrong")


class Longer(Outer):
    more: bool = False


OUTER = Outer(name="é\x7f\x1f\u2028", inner=Inner(bail=Bail.STAR_IMPORTED, lines=(1, 2)))


def test_fields_are_given_by_name_and_an_unknown_or_missing_one_is_an_error() -> None:
    with pytest.raises(TypeError, match="line"):
        Inner(bail=None, line=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="bail"):
        Inner(lines=())  # type: ignore[call-arg]


def test_records_are_equal_when_their_fields_are_in_whatever_order_they_were_given() -> None:
    other = Inner(lines=(), bail=None)
    assert other == Inner(bail=None)
    assert hash(other) == hash(Inner(bail=None))
    assert other != limitation(LimitationCode.LONE_CARRIAGE_RETURN)
    assert Outer(name="a", inner=other) != Longer(name="a", inner=other)


def test_a_record_cannot_be_changed_but_altered() -> None:
    with pytest.raises(AttributeError, match="frozen"):
        setattr(OUTER, "name", "b")  # noqa: B010 - what a type checker would not let pass
    with pytest.raises(AttributeError, match="frozen"):
        del OUTER.name
    assert altered(OUTER, name="b") == Outer(name="b", inner=OUTER.inner)


def test_a_default_that_is_made_is_made_for_each_record() -> None:
    assert Outer(name="a", inner=OUTER.inner).notes is not Outer(name="a", inner=OUTER.inner).notes


def test_fields_that_do_not_fit_one_another_are_refused_whoever_makes_the_record() -> None:
    with pytest.raises(ValueError, match="the name is wrong"):
        Outer(name="wrong", inner=OUTER.inner)
    with pytest.raises(MisfitError, match="the name is wrong"):
        read(Outer, {**plain(OUTER), "name": "wrong"})
    with pytest.raises(ValidationError, match="the name is wrong"):
        TypeAdapter(Outer).validate_python({**plain(OUTER), "name": "wrong"})


@pytest.mark.parametrize(
    "record", [OUTER, Longer(inner=OUTER.inner, notes={"b": '\\"', "a": "\t"}, name="", more=True)]
)
def test_what_is_written_is_what_pydantic_writes_and_reads_back_as_the_same(record: Outer) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(type(record))
    assert compact(record).encode() == adapter.dump_json(record)
    assert document(record) == adapter.dump_json(record, indent=2) + b"\n"
    assert read_json(type(record), compact(record)) == record == adapter.validate_json(compact(record))
    assert read(type(record), plain(record)) == record == adapter.validate_python(plain(record))


def test_text_that_json_cannot_hold_is_no_document() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        compact(altered(OUTER, name="\ud800"))


def test_a_schema_is_closed_and_tells_what_each_record_is_for() -> None:
    schema = TypeAdapter(Longer).json_schema()
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["name", "inner"]
    assert set(schema["$defs"]) == {"Inner", "Bail"}
    assert "description" in TypeAdapter(type(limitation(LimitationCode.LONE_CARRIAGE_RETURN))).json_schema()


class Narrow(LightRecord):
    text: str
    whole: int


@pytest.mark.parametrize(
    "given",
    [
        pytest.param('{"text": "a", "whole": 1, "text": "b"}', id="a key that stands twice: the last one counts"),
        pytest.param('{"text": "a", "whole": 01}', id="a number that is none"),
        pytest.param('{"text": "a", "whole": NaN}', id="no number"),
        pytest.param('{"text": "a", "whole": 1e3}', id="a number with an exponent"),
        pytest.param('{"text": "\\ud800", "whole": 1}', id="a lone surrogate"),
        pytest.param('{"text": "\\ud83d\\ude00", "whole": 1}', id="a pair of surrogates is a character"),
        pytest.param('{"text": null, "whole": 1}', id="nothing for text"),
        pytest.param('{"text": "a", "whole": "1"}', id="text for a number"),
        pytest.param('{"text": "a", "whole": true}', id="a truth value for a number"),
        pytest.param('{"text": "a"}', id="a field is missing"),
        pytest.param('{"text": "a", "whole": 1, "other": 2}', id="a field too many"),
        pytest.param('["a", 1]', id="a list"),
        pytest.param('{"text": ' + "[" * 100_000, id="deep nesting"),
        pytest.param('{"text": "a", "whole": ' + "9" * 5_000 + "}", id="a number of 5,000 digits"),
        pytest.param('{"text": "a\x00", "whole": 1}', id="a raw control character"),
        pytest.param('{"text": "a", "whole": 1} x', id="something behind it"),
        pytest.param("", id="nothing"),
    ],
)
def test_nothing_is_read_that_pydantic_refuses(given: str) -> None:
    """Pydantic also takes `1e3`, `"1"` and `true` for a number; nothing that we write needs that."""
    try:
        found = read_json(Narrow, given.encode())
    except MisfitError:
        return
    assert found == TypeAdapter(Narrow).validate_json(given)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(MisfitError):
        read_json(Narrow, b'{"text": "\xff", "whole": 1}')


@pytest.mark.parametrize(
    ("bounds", "held", "refused"),
    [
        (Bounds(min_length=1, max_length=2), "ab", ["", "abc"]),
        (Bounds(pattern=r"^[a-z]+$"), "ab", ["aB", "ab\n", "", "\nab"]),
        (Bounds(ge=1, le=3), 3, [0, 4]),
    ],
)
def test_bounds_are_pydantic_s(bounds: Bounds, held: Any, refused: list[Any]) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(Annotated[type(held), bounds])  # type: ignore[arg-type]
    assert bounds.hold(held)
    assert adapter.validate_python(held) == held
    for value in refused:
        assert not bounds.hold(value)
        with pytest.raises(ValidationError):
            adapter.validate_python(value)


def test_a_type_that_no_document_holds_is_said_at_once() -> None:
    class Odd(LightRecord):
        when: complex

    with pytest.raises(TypeError, match="complex"):
        read(Odd, {"when": 1})
