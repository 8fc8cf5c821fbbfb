"""Pages about one part of a run: the places it left, what it changes, what it asked a model."""

import asyncio
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.evidence.run_folder import PATCH, RUN
from bot.models.model_records import ProposalRecord, proposal_number
from bot.models.reading import MisfitError, read_json
from bot.store.artifacts import Artifacts, RunFolder
from webhooks.pages.diff_view import LONGEST_PATCH, Diff, diff_of
from webhooks.pages.found_runs import FoundRun, FoundRuns
from webhooks.pages.places_view import ForgeFiles, PlacesPage, Wanted, places_page, with_query
from webhooks.pages.questions_view import shown_question
from webhooks.pages.run_index import run_index
from webhooks.pages.shell import Shell

_SPLIT = "split"


@dataclass(frozen=True, slots=True)
class RunParts:
    """The handlers."""

    found: FoundRuns
    artifacts: Artifacts
    shell: Shell

    async def places(self, request: web.Request) -> web.Response:
        """The places left, each with its reason and what became of asking."""
        found = await self._ended(request)
        if isinstance(found, web.Response):
            return found
        page = await asyncio.to_thread(self._places, found, Wanted.of(request.query))
        questions = found.addresses.part("questions")
        return self._page("places", found, places=page, questions=questions)

    async def changes(self, request: web.Request) -> web.Response:
        """The patch, unified or side by side."""
        found = await self._ended(request)
        if isinstance(found, web.Response):
            return found
        diff = await asyncio.to_thread(self._diff, found.folder)
        if diff is None:
            return self.found.missing()
        own, split = found.addresses.part("changes"), request.query.get("view") == _SPLIT
        return self._page(
            "changes",
            found,
            diff=diff,
            split=split,
            other_view=own if split else with_query(own, {"view": _SPLIT}),
            raw=found.addresses.file(PATCH),
        )

    async def questions(self, request: web.Request) -> web.Response:
        """What was asked of a model and what came of each question."""
        found = await self._ended(request)
        if isinstance(found, web.Response):
            return found
        records = await asyncio.to_thread(self._records, found.folder)
        files = _files(found)
        return self._page(
            "questions", found, questions=[shown_question(one, files) for _, one in sorted(records.items())]
        )

    async def _ended(self, request: web.Request) -> FoundRun | web.Response:
        """The run, once it has parts; until then its own page, which looks again by itself."""
        found = await self.found.by_request(request)
        if isinstance(found, web.Response) or found.shown.ended:
            return found
        raise web.HTTPSeeOther(found.addresses.page)

    def _page(self, part: str, found: FoundRun, **values: Any) -> web.Response:
        return self.shell.page(
            f"page/run_{part}.html.j2", run=found.shown, back=found.addresses.page, session=found.session, **values
        )

    # Reading a large run and colouring a long patch take a while, in which the loop has deliveries to answer.

    def _places(self, found: FoundRun, wanted: Wanted) -> PlacesPage:
        withheld = run_index(self.artifacts.read_file(found.folder, RUN) or b"").withheld
        own = found.addresses.part("places")
        return places_page(
            withheld, self._records(found.folder), _files(found), wanted, lambda query: with_query(own, query)
        )

    def _diff(self, folder: RunFolder) -> Diff | None:
        patch = self.artifacts.read_file(folder, PATCH)
        if patch is None:
            return None
        return diff_of(patch) if len(patch) <= LONGEST_PATCH else Diff((), cut=True)

    def _records(self, folder: RunFolder) -> dict[int, ProposalRecord]:
        """The record of each question by its number; what this version cannot read is left out."""
        records = {}
        for file in self.artifacts.files_of(folder):
            number = proposal_number(file.path)
            if number is not None:
                try:
                    records[number] = read_json(ProposalRecord, self.artifacts.read_file(folder, file.path) or b"")
                except MisfitError:
                    continue
        return records


def _files(found: FoundRun) -> ForgeFiles:
    return ForgeFiles(found.shown.repository_address, found.shown.sha)
