"""Markdown on the pages: as GitHub shows it, and harmless whatever it holds."""

import pytest

from bot.playground.pages.markdown import render_markdown


@pytest.mark.parametrize(
    ("text", "html"),
    [
        pytest.param("**a** `b`", "<p><strong>a</strong> <code>b</code></p>\n", id="marks are rendered"),
        pytest.param("<!-- obelize:1 -->\nHello", "\n<p>Hello</p>\n", id="a hidden marker is hidden"),
        pytest.param("~~a~~", "<p><s>a</s></p>\n", id="strikethrough is rendered"),
        pytest.param("a<br>b", "<p>a<br>b</p>\n", id="a line break is one"),
    ],
)
def test_what_github_shows_is_shown(text: str, html: str) -> None:
    assert render_markdown(text).lstrip("\n") == html.lstrip("\n")


def test_tables_and_details_are_shown() -> None:
    html = render_markdown("<details><summary>More</summary>\n\n| a |\n|---|\n| 1 |\n\n</details>")
    assert "<details><summary>More</summary>" in html
    assert "<td>1</td>" in html
    assert html.count("</details>") == 1


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "a <b onclick=alert(1)>b</b>",
        "<style>body{display:none}</style>",
        "<iframe src='https://example.com'></iframe>",
        "<svg/onload=alert(1)>",
        "<details open ontoggle=alert(1)>x</details>",
        "<a href='https://example.com'>x</a>",
        "<!-- never closed <script>alert(1)</script>",
        "<!---><script>alert(1)</script>-->",
        "[x](javascript:alert(1))",
        "[x](data:text/html,alert)",
        "[x](vbscript:alert)",
        "[x](//example.com/x)",
        "![x](https://example.com/track.png)",
        '<https://example.com/"onmouseover=alert(1)>',
        "`<script>alert(1)</script>`",
        "    <script>alert(1)</script>",
    ],
)
def test_nothing_hostile_comes_through(hostile: str) -> None:
    html = render_markdown(hostile).lower()
    for danger in ("<script", "<img", "<style", "<iframe", "<svg", "<b o", "<details o", "<a href='", 'src="'):
        assert danger not in html
    for address in ('href="javascript', 'href="data', 'href="vbscript', 'href="//'):
        assert address not in html
    assert '"onmouseover' not in html


@pytest.mark.parametrize(
    "text", ["</details></section></main>", "<details>", "<sub><sup></sub>", "</summary><details>"]
)
def test_tags_are_balanced_so_that_a_comment_stays_in_its_box(text: str) -> None:
    html = render_markdown(text)
    for tag in ("details", "summary", "sub", "sup", "section", "main"):
        assert html.count(f"<{tag}>") == html.count(f"</{tag}>")


def test_links_lead_out_without_a_trace() -> None:
    assert 'rel="nofollow noopener noreferrer"' in render_markdown("[x](https://example.com)")
