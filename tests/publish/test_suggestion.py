"""Suggestions, by GITHUB.md §5.2: the fence, deletions, long blocks; and which proposals become one."""

import pytest
from markdown_it import MarkdownIt

from bot.models.offering import OfferedProposal
from bot.publish.status import shown_reason
from bot.publish.suggestion import suggestion_block, to_suggest
from bot.render import render_text
from tests.golden_files import assert_golden
from tests.publish.offerings import proposal


def content_of(markdown: str) -> str:
    """What GitHub would write: the content of the one block with the info string `suggestion`."""
    fences = [token for token in MarkdownIt("commonmark").parse(markdown) if token.type == "fence"]
    (block,) = [token for token in fences if token.info.strip() == "suggestion"]
    return block.content


@pytest.mark.parametrize(
    "replacement",
    [
        pytest.param("x = 1", id="a line"),
        pytest.param("    x = 1\n\n    y = 2", id="indented lines with an empty one between"),
        pytest.param('text = """\n```\ncode\n```\n"""', id="a fence inside"),
        pytest.param('text = """\n`````` text\n"""', id="a longer one"),
        pytest.param("x = '```suggestion'", id="a suggestion inside"),
        pytest.param("x = 1  \n\ty = 2", id="blanks at the end, and a tab"),
        pytest.param("x = '" + "a" * 5_000 + "'", id="a long line"),
        pytest.param("~~~", id="another fence"),
        pytest.param("# <!-- --> @octocat #1 <img src=x>", id="what would act outside of a fence"),
        pytest.param("", id="one empty line"),
    ],
)
def test_the_block_holds_exactly_the_lines(replacement: str) -> None:
    one = proposal(replacement=replacement)
    assert content_of(f"Before\n\n{suggestion_block(one)}\n\nafter") == f"{replacement}\n"


def test_lines_are_taken_out_by_a_fence_with_nothing_inside() -> None:
    """An empty line inside would be written (ton-blockchain/docs#1065)."""
    assert suggestion_block(proposal(replacement="", deletes=True)) == "```suggestion\n```"


@pytest.mark.parametrize(
    ("name", "one"),
    [
        pytest.param("line", proposal(), id="a line"),
        pytest.param(
            "lines", proposal(2, replacement="a\n```\nb", rationale="Why.\n````\n@octocat"), id="fences in both"
        ),
        pytest.param("deletion", proposal(3, replacement="", deletes=True), id="lines taken out"),
    ],
)
def test_the_words(name: str, one: OfferedProposal) -> None:
    values = {"proposal": one, "block": suggestion_block(one), "reason": shown_reason(one)}
    text = render_text("comment/suggestion.md.j2", **values)
    assert_golden(f"suggestion_{name}.md", text)
    assert content_of(text) == ("" if one.deletes else f"{one.replacement}\n")


def test_the_words_above_them() -> None:
    assert_golden("review.md", render_text("comment/review.md.j2"))


def test_one_a_file_and_not_where_one_stands() -> None:
    first, second = proposal(1, path="a.py"), proposal(2, path="a.py")
    third, fourth = proposal(3, path="b.py"), proposal(4, path="c.py")
    assert to_suggest([first, second, third, fourth], {"c.py"}, 30) == [first, third]


def test_no_more_than_there_is_room_for() -> None:
    assert [one.number for one in to_suggest((proposal(n) for n in range(1, 50)), (), 30)] == list(range(1, 31))
    assert to_suggest([proposal()], (), 0) == []


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(proposal(suggestible=False), id="outside the diff"),
        pytest.param(proposal(replacement="x" * 60_000), id="too long for a comment, and never cut"),
    ],
)
def test_what_cannot_be_a_suggestion_is_none(one: OfferedProposal) -> None:
    assert to_suggest([one], (), 30) == []
