"""`/runs/<id>`: the report of a run, what it was about, and every file of its folder, each as it was written."""

import asyncio
import hashlib
from dataclasses import dataclass
from typing import NamedTuple

from aiohttp import hdrs, web

from bot.store.artifacts import Artifacts, RunFolder
from webhooks.headers import STRICTEST_POLICY
from webhooks.pages.found_runs import FoundRuns
from webhooks.pages.report import LONGEST_REPORT, report_html
from webhooks.pages.run_index import Step, run_index
from webhooks.pages.run_view import Addresses, Part, ShownFile, parts_of, shown_files
from webhooks.pages.shell import Shell

_INDEX = "run.json"
_REPORT = "REPORT.md"
_LOOK_AGAIN = {"Refresh": "5"}


class _Contents(NamedTuple):
    """What the run folder gives to the page; `report` is HTML, null where there is none that can be shown."""

    files: tuple[ShownFile, ...]
    parts: tuple[Part, ...]
    steps: tuple[Step, ...]
    report: str | None


@dataclass(frozen=True, slots=True)
class RunPages:
    """The handlers of the page and of what can be taken away."""

    found: FoundRuns
    artifacts: Artifacts
    shell: Shell

    async def page(self, request: web.Request) -> web.Response:
        """The run's page."""
        found = await self.found.by_request(request)
        if isinstance(found, web.Response):
            return found
        shown, folder, addresses, session = found
        contents = await asyncio.to_thread(self._contents, folder, addresses)
        return self.shell.page(
            "page/run_folder.html.j2",
            headers=None if shown.ended else _LOOK_AGAIN,
            session=session,
            run=shown,
            contents=contents,
            # Whoever came by a signed link may see this run, and no more.
            repository_page=None if addresses.query else shown.repository_page,
            archive=addresses.archive,
        )

    async def file(self, request: web.Request) -> web.Response:
        """One file of the folder as plain text, whatever it is."""
        found = await self.found.by_request(request)
        if isinstance(found, web.Response):
            return found
        path = request.match_info["path"]
        data = await asyncio.to_thread(self.artifacts.read_file, found.folder, path)
        if data is None:
            return self.found.missing()
        return _raw(data, "text/plain; charset=utf-8", f'inline; filename="{path.rpartition("/")[2]}"')

    async def archive(self, request: web.Request) -> web.Response:
        """The whole folder as a zip, in the bytes that were stored."""
        found = await self.found.by_request(request)
        if isinstance(found, web.Response):
            return found
        folder = found.folder
        data = await asyncio.to_thread(self.artifacts.read_archive, folder)
        if data is None:
            return self.found.missing()
        return _raw(data, "application/zip", f'attachment; filename="{folder.run_id}.zip"')

    def _contents(self, folder: RunFolder, addresses: Addresses) -> _Contents:
        files = self.artifacts.files_of(folder)
        data = self.artifacts.read_file(folder, _INDEX) or b""
        index = run_index(data)
        hashes = {_INDEX: hashlib.sha256(data).hexdigest(), **index.hashes}
        report = None
        if any(file.path == _REPORT and file.size <= LONGEST_REPORT for file in files):
            report = report_html(self.artifacts.read_file(folder, _REPORT) or b"", addresses.file)
        return _Contents(
            files=shown_files(files, hashes, addresses),
            parts=parts_of(index, [file.path for file in files], addresses),
            steps=index.steps,
            report=report,
        )


def _raw(data: bytes, content_type: str, disposition: str) -> web.Response:
    """Bytes as they are; nosniff and the strictest policy keep them from becoming something that runs."""
    headers = {
        hdrs.CONTENT_TYPE: content_type,
        hdrs.CONTENT_DISPOSITION: disposition,
        "Content-Security-Policy": f"{STRICTEST_POLICY}; sandbox",
    }
    return web.Response(body=data, headers=headers)
