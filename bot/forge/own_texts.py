"""Which comments are ours: by their author and the hidden marker in their first line. Pure.

Anybody may paste the marker into a comment of their own, so the author decides too.
"""

from collections.abc import Mapping
from typing import Any

from bot.forge import words
from bot.models.forge import AppIdentity


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
