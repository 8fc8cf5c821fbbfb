"""`/repositories/<id>/badge.svg`: one number for a README, or "migrated". Nothing in it runs, and nothing is loaded.

GitHub fetches the pictures of a README itself, without anybody's session, and keeps them as long as they say: of a
private repository it gets one by a signed link.
"""

import asyncio
from dataclasses import dataclass
from typing import NamedTuple

from aiohttp import web

from bot.render import render_page
from bot.store import branch_scans
from bot.store.database import Database
from webhooks.access import Access, Open
from webhooks.subjects import RepositorySubject, number_in

_CACHED = 300
"""Seconds; a push moves the number."""
_LETTER = 7
_MARGIN = 10
_LABEL = "obelize"


class Badge(NamedTuple):
    """What it says, in which colour, and how wide the two halves are, in pixels."""

    label: str
    text: str
    colour: str
    left: int
    right: int


def badge_of(total: int | None) -> Badge:
    """The badge for so many places left; null where nothing was counted yet."""
    if total is None:
        return _badge("not counted yet", "#59636e")
    if total == 0:
        return _badge("migrated", "#1a7f37")
    return _badge(f"{total:,} usage{'' if total == 1 else 's'} left", "#9a6700")


def badge_markdown(picture: str, page: str) -> str:
    """What goes into a README; the addresses are ours."""
    return f"[![Obelize]({picture})]({page})"


@dataclass(frozen=True, slots=True)
class BadgePictures:
    """The handler."""

    access: Access
    database: Database

    async def picture(self, request: web.Request) -> web.Response:
        """The badge; whoever may not see it gets one that says so, whether or not there is such a repository."""
        subject = RepositorySubject(number_in(request.match_info["repository_id"]))
        verdict = await self.access.to_badge(request, subject)
        if not isinstance(verdict, Open):
            return _picture(_badge("not shown", "#59636e"), 403, "no-store")
        total = await asyncio.to_thread(self._total, subject.number)
        # Without a say of who may keep it, a cache between us would give one person's answer to another.
        return _picture(badge_of(total), 200, f"{'public' if verdict.to_all else 'private'}, max-age={_CACHED}")

    def _total(self, repository_id: int) -> int | None:
        with self.database.read() as connection:
            return branch_scans.newest_totals(connection, [repository_id]).get(repository_id)


def _badge(text: str, colour: str) -> Badge:
    return Badge(_LABEL, text, colour, len(_LABEL) * _LETTER + _MARGIN, len(text) * _LETTER + _MARGIN)


def _picture(badge: Badge, status: int, cached: str) -> web.Response:
    headers = {"Cache-Control": cached, "Cross-Origin-Resource-Policy": "cross-origin"}
    svg = render_page("page/badge.svg.html.j2", badge=badge)
    return web.Response(text=svg, content_type="image/svg+xml", status=status, headers=headers)
