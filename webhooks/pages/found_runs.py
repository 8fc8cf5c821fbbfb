"""The run that a request asks for, once it may be shown."""

import asyncio
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from aiohttp import web

from bot.models.names import RunId
from bot.models.run_ids import is_run_id
from bot.settings import Settings
from bot.store import commits, installations, runs
from bot.store.artifacts import RunFolder
from bot.store.database import Database
from bot.store.runs import Run
from webhooks.access import QUERY_KEY, Access
from webhooks.pages.run_view import Addresses, ShownRun, shown_commit, shown_run
from webhooks.pages.shell import Shell


class FoundRun(NamedTuple):
    """What is known of it, where its files are, and where its pages are for whoever asked."""

    shown: ShownRun
    folder: RunFolder
    addresses: Addresses


@dataclass(frozen=True, slots=True)
class FoundRuns:
    """Nothing is looked up before access was granted, so a refusal tells nothing."""

    settings: Settings
    access: Access
    database: Database
    shell: Shell

    async def by_request(self, request: web.Request) -> FoundRun | web.Response:
        """The run of the address, or the page that is shown instead."""
        run_id = request.match_info["run_id"]
        if not self.access.may_see(request, run_id):
            links_on = self.settings.link_seconds > 0
            return self.shell.page("page/run_closed.html.j2", status=403, links_on=links_on)
        found = await asyncio.to_thread(self._look_up, RunId(run_id)) if is_run_id(run_id) else None
        if found is None:
            return self.missing()
        shown, folder = found
        return FoundRun(shown, folder, Addresses(folder.run_id, _query(request)))

    def missing(self) -> web.Response:
        """There is no such run, or no such part of it."""
        return self.shell.page("page/run_missing.html.j2", status=404)

    def _look_up(self, run_id: RunId) -> tuple[ShownRun, RunFolder] | None:
        """A run over a head, one that made a commit, or one that asked other CI about it."""
        with self.database.read() as connection:
            run = runs.find_by_run_id(connection, run_id)
            made = run or commits.find_by_run(connection, run_id) or commits.find_by_verdict(connection, run_id)
            repository = installations.repository(connection, made.repository_id) if made else None
        if made is None or repository is None:
            return None
        name, github_url = repository.full_name, self.settings.github_url
        shown = (
            shown_run(made, name, github_url) if isinstance(made, Run) else shown_commit(made, run_id, name, github_url)
        )
        return shown, RunFolder(repository.id, run_id)


def _query(request: web.Request) -> str:
    """What carries the access on to the files; a plain page has none."""
    token = request.query.get(QUERY_KEY)
    return f"?{urlencode({QUERY_KEY: token})}" if token else ""
