"""The bytes behind what a run offers: read from the commit once more, and kept with the offering beside its folder.

Sync; it runs in the thread of the analysis.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.configuration import default_config
from bot.consult.records import Judged
from bot.models.limitation import Limitation
from bot.models.names import CommitSha
from bot.models.outcome import PlanOutcome
from bot.publish.offering import OfferedBytes
from bot.source.git_failed import GitFailed
from bot.source.git_objects import GitObjects
from bot.source.patch import LineRange
from bot.source.pull_diff import PullDiff
from bot.store.artifacts import Artifacts, RunFolder
from bot.store.database import StoreError

_MOST_FILE_BYTES = 1 << 24


@dataclass(frozen=True, slots=True)
class OfferingPart:
    """Which commit, where its objects are, and where bytes are kept. `merge_base` is null where it is not known."""

    artifacts: Artifacts
    folder: RunFolder
    git_dir: Path
    head_sha: CommitSha
    merge_base: CommitSha | None

    def executable(self) -> frozenset[str]:
        """The paths of the commit that git marks as executable."""
        with closing(GitObjects(self.git_dir, self.head_sha)) as tree:
            return frozenset(entry.path for entry in tree.listing().entries if entry.executable)

    def proposed(self, judged: Sequence[Judged]) -> dict[str, OfferedBytes]:
        """Every file for which a proposal passed."""
        numbers: dict[str, list[int]] = {}
        for one in judged:
            if one.passed:
                numbers.setdefault(one.exchange.question.path, []).append(one.exchange.question.index)
        if not numbers:
            return {}
        shown = self._shown(numbers)
        with closing(GitObjects(self.git_dir, self.head_sha)) as tree:
            return {
                path: OfferedBytes(
                    before=_bytes(content),
                    after={number: self._guarded(number) for number in numbers[path]},
                    shown=shown.get(path, ()),
                )
                for path, content in tree.read(sorted(numbers), _MOST_FILE_BYTES)
            }

    def keep(self, offering: bytes, plan: PlanOutcome, proposed: Mapping[str, OfferedBytes]) -> None:
        """Keep the offering with the bytes of every file before and after; proposals are kept already."""
        rewritten = (data for file in plan.written for data in (file.before, file.after))
        self.artifacts.put_offering(self.folder, offering, (*rewritten, *(file.before for file in proposed.values())))

    def _guarded(self, number: int) -> bytes:
        data = self.artifacts.read_proposal(self.folder, number)
        if data is None:
            raise StoreError("the bytes of a proposal are gone")
        return data

    def _shown(self, paths: Iterable[str]) -> dict[str, tuple[LineRange, ...]]:
        if self.merge_base is None:
            return {}
        try:
            with PullDiff(self.git_dir, self.merge_base, self.head_sha, default_config().max_file_bytes) as diff:
                return dict(diff.hunks(paths))
        except GitFailed:
            return {}


def _bytes(content: bytes | Limitation) -> bytes:
    if isinstance(content, Limitation):
        raise GitFailed("a file of the commit cannot be read again")
    return content
