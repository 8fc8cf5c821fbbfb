"""Scan and plan one commit out of the bare cache: what a pull request's run and a branch's have in common.

Sync: it runs in a thread. It holds no token and opens no connection; the analyser's children hold even less.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from bot.analyser.jobs import REGISTRY
from bot.analyser.run_setup import setup
from bot.analyser.supervisor import Analyser
from bot.answers.cache import NO_ANSWERS, AnswerCache, Answers
from bot.answers.engine import engine_version
from bot.answers.key import Circumstances
from bot.configuration import Configured, default_config
from bot.driver import Driver, Progress, configuration_of
from bot.models.given_answer import Given
from bot.models.outcome import Outcome
from bot.packs.loaded import LoadedPack
from bot.packs.surface import SurfaceIndex
from bot.pipeline import RunRequest, run
from bot.source.remembered import RememberedTree
from bot.source.tree import Listing, SourceTree
from bot.vocabulary import RunMode

ANSWERS = "obelize-answers-1.sqlite3"
"""Beside the objects in the bare repository, where git does not look; the number is that of the file's shape."""


@dataclass(frozen=True, slots=True)
class Planning:
    """The packs of this process, and the repository that is read. What is remembered was answered about the packs as
    they are: with others the run does without.
    """

    packs: tuple[LoadedPack, ...]
    git_dir: Path
    repository_id: int
    remembers: bool = True

    def analyser(self, config: bytes | None, *, asking: bool) -> Analyser:
        """The children that parse; `config` are the bytes of `.obelize.yml`, if any."""
        packs = (loaded.at_hand for loaded in self.packs)
        return Analyser(registry=REGISTRY, setup=setup(packs, configured=config is not None, asking=asking))

    def configured(self, analyser: Analyser, config: bytes | None) -> Configured | None:
        """What the owner wants, or what is wrong with how it is said; null where nothing is said."""
        if config is None:
            return None
        return configuration_of(analyser, config, frozenset(loaded.id for loaded in self.packs))

    def request(
        self, listing: Listing, configured: Configured | None, *, asking: bool, given: Given | None = None
    ) -> RunRequest:
        """What the pipeline is to do with the files of the commit; answers `given` there go before configured ones."""
        wanted = configured.settings.packs if configured is not None else None
        packs = [loaded for loaded in self.packs if wanted is None or loaded.id in wanted]
        return RunRequest(
            mode=RunMode.PLAN,
            packs=tuple((SurfaceIndex(loaded.at_hand), loaded.stamp) for loaded in packs),
            named=False,
            listing=listing,
            config=configured.run_config() if configured is not None else default_config(),
            answers={**(configured.answers() if configured is not None else {}), **(given or {})},
            asking=asking and (configured is None or configured.settings.model is None),
        )

    def outcome(
        self, tree: SourceTree, analyser: Analyser, request: RunRequest, stop: Callable[[], bool], progress: Progress
    ) -> Outcome:
        """Do it; raises AnalysisStoppedError once `stop` says so."""
        with self._answers() as answers:
            limit, remembered = request.config.max_file_bytes, RememberedTree(tree)
            return Driver(remembered, analyser, limit, stop, progress, answers).drive(run(request))

    def _answers(self) -> AbstractContextManager[Answers]:
        """What was answered in earlier runs over this repository; it goes when the repository's objects go."""
        engine = engine_version()
        if engine is None or not self.remembers:
            return nullcontext(NO_ANSWERS)
        hashes = {str(loaded.id): loaded.sha256 for loaded in self.packs}
        return AnswerCache(self.git_dir / ANSWERS, Circumstances(str(self.repository_id), engine, hashes))
