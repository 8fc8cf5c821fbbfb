"""What a stranger wrote is shown literally and does nothing; judged by a Markdown renderer, not by our own rules."""

import html
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.safe_text import code_block, code_span, displayable, one_line, prose, sendable, table_code_span

GFM = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
PIECES = [
    *"@#abwg-_*`~[](){}!|\\<>&:/.1h \t\n+=^$\"';\u200b\u202e",
    "http",
    "www.",
    "gh-",
    "```",
    "~~~",
    "&lt;",
    "    ",
]
hostile = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
calm = settings(max_examples=300, deadline=None, derandomize=True, database=None)


def seen(markup: str) -> str:
    """What a reader sees of HTML: its text, without what keeps GitHub from acting, white space as one blank."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", markup)).replace("\u200b", "").split())


@calm
@given(hostile)
@example("<img src=x onerror=alert(1)><!-- hidden -->")
@example("[x](http://y) ![i](j) <https://z>\n\n[r]: http://w\n\n[r]")
@example("# head\n- list\n1. one\n> quote\n\n    code\n===\n---")
@example("a | b\n--|--\n1 | 2")
def test_prose_is_nothing_but_its_own_text(text: str) -> None:
    markup = GFM.render(prose(text))
    assert re.findall(r"<(?!/?p>|br ?/?>)[^>]*>", markup) == []
    assert seen(markup) == " ".join(displayable(text).split())


@pytest.mark.parametrize(
    ("text", "acting"),
    [
        ("ping @octocat now", "@octocat"),
        ("fixes #12", "#12"),
        ("see GH-12", "GH-12"),
        ("octo/repo#7", "#7"),
        ("https://github.com/o/r/issues/1", "https://"),
        ("www.example.com", "www.example"),
        ("mail a@example.com", "@example"),
    ],
    ids=["a mention", "an issue", "an issue's old form", "another repository's issue", "an address", "a host", "mail"],
)
def test_prose_breaks_what_github_acts_upon(text: str, acting: str) -> None:
    """GITHUB.md §9: names and numbers in findings ping people and link issues."""
    assert acting in text
    assert acting not in prose(text)
    assert prose(text).replace("\u200b", "").replace("\\", "") == text


@calm
@given(hostile)
def test_a_code_span_is_one_span_whatever_it_holds(text: str) -> None:
    found = re.fullmatch(r"<p>x <code>(.*)</code> y</p>\n", GFM.render(f"x {code_span(text)} y"), re.DOTALL)
    assert found is not None
    assert seen(found[1]) == " ".join(displayable(text).split())


@calm
@given(hostile)
def test_a_code_span_in_a_table_stays_in_its_cell(text: str) -> None:
    markup = GFM.render(f"a | b\n--|--\n{table_code_span(text)} | 2\n")
    found = re.search(r"<td><code>(.*?)</code></td>\n<td>2</td>", markup, re.DOTALL)
    assert found is not None
    assert seen(found[1]) == " ".join(displayable(text).split())


@calm
@given(hostile)
def test_a_code_block_ends_where_it_should(text: str) -> None:
    markup = GFM.render(f"before\n\n{code_block(text, 'python')}\n\nafter")
    found = re.fullmatch(
        r'<p>before</p>\n<pre><code class="language-python">(.*)</code></pre>\n<p>after</p>\n', markup, re.DOTALL
    )
    assert found is not None
    assert html.unescape(found[1]).rstrip("\n") == displayable(text).rstrip("\n")


def test_a_very_long_name_is_cut() -> None:
    assert code_span("a" * 5_000) == "`" + "a" * 999 + "…`"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a\\u202eb"),
        ("a\u2066b\u2069", "a\\u2066b\\u2069"),
        ("pay\u200bpal", "pay\\u200bpal"),
        ("\ufefftext", "\\ufefftext"),
        ("\x1b[31mred\x07", "\\u001b[31mred\\u0007"),
        ("nul\x00", "nul\\u0000"),
        ("\udc80", "\\udc80"),
        ("\U000e0041", "\\U000e0041"),
        ("\u3164", "\\u3164"),
        ("a\u2028b", "a\\u2028b"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("tab\tnaïve 漢字 🎉", "tab\tnaïve 漢字 🎉"),
    ],
    ids=[
        "a right-to-left override",
        "an isolate",
        "a zero-width space",
        "a byte order mark",
        "terminal colours and a bell",
        "NUL",
        "half of a surrogate pair",
        "a tag character",
        "a blank that is a letter",
        "a line separator",
        "foreign line ends become LF",
        "what can be seen stays",
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, shown: str) -> None:
    assert displayable(text) == shown


def test_a_title_is_one_line() -> None:
    assert one_line("  two\n\nlines\tand \x1b ") == "two lines and \\u001b"


@given(st.text(alphabet=st.characters()))
def test_whatever_is_shown_can_be_sent(text: str) -> None:
    """Lone surrogates come with file names that are not UTF-8."""
    for shown in (displayable(text), sendable(text), prose(text), code_span(text), code_block(text)):
        shown.encode("utf-8")


def test_our_own_markdown_keeps_the_characters_that_keep_github_from_acting() -> None:
    ours = prose("@octocat") + "\n" + code_span("x")
    assert sendable(ours) == ours
    assert sendable("a\x00\udc80") == "a\\u0000\\udc80"
