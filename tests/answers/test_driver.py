"""What a second run asks of the analyser."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from bot.analyser.jobs import REGISTRY
from bot.analyser.limits import Limits
from bot.analyser.run_setup import setup
from bot.analyser.supervisor import Analyser
from bot.answers.cache import AnswerCache
from bot.answers.key import Circumstances
from bot.configuration import default_config
from bot.driver import Driver
from bot.models.finding import PackStamp
from bot.models.outcome import Outcome
from bot.packs.surface import SurfaceIndex
from bot.pipeline import RunRequest, run
from bot.source.memory import MemoryTree
from bot.vocabulary import Bail, RunMode
from tests.analyser.test_whole_runs import HANG
from tests.demo_pack import PACK

FILES = {
    **{f"good{number}.py": b"from oldlib import Reader\nprint(Reader('a').title, %d)\n" % number for number in range(4)},
    "shared.py": b"from oldlib import Reader as Opened\n",
    "user.py": b"from shared import Opened\nprint(Opened('a').title)\n",
    "requirements.txt": b"oldlib==1.0\n",
}  # fmt: skip


class Watched(Analyser):
    """The real analyser, which says which files it was sent."""

    sent: list[str]

    def run(
        self,
        jobs: Iterable[Any],
        stop: Callable[[], bool] = lambda: False,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> Iterator[Any]:
        return super().run(self._noted(jobs), stop, meanwhile)

    def _noted(self, jobs: Iterable[Any]) -> Iterator[Any]:
        for job in jobs:
            self.sent.append(job.parameters.get("path", job.name))
            yield job


def ran(files: dict[str, bytes], folder: Path, registry: str = REGISTRY) -> tuple[Outcome, list[str]]:
    """A scan with a cache, and the files that were sent to a child."""
    tree = MemoryTree(files)
    stamp = PackStamp(id=PACK.id, version=PACK.version, sha256="0" * 64)
    request = RunRequest(RunMode.SCAN, ((SurfaceIndex(PACK), stamp),), True, tree.listing(), default_config())
    circumstances = Circumstances("here", "engine", {PACK.id: stamp.sha256})
    with (
        AnswerCache(folder / "answers.sqlite3", circumstances) as answers,
        Watched(registry=registry, setup=setup([PACK]), limits=Limits(seconds=3.0)) as analyser,
    ):
        analyser.sent = []
        limit = default_config().max_file_bytes
        return Driver(tree, analyser, limit, answers=answers).drive(run(request)), analyser.sent


def test_a_second_scan_asks_nothing_and_starts_no_child(tmp_path: Path) -> None:
    """A registry that does not exist can start no child."""
    first, sent = ran(FILES, tmp_path)
    again, asked = ran(FILES, tmp_path, registry="no.such.registry")
    assert sorted(sent) == ["good0.py", "good1.py", "good2.py", "good3.py", "manifest_facts", "shared.py", "user.py"]
    assert asked == []
    assert again == first


def test_after_a_change_only_what_changed_is_asked(tmp_path: Path) -> None:
    ran(FILES, tmp_path)
    changed = {**FILES, "good1.py": b"import oldlib\nprint(oldlib.VERSION)\n", "fresh.py": b"import oldlib\n"}
    outcome, asked = ran(changed, tmp_path)
    assert sorted(asked) == ["fresh.py", "good1.py"]
    assert outcome == ran(changed, tmp_path / "..", registry=REGISTRY)[0]


def test_what_reaches_a_file_through_another_one_is_part_of_the_question(tmp_path: Path) -> None:
    """`user.py` did not change, but what it imports from `shared.py` did."""
    ran(FILES, tmp_path)
    _, asked = ran({**FILES, "shared.py": b"from oldlib import Writer as Opened\n"}, tmp_path)
    assert sorted(asked) == ["shared.py", "user.py"]


def test_a_file_that_overran_is_asked_again(tmp_path: Path) -> None:
    files = {**FILES, "hang.py": HANG, "broken.py": b"import oldlib\ndef (\n"}
    first, _ = ran(files, tmp_path)
    again, asked = ran(files, tmp_path)
    assert sorted(asked) == ["broken.py", "hang.py"]
    assert again == first
    assert Bail.ANALYSER_TIMED_OUT in {finding.bail for finding in again.scan.findings}
