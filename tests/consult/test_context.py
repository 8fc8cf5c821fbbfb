"""How much of a file is sent with a question."""

import ast

import pytest

from bot.consult.context import CONTEXT_LINE_LIMIT, Span, binding_group, context_span, last_line, scopes_of, text_of
from bot.scan.facts import Binding
from bot.scan.source_text import text_source
from bot.vocabulary import BindingKind


def made(ctor: int, *uses: int) -> Binding:
    return Binding(kind=BindingKind.VARIABLE, name="model", symbol="lib.Model", ctor_line=ctor, use_lines=uses)


@pytest.mark.parametrize(
    ("line", "bindings", "group"),
    [
        pytest.param(5, [], Span(5, 5), id="a place that binds nothing stands for itself"),
        pytest.param(5, [made(5, 9, 12)], Span(5, 12), id="where an object is made, all its uses belong to it"),
        pytest.param(9, [made(5, 9, 12)], Span(5, 12), id="where it is used, the constructor and the other uses do"),
        pytest.param(7, [made(5, 9, 12)], Span(7, 7), id="a line between them is none of its own"),
        pytest.param(9, [made(5, 9), made(2, 9, 30)], Span(2, 30), id="two objects on one line: both groups"),
    ],
)
def test_a_group_is_the_line_with_the_constructor_and_the_uses(line: int, bindings: list[Binding], group: Span) -> None:
    assert binding_group(line, bindings) == group


def test_a_scope_begins_at_its_first_decorator() -> None:
    tree = ast.parse("import a\n\n@a\n@a.b\ndef f():\n    pass\n")
    assert scopes_of(tree) == (Span(3, 6),)


@pytest.mark.parametrize(
    ("group", "scopes", "last", "span"),
    [
        pytest.param(Span(10, 12), [Span(8, 20), Span(1, 60)], 90, Span(8, 20), id="the smallest scope that holds it"),
        pytest.param(Span(10, 12), [], 90, Span(1, 32), id="without one, 20 lines on either side, from the first line"),
        pytest.param(Span(40, 41), [], 50, Span(20, 50), id="and up to the last"),
        pytest.param(Span(50, 50), [Span(1, 80)], 99, Span(1, 80), id="80 lines are sent"),
        pytest.param(Span(50, 50), [Span(1, 81)], 99, Span(30, 70), id="a scope of 81 lines falls back to the window"),
        pytest.param(Span(50, 89), [Span(1, 99)], 120, Span(30, 109), id="a window of 80 lines is sent"),
        pytest.param(Span(50, 90), [Span(1, 99)], 120, None, id="of 81 nothing is sent"),
        pytest.param(
            Span(10, 40), [Span(8, 20)], 200, Span(1, 60), id="a scope that holds half of the group does not count"
        ),
    ],
)
def test_the_range_is_the_smallest_scope_or_a_window(
    group: Span, scopes: list[Span], last: int, span: Span | None
) -> None:
    assert context_span(group, scopes, last) == span
    assert span is None or span.lines <= CONTEXT_LINE_LIMIT


@pytest.mark.parametrize(("text", "last"), [("a\nb\n", 2), ("a\nb", 2), ("", 0), ("a\n\n", 2)])
def test_what_follows_the_last_line_end_is_no_line(text: str, last: int) -> None:
    assert last_line(text_source(text)) == last


def test_the_text_has_neither_carriage_returns_nor_a_last_line_end() -> None:
    assert text_of(text_source("a\r\nb\r\nc\r\n"), Span(1, 2)) == "a\nb"
