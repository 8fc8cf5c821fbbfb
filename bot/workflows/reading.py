"""One commit that is read, and planned as often as that takes: as it is, and under plans that a model amended.

Sync: it runs in a thread. It holds no token and opens no connection.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bot.analyser.supervisor import Analyser
from bot.configuration import Configured
from bot.driver import Progress
from bot.models.given_answer import Given
from bot.models.screening import DraftedPlan
from bot.packs.loaded import LoadedPack
from bot.packs.narrowed import narrowed_pack
from bot.pipeline import RunRequest
from bot.screening.amendments import Source
from bot.screening.drafted import amended_request, releases_of
from bot.screening.held import Planned
from bot.screening.tree_source import source_of
from bot.source.git_objects import GitObjects
from bot.source.tree import Listing
from bot.workflows.planning import Planning


@dataclass(frozen=True)
class Reading:
    """The open commit, and how it is to be planned; `given` are answers of people. `asking` tells that a model may be
    asked, if the repository lets it be.
    """

    packs: tuple[LoadedPack, ...]
    git_dir: Path
    repository_id: int
    config: bytes | None
    configured: Configured | None
    tree: GitObjects
    listing: Listing
    given: Given
    asking: bool
    stop: Callable[[], bool]
    progress: Progress

    @cached_property
    def source(self) -> Source:
        """What of the commit may be looked at, as it stands before a plan is amended."""
        planning = self._planning(self.packs, remembers=True)
        return source_of(self.tree, self._request(planning).config)

    @property
    def asks(self) -> bool:
        """Whether a model may be asked at all."""
        return self.asking and self.lets_models

    @property
    def lets_models(self) -> bool:
        """Whether the repository's owner lets models have a say here."""
        return self.configured is None or self.configured.settings.model is None

    def planned(self, analyser: Analyser, amended: DraftedPlan | None = None) -> Planned:
        """The run; raises AnalysisStoppedError once `stop` says so."""
        releases = releases_of(amended, (loaded.pack for loaded in self.packs)) if amended is not None else {}
        if not releases:
            return self._run(self._planning(self.packs, remembers=True), analyser, amended, releases)
        narrowed = tuple(narrowed_pack(one, releases.get(one.id)) for one in self.packs)
        planning = self._planning(narrowed, remembers=False)
        with planning.analyser(self.config, asking=self.asking) as own:
            return self._run(planning, own, amended, releases)

    def _planning(self, packs: tuple[LoadedPack, ...], *, remembers: bool) -> Planning:
        return Planning(packs, self.git_dir, self.repository_id, remembers=remembers)

    def _request(self, planning: Planning) -> RunRequest:
        return planning.request(self.listing, self.configured, asking=self.asking, given=self.given)

    def _run(
        self, planning: Planning, analyser: Analyser, amended: DraftedPlan | None, releases: dict[str, str]
    ) -> Planned:
        request = self._request(planning)
        if amended is not None:
            request = amended_request(request, amended, releases)
        outcome = planning.outcome(self.tree, analyser, request, self.stop, self.progress)
        named = self.configured.settings.client_names if self.configured is not None else {}
        packs = tuple(loaded.pack for loaded in planning.packs)
        return Planned(outcome, request.config, packs, frozenset(named))
