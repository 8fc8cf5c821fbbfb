"""`/runs/<id>`: the report of a run, what it was about, and every file of its folder, each as it was written."""

import asyncio
import hashlib
from dataclasses import dataclass
from urllib.parse import urlencode

from aiohttp import hdrs, web

from bot.models.names import RunId
from bot.models.run_ids import is_run_id
from bot.settings import Settings
from bot.store import commits, installations, runs
from bot.store.artifacts import Artifacts, RunFolder
from bot.store.database import Database
from bot.store.runs import Run
from webhooks.access import QUERY_KEY, Access
from webhooks.pages.report import LONGEST_REPORT, report_html
from webhooks.pages.run_view import Addresses, ShownFile, ShownRun, hashes_in, shown_commit, shown_files, shown_run
from webhooks.pages.shell import Shell

_INDEX = "run.json"
_REPORT = "REPORT.md"
_LOOK_AGAIN = {"Refresh": "5"}


@dataclass(frozen=True, slots=True)
class RunPages:
    """The handlers. Nothing is looked up before access was granted, so a refusal tells nothing."""

    settings: Settings
    access: Access
    database: Database
    artifacts: Artifacts
    shell: Shell

    async def page(self, request: web.Request) -> web.Response:
        """The run's page."""
        found = await self._found(request)
        if isinstance(found, web.Response):
            return found
        shown, folder = found
        addresses = Addresses(folder.run_id, _query(request))
        files, report = await asyncio.to_thread(self._folder, folder, addresses)
        return self.shell.page(
            "page/run_folder.html.j2",
            headers=None if shown.ended else _LOOK_AGAIN,
            run=shown,
            report=report,
            files=files,
            archive=addresses.archive,
        )

    async def file(self, request: web.Request) -> web.Response:
        """One file of the folder as plain text, whatever it is."""
        found = await self._found(request)
        if isinstance(found, web.Response):
            return found
        path = request.match_info["path"]
        data = await asyncio.to_thread(self.artifacts.read_file, found[1], path)
        if data is None:
            return self._missing()
        return _raw(data, "text/plain; charset=utf-8", f'inline; filename="{path.rpartition("/")[2]}"')

    async def archive(self, request: web.Request) -> web.Response:
        """The whole folder as a zip, in the bytes that were stored."""
        found = await self._found(request)
        if isinstance(found, web.Response):
            return found
        folder = found[1]
        data = await asyncio.to_thread(self.artifacts.read_archive, folder)
        if data is None:
            return self._missing()
        return _raw(data, "application/zip", f'attachment; filename="{folder.run_id}.zip"')

    async def _found(self, request: web.Request) -> tuple[ShownRun, RunFolder] | web.Response:
        run_id = request.match_info["run_id"]
        if not self.access.may_see(request, run_id):
            links_on = self.settings.link_seconds > 0
            return self.shell.page("page/run_closed.html.j2", status=403, links_on=links_on)
        found = await asyncio.to_thread(self._look_up, RunId(run_id)) if is_run_id(run_id) else None
        return found or self._missing()

    def _missing(self) -> web.Response:
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

    def _folder(self, folder: RunFolder, addresses: Addresses) -> tuple[tuple[ShownFile, ...], str | None]:
        files = self.artifacts.files_of(folder)
        index = self.artifacts.read_file(folder, _INDEX) or b""
        hashes = {_INDEX: hashlib.sha256(index).hexdigest()} | hashes_in(index)
        shown = shown_files(files, hashes, addresses)
        if not any(file.path == _REPORT and file.size <= LONGEST_REPORT for file in files):
            return shown, None
        return shown, report_html(self.artifacts.read_file(folder, _REPORT) or b"", addresses.file)


def _query(request: web.Request) -> str:
    """What carries the access on to the files; a plain page has none."""
    token = request.query.get(QUERY_KEY)
    return f"?{urlencode({QUERY_KEY: token})}" if token else ""


def _raw(data: bytes, content_type: str, disposition: str) -> web.Response:
    """Bytes as they are; nosniff and the policy on every answer keep them from becoming something that runs."""
    return web.Response(body=data, headers={hdrs.CONTENT_TYPE: content_type, hdrs.CONTENT_DISPOSITION: disposition})
