"""REPORT.md as HTML. The report quotes a repository, so it is rendered as if it were hostile.

HTML in it stays text, there are no images and no styles, and a link leads to a web page or to a file of the same run
folder.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.store.artifacts import is_folder_path

LONGEST_REPORT = 1_000_000
"""Bytes; a longer report is offered as a file and not rendered."""


def report_html(markdown: bytes, file_address: Callable[[str], str]) -> str:
    """HTML that is safe to show; `file_address` gives the address of a file of the run folder by its path."""
    parser = _Parser("commonmark", {"html": False}).enable("table").disable("image")
    tokens = parser.parse(markdown.decode("utf-8", "replace"))
    for token in (inner for outer in tokens for inner in (outer, *(outer.children or ()))):
        _settle(token, file_address)
    rendered: Any = parser.renderer.render(tokens, parser.options, {})
    # Code may be wider than the window; without this a keyboard cannot move it.
    return str(rendered).replace("<pre>", '<pre tabindex="0">')


def _settle(token: Token, file_address: Callable[[str], str]) -> None:
    if token.type == "link_open":
        address = str(token.attrGet("href") or "")
        token.attrSet("href", file_address(address) if is_folder_path(address) else address)
        token.attrSet("rel", "noreferrer noopener nofollow")
    # A cell's alignment comes as a style attribute, which the policy forbids.
    elif token.attrs.pop("style", "") == "text-align:right":
        token.attrSet("class", "number")


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802 (markdown-it's name)
        """A web address or a file of the folder; `javascript:` and its like stay text."""
        try:
            parts = urlsplit(url)
        except ValueError:
            return False
        return (parts.scheme in {"http", "https"} and bool(parts.netloc)) or is_folder_path(url)
