"""Which lines of a comment are spoken to the bot: the person's own, visible text, as GitHub renders it."""

import pytest

from bot.conversation.spoken import LONGEST_LINE, MOST_COMMANDS, fence_below, spoken_lines

HELP = "/obelize help"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(HELP, id="alone"),
        pytest.param(f"Thanks!\n\n{HELP}\n", id="after other text"),
        pytest.param(f"Thanks!\r\n{HELP}\r\nBye\r\n", id="with the line ends that a browser sends"),
        pytest.param(f"   {HELP}  ", id="up to three blanks in front are still text"),
        pytest.param("/Obelize help", id="whatever the case") ,
        pytest.param(f"> said before\n\n{HELP}", id="after a quote and an empty line"),
        pytest.param(f"```\ncode\n```\n{HELP}", id="after a closed fence"),
        pytest.param(f"~~~\n```\n~~~\n{HELP}", id="a fence is closed by its own kind"),
        pytest.param(f"<!-- hidden -->\n{HELP}", id="after a comment that is closed"),
        pytest.param(f"a ```` b\n{HELP}", id="backticks within a line open nothing"),
        pytest.param(f"``` not ` a fence\n{HELP}", id="a backtick behind the run: a code span, no fence"),
        pytest.param(f"<pre>code</pre>\n{HELP}", id="after preformatted text that is closed"),
        pytest.param(f"see <!-- this\n\n{HELP}", id="a comment left open within a paragraph ends with it"),
    ],
)  # fmt: skip
def test_a_line_that_is_heard(body: str) -> None:
    (line,) = spoken_lines(body)
    assert line.lower() == HELP


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("", id="nothing"),
        pytest.param("please /obelize help", id="not the first word of its line"),
        pytest.param("/obelizer help", id="another word"),
        pytest.param("/obelize\u200b help", id="a character that is not seen in the name"),
        pytest.param("`/obelize help`", id="a code span"),
        pytest.param("- /obelize help", id="an item of a list"),
        pytest.param(f"> {HELP}", id="a quote"),
        pytest.param(f"> > {HELP}", id="a quote in a quote"),
        pytest.param(f"> he said\n{HELP}", id="a line that Markdown counts to the quote before it"),
        pytest.param(f"```\n{HELP}\n```", id="a fence"),
        pytest.param(f"~~~ sh\n{HELP}\n~~~", id="a fence of tildes with a language"),
        pytest.param(f"```\n{HELP}", id="a fence that is never closed"),
        pytest.param(f"````\n```\n{HELP}\n````", id="a shorter run does not close a fence"),
        pytest.param(f"    {HELP}", id="a block by its indent"),
        pytest.param(f"\t{HELP}", id="a block by a tab"),
        pytest.param(f"<!-- {HELP} -->", id="in a comment that is not shown"),
        pytest.param(f"<!--\n{HELP}\n-->", id="in one of several lines"),
        pytest.param(f"<!--\n\n{HELP}\n", id="in one that is never closed"),
        pytest.param(f"see <!-- this\n{HELP}\n-->", id="in one that begins within a line"),
        pytest.param(f"<pre>\n{HELP}\n</pre>", id="in preformatted text"),
        pytest.param(f"<textarea x>\n\n{HELP}", id="in a field that is never closed"),
    ],
)  # fmt: skip
def test_a_line_that_is_not_heard(body: str) -> None:
    assert spoken_lines(body) == ()


def test_several_commands_are_heard_in_their_order_and_not_more_than_ten() -> None:
    lines = [f"/obelize explain {number}" for number in range(1, 15)]
    assert spoken_lines("\n".join(lines)) == tuple(lines[:MOST_COMMANDS])


def test_a_long_line_is_cut() -> None:
    (line,) = spoken_lines(f"/obelize reject 1 {'x' * 5_000}")
    assert len(line) == LONGEST_LINE


@pytest.mark.parametrize(
    ("body", "number", "found"),
    [
        pytest.param("/obelize reply\n```json\n{}\n```", 1, "{}", id="below the line"),
        pytest.param("/obelize reply\r\n\r\nsays it\r\n~~~\r\na\r\nb\r\n~~~\r\n", 1, "a\nb", id="after other text"),
        pytest.param("```\nabove\n```\n/obelize reply\n```\nbelow\n```", 1, "below", id="one above is not meant"),
        pytest.param("/obelize help\n/obelize reply\n```\nx\n```", 2, "x", id="below the second line"),
        pytest.param("/obelize reply\n```\nx\n```\n```\ny\n```", 1, "x", id="the first of two"),
        pytest.param("/obelize reply\n````\n```\nx\n```\n````", 1, "```\nx\n```", id="a fence in a longer one"),
        pytest.param("/obelize reply\n```\n/obelize apply\n```", 1, "/obelize apply", id="what stands in it is no command"),
        pytest.param("/obelize reply\n```\nx", 1, "x", id="one that nobody closed"),
        pytest.param("/obelize reply\n/obelize reply\n```\nx\n```", 1, None, id="it belongs to the next command"),
        pytest.param("/obelize reply\n\n> ```\n> x\n> ```", 1, None, id="a quote"),
        pytest.param("/obelize reply {}", 1, None, id="none"),
    ],
)  # fmt: skip
def test_the_fence_below_a_line(body: str, number: int, found: str | None) -> None:
    assert fence_below(body, number) == found
