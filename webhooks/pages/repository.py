"""`/repositories/<id>`: what is left on the default branch over time, what waits for a person, and the newest runs.

By number, because names change hands.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from aiohttp import web

from bot.models.names import PackId
from bot.settings import Settings
from bot.store import branch_scans, installations, offers, runs
from bot.store.branch_scans import Counted
from bot.store.database import Database
from bot.store.installations import Repository
from bot.store.links import RunLinks
from bot.store.offers import Waiting
from bot.store.runs import Run
from bot.vocabulary import Bail
from webhooks.access import Access, Open
from webhooks.gate import Gate
from webhooks.pages.badge import badge_markdown
from webhooks.pages.shell import Shell
from webhooks.pages.usage_chart import Chart, chart_of, packs_in, places
from webhooks.subjects import RepositorySubject, number_in

MOST_RUNS = 20
MOST_COMMITS = 30
"""Commits in the table; the chart has all."""


class CommitRow(NamedTuple):
    """A commit of the default branch, and how many places of each pack it has."""

    sha: str
    address: str
    at: datetime
    places: tuple[int, ...]


class Left(NamedTuple):
    """Places of the newest commit: left for a reason, or, without one, such that rules can rewrite them."""

    pack: PackId
    word: Bail | None
    places: int


class RepositoryView(NamedTuple):
    """All that the page shows."""

    full_name: str
    installation_id: int
    address: str
    packs: tuple[PackId, ...]
    total: int | None
    chart: Chart | None
    commits: tuple[CommitRow, ...]
    left: tuple[Left, ...]
    waiting: tuple[Waiting, ...]
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class RepositoryPages:
    """The handlers; nothing is looked up before access was granted."""

    settings: Settings
    access: Access
    gate: Gate
    database: Database
    links: RunLinks
    shell: Shell

    async def page(self, request: web.Request) -> web.Response:
        """The repository's page."""
        subject = RepositorySubject(number_in(request.match_info["repository_id"]))
        verdict = await self.access.to(request, subject)
        if not isinstance(verdict, Open):
            return self.gate.turned_away(request, verdict)
        view = await asyncio.to_thread(self._look_up, subject.number)
        if view is None:
            return self.shell.page("page/repository_missing.html.j2", status=404, session=verdict.session)
        picture = self.links.badge(subject.number, signed=not verdict.to_all)
        return self.shell.page(
            "page/repository.html.j2",
            session=verdict.session,
            view=view,
            # Whoever came without a name would be turned away there, or see public ones alone.
            neighbours=None if verdict.to_all and verdict.session is None else f"/installations/{view.installation_id}",
            badge=badge_markdown(picture, f"{self.settings.public_url}/repositories/{subject.number}"),
            badge_hidden=not verdict.to_all and not self.settings.link_seconds,
        )

    def _look_up(self, repository_id: int) -> RepositoryView | None:
        with self.database.read() as connection:
            repository = installations.repository(connection, repository_id)
            if repository is None:
                return None
            history = branch_scans.history(connection, repository_id)
            newest = runs.newest_of(connection, repository_id, MOST_RUNS)
            waiting = offers.waiting(connection, repository_id, MOST_RUNS)
        address = f"{self.settings.github_url}/{repository.full_name}"
        return repository_view(repository, address, history, newest, waiting)


def repository_view(
    repository: Repository,
    address: str,
    history: Sequence[Counted],
    newest: Sequence[Run],
    waiting: Sequence[Waiting],
) -> RepositoryView:
    """The page's values; the history is oldest first, the runs newest first."""
    packs = packs_in(history)
    last = history[-1] if history else None
    counts = sorted(last.counts, key=lambda count: (count.pack, -count.places)) if last is not None else []
    return RepositoryView(
        full_name=repository.full_name,
        installation_id=repository.installation_id,
        address=address,
        packs=packs,
        total=sum(count.places for count in last.counts) if last is not None else None,
        chart=chart_of(history),
        commits=tuple(
            CommitRow(one.sha, f"{address}/commit/{one.sha}", one.at, tuple(places(one, pack) for pack in packs))
            for one in reversed(history[-MOST_COMMITS:])
        ),
        left=tuple(Left(count.pack, count.word, count.places) for count in counts),
        waiting=tuple(waiting),
        runs=tuple(newest),
    )
