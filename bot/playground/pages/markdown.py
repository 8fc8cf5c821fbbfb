"""Markdown of comments and summaries as safe HTML, close to how GitHub shows it.

Raw HTML is not passed through. HTML comments vanish and a few tags without attributes (`<details>`, `<summary>` …) are
written by us, balanced; everything else in angle brackets is shown as text. Links lead to the web or inside the page
only, images are not loaded.
"""

import html
import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

_ALLOWED = ("details", "summary", "sub", "sup", "kbd", "ins", "del", "br", "b", "i", "code")
_PIECES = re.compile(r"(<!--.*?(?:-->|\Z)|</?[a-z]+\s*/?>)", re.DOTALL)
_TAG = re.compile(r"<(/?)([a-z]+)\s*/?>")
_LINK = re.compile(r"(https?://|#|/(?!/))", re.IGNORECASE)


def render_markdown(text: str) -> str:
    """GitHub-flavoured Markdown, as far as markdown-it has it: tables, strikethrough, fences."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    open_tags: list[str] = []
    tokens = parser.parse(text)
    _make_safe(tokens, open_tags)
    closing = "".join(f"</{tag}>" for tag in reversed(open_tags))
    return str(parser.renderer.render(tokens, parser.options, {})) + closing


def _make_safe(tokens: Sequence[Token], open_tags: list[str]) -> None:
    for token in tokens:
        if token.type in ("html_block", "html_inline"):
            token.content = _safe_html(token.content, open_tags)
        elif token.type == "link_open" and not _LINK.match(str(token.attrGet("href"))):
            token.attrSet("href", "#")
        elif token.type == "link_open":
            token.attrSet("rel", "nofollow noopener noreferrer")
        elif token.type == "image":
            _show_as_text(token)
        # A cell's alignment comes as a style attribute, which the pages' policy forbids.
        elif token.attrs.pop("style", "") == "text-align:right":
            token.attrSet("class", "number")
        _make_safe(token.children or (), open_tags)


def _show_as_text(image: Token) -> None:
    image.type, image.tag, image.content = "text", "", f"[image: {image.content}]"
    image.children = None


def _safe_html(raw: str, open_tags: list[str]) -> str:
    return "".join(_safe_piece(piece, open_tags) for piece in _PIECES.split(raw))


def _safe_piece(piece: str, open_tags: list[str]) -> str:
    if piece.startswith("<!--"):
        return ""
    found: Any = _TAG.fullmatch(piece)
    if found is None or found[2] not in _ALLOWED:
        return html.escape(piece)
    closing, tag = bool(found[1]), found[2]
    if tag == "br":
        return "<br>"
    if not closing:
        open_tags.append(tag)
        return f"<{tag}>"
    if open_tags and open_tags[-1] == tag:
        open_tags.pop()
        return f"</{tag}>"
    return html.escape(piece)
