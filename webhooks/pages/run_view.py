"""What the page of a run shows: records made of a row, a listing and run.json, and the addresses between them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from urllib.parse import quote

from bot.evidence.run_folder import PATCH
from bot.models.model_records import proposal_number
from bot.store.artifacts import StoredFile
from bot.store.commits import Made
from bot.store.runs import Run
from bot.vocabulary import RunState
from webhooks.pages.run_index import RunIndex

_ON_THE_WAY = {RunState.ENQUEUED, RunState.RUNNING, RunState.DEFERRED}


class Value(NamedTuple):
    """One fact; `mono` for hashes and the like."""

    text: str
    mono: bool = False


@dataclass(frozen=True, slots=True)
class ShownRun:
    """The head of the page; `headline` is the sentence of its conclusion, or of its state while there is none.

    `sha` is the commit that was read.
    """

    run_id: str
    repository: str
    pull: int
    pull_address: str
    repository_address: str
    repository_page: str
    sha: str
    headline: str
    facts: tuple[tuple[str, Value], ...]
    ended: bool


@dataclass(frozen=True, slots=True)
class ShownFile:
    """One line of the list of files; `sha256` is what run.json says, and computed for run.json itself."""

    path: str
    size: int
    sha256: str
    address: str


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the parts of one run are; `query` carries the access on, and is empty where none is needed."""

    run_id: str
    query: str

    @property
    def archive(self) -> str:
        """The zip."""
        return f"/runs/{self.run_id}/archive{self.query}"

    @property
    def page(self) -> str:
        """The run's own page."""
        return f"/runs/{self.run_id}{self.query}"

    def part(self, name: str) -> str:
        """A page about one part of the run: `places`, `changes` or `questions`."""
        return f"/runs/{self.run_id}/{name}{self.query}"

    def file(self, path: str) -> str:
        """One file of the folder."""
        return f"/runs/{self.run_id}/files/{quote(path)}{self.query}"


class Part(NamedTuple):
    """A page about one part of the run, and how much there is of it."""

    name: str
    amount: int
    address: str


def parts_of(index: RunIndex, paths: Sequence[str], addresses: Addresses) -> tuple[Part, ...]:
    """The parts that a finished run has something of, by its run.json and the names of its files."""
    questions = sum(proposal_number(path) is not None for path in paths)
    counts = (
        ("Places left", len(index.withheld), "places"),
        ("Changes", int(PATCH in paths), "changes"),
        ("Questions to a model", questions, "questions"),
    )
    return tuple(Part(name, count, addresses.part(page)) for name, count, page in counts if count)


def shown_run(run: Run, full_name: str, github_url: str) -> ShownRun:
    """The head of the page."""
    return ShownRun(
        run_id=run.run_id or "",
        repository=full_name,
        pull=run.pull,
        pull_address=f"{github_url}/{full_name}/pull/{run.pull}",
        repository_address=f"{github_url}/{full_name}",
        repository_page=f"/repositories/{run.repository_id}",
        sha=run.head_sha,
        headline=(run.conclusion or run.state).sentence,
        facts=tuple(_facts(run)),
        ended=run.state not in _ON_THE_WAY,
    )


def shown_commit(made: Made, run_id: str, full_name: str, github_url: str) -> ShownRun:
    """The head of the page of a run that made a commit, or that asked what the repository's own checks say of it."""
    verdict = made.verdict_reason if made.verdict_run_id == run_id else None
    return ShownRun(
        run_id=run_id,
        repository=full_name,
        pull=made.pull,
        pull_address=f"{github_url}/{full_name}/pull/{made.pull}",
        repository_address=f"{github_url}/{full_name}",
        repository_page=f"/repositories/{made.repository_id}",
        sha=made.before_sha,
        headline=(verdict or made.kind).sentence,
        facts=(
            ("Commit", Value(made.sha, mono=True)),
            ("On top of", Value(made.before_sha, mono=True)),
            ("Asked for by", Value(made.speaker)),
            ("From the run", Value(made.run_id if verdict else made.parent_run_id, mono=True)),
        ),
        ended=True,
    )


def shown_files(
    files: tuple[StoredFile, ...], hashes: Mapping[str, str], addresses: Addresses
) -> tuple[ShownFile, ...]:
    """The list of files, in the order of the listing."""
    return tuple(
        ShownFile(file.path, file.size, hashes.get(file.path, ""), addresses.file(file.path)) for file in files
    )


def _facts(run: Run) -> Iterator[tuple[str, Value]]:
    yield "Head", Value(run.head_sha, mono=True)
    yield "Base", Value(run.base_sha, mono=True)
    yield "State", Value(run.state.sentence)
    if run.reason:
        yield "Reason", Value(run.reason)
    if run.attempt > 1:
        yield "Attempt", Value(str(run.attempt))
    yield "Asked for", Value(_moment(run.created_at))
    if run.started_at:
        yield "Started", Value(_moment(run.started_at))
    if run.finished_at:
        yield "Finished", Value(_moment(run.finished_at))
    yield "GitHub calls", Value(str(run.api_calls))


def _moment(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M:%S UTC")
