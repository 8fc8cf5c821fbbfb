"""The run that a request asks for, once it may be shown."""

import asyncio
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from aiohttp import web

from bot.models.names import RunId
from bot.settings import Settings
from bot.store import installations
from bot.store.any_run import find_any
from bot.store.artifacts import RunFolder
from bot.store.database import Database
from bot.store.links import QUERY_KEY
from bot.store.runs import Run
from webhooks.access import Access, Open
from webhooks.gate import Gate
from webhooks.pages.run_view import Addresses, ShownRun, shown_commit, shown_run
from webhooks.pages.shell import Shell
from webhooks.signing_in.session import Session
from webhooks.subjects import RunSubject


class FoundRun(NamedTuple):
    """What is known of it, where its files are, where its pages are for whoever asked, and who that is."""

    shown: ShownRun
    folder: RunFolder
    addresses: Addresses
    session: Session | None


@dataclass(frozen=True, slots=True)
class FoundRuns:
    """Nothing is shown before access was granted, so a refusal tells nothing."""

    settings: Settings
    access: Access
    gate: Gate
    database: Database
    shell: Shell

    async def by_request(self, request: web.Request) -> FoundRun | web.Response:
        """The run of the address, or the page that is shown instead."""
        run_id = request.match_info["run_id"]
        verdict = await self.access.to(request, RunSubject(run_id))
        if not isinstance(verdict, Open):
            return self.gate.turned_away(request, verdict)
        found = await asyncio.to_thread(self._look_up, run_id)
        if found is None:
            return self.missing()
        shown, folder = found
        return FoundRun(shown, folder, Addresses(folder.run_id, _query(request)), verdict.session)

    def missing(self) -> web.Response:
        """There is no such run, or no such part of it."""
        return self.shell.page("page/run_missing.html.j2", status=404)

    def _look_up(self, run_id: str) -> tuple[ShownRun, RunFolder] | None:
        with self.database.read() as connection:
            made = find_any(connection, run_id)
            repository = installations.repository(connection, made.repository_id) if made else None
        if made is None or repository is None:
            return None
        name, github_url = repository.full_name, self.settings.github_url
        shown = (
            shown_run(made, name, github_url) if isinstance(made, Run) else shown_commit(made, run_id, name, github_url)
        )
        return shown, RunFolder(repository.id, RunId(run_id))


def _query(request: web.Request) -> str:
    """What carries the access on to the files; a plain page has none."""
    token = request.query.get(QUERY_KEY)
    return f"?{urlencode({QUERY_KEY: token})}" if token else ""
