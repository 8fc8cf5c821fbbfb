"""Drives the real pipeline over files in memory, with the analyser's own jobs called in this process: quick, and the
same code as in the confined child (`tests/cli` and `tests/analyser` run the child itself).
"""

from collections.abc import Generator, Mapping
from typing import Any

from bot.analyser.file_jobs import registry
from bot.analyser.run_setup import setup
from bot.answers.seen import SeenFiles
from bot.configuration import default_config
from bot.looking import Looking
from bot.models.finding import PackStamp
from bot.models.given_answer import Given
from bot.models.limitation import Limitation
from bot.models.outcome import Outcome, PlanOutcome
from bot.models.reading import read_json
from bot.models.run import RunConfig
from bot.models.want import (
    Analyse,
    Analysed,
    Answer,
    Both,
    Job,
    JobAnswer,
    Meanwhile,
    NotAnalysed,
    ReadImports,
    Search,
    Want,
)
from bot.models.writing import compact
from bot.packs.schema import Pack
from bot.packs.surface import SurfaceIndex
from bot.pipeline import RunRequest, run
from bot.source.memory import MemoryTree
from bot.vocabulary import Bail, RunMode
from tests.demo_pack import PACK

Files = Mapping[str, bytes | str]


def ran(
    files: Files,
    packs: tuple[Pack, ...] = (PACK,),
    *,
    mode: RunMode = RunMode.PLAN,
    named: bool = False,
    config: RunConfig | None = None,
    answers: Given | None = None,
    asking: bool = False,
) -> Outcome:
    """The outcome of a run over the files."""
    tree = MemoryTree({path: data.encode() if isinstance(data, str) else data for path, data in files.items()})
    stamps = tuple((SurfaceIndex(pack), PackStamp(id=pack.id, version=pack.version, sha256="0" * 64)) for pack in packs)
    request = RunRequest(mode, stamps, named, tree.listing(), config or default_config(), answers or {}, asking)
    return _driven(run(request), tree, packs, asking=asking)


def planned(files: Files, packs: tuple[Pack, ...] = (PACK,)) -> PlanOutcome:
    """The plan of a run over the files."""
    outcome = ran(files, packs)
    assert outcome.plan is not None
    return outcome.plan


def words(plan: PlanOutcome) -> dict[str, list[str]]:
    """Path to the last words on its rows in order; `auto` where there is none."""
    found: dict[str, list[str]] = {}
    for edit in plan.edits:
        found.setdefault(edit.path, []).append("auto" if edit.reason is None else str(edit.reason))
    return found


def _driven(
    pipeline: Generator[Want, Answer, Outcome], tree: MemoryTree, packs: tuple[Pack, ...], *, asking: bool
) -> Outcome:
    jobs = registry(setup(packs, asking=asking))
    looking = Looking(tree, 10**6, SeenFiles(None, {}, ""), lambda *_: None, _nothing_expected)
    try:
        want = next(pipeline)
        while True:
            match want:
                case Search():
                    want = pipeline.send(looking.search(want))
                case ReadImports():
                    want = pipeline.send(looking.imports(want))
                case Analyse():
                    want = pipeline.send(_analysed(want, tree, jobs))
                case Meanwhile():
                    both = Both(_analysed(want.analyse, tree, jobs), looking.imports(want.imports))
                    want = pipeline.send(both)
    except StopIteration as finished:
        outcome: Outcome = finished.value
        return outcome


def _nothing_expected(weight: int, *, more: bool) -> None:
    """No child is started here."""


def _analysed(want: Analyse, tree: MemoryTree, jobs: Any) -> tuple[JobAnswer, ...]:
    return tuple(_done(job, tree, jobs) for job in want.jobs)


def _done(job: Job, tree: MemoryTree, jobs: Any) -> JobAnswer:
    ((_, content),) = tree.read([job.path], 10**6) if job.data is None else [("", job.data)]
    if isinstance(content, Limitation):
        return NotAnalysed(Bail.ANALYSER_DIED, content)
    finished = jobs[job.name](job.parameters, (content,))
    return Analysed(read_json(job.shape, compact(finished.result)), finished.payloads, content)
