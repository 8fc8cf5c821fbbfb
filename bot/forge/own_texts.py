"""Texts of ours on GitHub: written under a hidden marker, known again by it and by their author. Pure.

Anybody may paste the marker into a comment of their own, so the author decides too.
"""

from collections.abc import Mapping
from typing import Any

from bot.forge import words
from bot.forge.fitting import Room, cut_markdown
from bot.models.forge import AppIdentity
from bot.safe_text import sendable

# GitHub's own error speaks of 65,536 characters; measured limits differ (GITHUB.md §9).
_ROOM = Room(65_000, 200_000)
_CUT_NOTE = "*Cut here: a comment holds no more. The run folder has all of it.*"


def marked_body(marker: str, markdown: str) -> str:
    """A comment's text, cut to what GitHub takes, with the marker in its first line."""
    heading = f"{marker}\n"
    return heading + cut_markdown(sendable(markdown), _ROOM.less(heading), _CUT_NOTE)


def is_ours(comment: Mapping[str, Any], app: AppIdentity) -> bool:
    """Whether our App wrote it."""
    through = comment.get("performed_via_github_app") or {}
    author = comment.get("user") or {}
    is_our_account = author.get("login") == app.login and words.is_bot(author.get("type"))
    return through.get("id") == app.id or is_our_account


def first_line(body: str | None) -> str:
    """Where a marker stands."""
    return (body or "").split("\n", 1)[0].rstrip("\r")


def is_same_text(one: str | None, other: str) -> bool:
    """GitHub may hand a text back with CR LF and without the blanks at its end."""
    return (one or "").replace("\r\n", "\n").rstrip() == other.rstrip()
