"""`/installations/<id>`: the repositories of an installation and where each stands; those that one may read."""

import asyncio
from dataclasses import dataclass
from typing import NamedTuple

from aiohttp import web

from bot.store import branch_scans
from bot.store.database import Database
from webhooks.access import Access, Shown
from webhooks.gate import Gate
from webhooks.pages.shell import Shell
from webhooks.subjects import InstallationSubject, number_in


class Standing(NamedTuple):
    """One repository; `left` is null where nothing was counted yet."""

    full_name: str
    page: str
    private: bool
    left: int | None


@dataclass(frozen=True, slots=True)
class InstallationPages:
    """The handler."""

    access: Access
    gate: Gate
    database: Database
    shell: Shell

    async def page(self, request: web.Request) -> web.Response:
        """The installation's page."""
        subject = InstallationSubject(number_in(request.match_info["installation_id"]))
        verdict = await self.access.to_installation(request, subject)
        if not isinstance(verdict, Shown):
            return self.gate.turned_away(request, verdict)
        if not verdict.repositories:
            return self.shell.page("page/installation_missing.html.j2", status=404, session=verdict.session)
        standings = await asyncio.to_thread(self._standings, verdict)
        return self.shell.page(
            "page/installation.html.j2",
            session=verdict.session,
            account=verdict.repositories[0].full_name.partition("/")[0],
            standings=standings,
            done=sum(one.left == 0 for one in standings),
        )

    def _standings(self, shown: Shown) -> tuple[Standing, ...]:
        with self.database.read() as connection:
            totals = branch_scans.newest_totals(connection, [one.id for one in shown.repositories])
        made = [
            Standing(one.full_name, f"/repositories/{one.id}", one.private, totals.get(one.id))
            for one in shown.repositories
        ]
        return tuple(sorted(made, key=lambda one: (-(one.left or 0), one.full_name)))
