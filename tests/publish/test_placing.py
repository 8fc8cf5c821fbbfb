"""Where GitHub can show a suggestion, by GITHUB.md §5.1 (anchors) and §5.2 (what a block cannot express)."""

import pytest

from bot.publish.placing import is_suggestible
from bot.source.patch import LineRange

SHOWN = (LineRange(1, 7), LineRange(8, 3), LineRange(40, 1))
TEXT = b"x = 1\n" * 50


@pytest.mark.parametrize(
    ("first", "last", "suggestible"),
    [
        pytest.param(1, 1, True, id="the first line of the file"),
        pytest.param(1, 7, True, id="a whole hunk"),
        pytest.param(7, 7, True, id="the last context line of a hunk"),
        pytest.param(40, 40, True, id="a hunk of one line"),
        pytest.param(7, 8, False, id="two hunks that touch: a range lies in one"),
        pytest.param(10, 11, False, id="one line beyond a hunk"),
        pytest.param(20, 20, False, id="between hunks"),
        pytest.param(39, 40, False, id="one line before a hunk"),
    ],
)
def test_only_what_lies_in_one_hunk_has_a_place(first: int, last: int, suggestible: bool) -> None:
    assert is_suggestible(first, last, TEXT, SHOWN) is suggestible


def test_a_file_that_the_page_does_not_show_has_no_place() -> None:
    assert not is_suggestible(1, 1, TEXT, ())


@pytest.mark.parametrize(
    ("before", "last", "suggestible"),
    [
        pytest.param(b"a\nb\nc\n", 3, True, id="the last line, with a line end"),
        pytest.param(b"a\nb\nc", 3, False, id="the last line, without one"),
        pytest.param(b"a\nb\nc", 2, True, id="the line before it"),
        pytest.param(b"a\r\nb\r\nc\r\n", 2, False, id="CR LF"),
        pytest.param(b"a\nb\nc\r\n", 1, False, id="one CR LF somewhere"),
        pytest.param(b"a\rb\nc\nd\n", 1, False, id="a lone CR"),
        pytest.param(b"\xef\xbb\xbfa\nb\nc\n", 1, False, id="a byte order mark"),
        pytest.param(b"# coding: latin-1\nx = '\xe9'\ny = 1\n", 3, False, id="no UTF-8"),
        pytest.param("# ä\nb\nc\n".encode(), 1, True, id="UTF-8"),
    ],
)
def test_a_suggestion_may_not_touch_what_it_cannot_say(before: bytes, last: int, suggestible: bool) -> None:
    assert is_suggestible(last, last, before, SHOWN) is suggestible
