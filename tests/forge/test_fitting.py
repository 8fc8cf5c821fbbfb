"""Cut text fits, and is still Markdown."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.forge.fitting import Room, cut_markdown, cut_text

NOTE = "*Cut here.*"
LINES = ["text", "", "```python", "```", "````", "~~~", "<details>", "</details>", "- item", "x" * 30, "é🎉", "    ```"]
documents = st.lists(st.sampled_from(LINES), max_size=60).map("\n".join)


def test_what_fits_is_left_alone() -> None:
    text = "```\nopen for ever"
    assert cut_markdown(text, Room(len(text), 100), NOTE) == text
    assert cut_text("abc", Room(3, 3)) == "abc"


@settings(deadline=None, derandomize=True, database=None, max_examples=300)
@given(documents, st.integers(60, 400), st.integers(60, 400))
def test_cut_markdown_fits_and_everything_in_it_is_closed(text: str, characters: int, octets: int) -> None:
    room = Room(characters, octets)
    cut = cut_markdown(text, room, NOTE)
    assert len(cut.encode("utf-16-le")) // 2 <= characters
    assert len(cut.encode()) <= octets
    if cut != text:
        last = MarkdownIt("commonmark", {"html": True}).parse(cut)[-2]
        assert (last.type, last.content) == ("inline", NOTE), "the note stands by itself, in no open block"


@settings(deadline=None, derandomize=True, database=None)
@given(documents)
def test_a_cut_opens_no_details_that_it_does_not_close(text: str) -> None:
    balanced = text.replace("</details>", "")
    cut = cut_markdown(balanced, Room(120, 400), NOTE)
    outside = "".join(t.content for t in MarkdownIt("commonmark", {"html": True}).parse(cut) if t.type != "fence")
    if cut != balanced:
        assert outside.count("<details>") == outside.count("</details>")


def test_it_is_cut_between_blocks_where_it_can_be() -> None:
    text = "\n".join(["one", "two", "", "three", "four", "five", "six", "seven"])
    assert cut_markdown(text, Room(33, 100), NOTE) == f"one\ntwo\n\nthree\n\n{NOTE}\n"
    assert cut_markdown(text, Room(26, 100), NOTE) == f"one\ntwo\n\n{NOTE}\n"


def test_a_fence_is_closed_by_one_of_its_own_kind_and_length() -> None:
    text = "~~~~text\n```\n~~~\n" + "line\n" * 50
    assert re.fullmatch(
        r"~~~~text\n```\n~~~\n(line\n)+~~~~\n\n\*Cut here\.\*\n", cut_markdown(text, Room(100, 100), NOTE)
    )


def test_one_endless_line_is_cut_between_characters() -> None:
    cut = cut_markdown("🎉" * 1_000, Room(100, 1_000), NOTE)
    assert cut == "🎉" * 43 + f"\n\n{NOTE}\n"


@pytest.mark.parametrize(
    ("room", "cut"),
    [
        (Room(4, 100), "abc…"),
        (Room(100, 5), "ab…"),
        (Room(0, 0), "…"),
    ],
    ids=["by characters", "by bytes: an ellipsis takes three", "never less than the ellipsis"],
)
def test_plain_text_ends_with_an_ellipsis(room: Room, cut: str) -> None:
    assert cut_text("abcdefgh", room) == cut
