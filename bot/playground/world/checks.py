"""Check suites, check runs and annotations (GITHUB.md §4).

An annotation, once posted, is neither changed nor removed: there is no such operation.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.playground.world.apps import App
from bot.playground.world.clock import now
from bot.playground.world.ids import Ids, Kind, node_id
from bot.playground.world.repositories import Repository

WORST_FIRST = ("failure", "timed_out", "cancelled", "action_required", "neutral", "skipped", "success")
"""A suite's conclusion is the worst of its runs'."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """One note on lines of a file; lines and columns count from 1."""

    path: str
    start_line: int
    end_line: int
    level: str
    message: str
    start_column: int | None = None
    end_column: int | None = None
    title: str | None = None
    raw_details: str | None = None


@dataclass(slots=True)
class CheckSuite:
    """The runs of one App on one commit. `rerequested` since the last run was created: it reads `queued` again.

    `blocked_by` is a conclusion that the suite has without any run, such as `action_required`.
    """

    id: int
    repository: Repository
    app: App
    head_sha: str
    head_branch: str | None
    before: str | None
    rerequested: bool = False
    blocked_by: str | None = None
    created_at: datetime = field(default_factory=now)
    updated_at: datetime = field(default_factory=now)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.CHECK_SUITE, self.id)


@dataclass(slots=True, eq=False)
class CheckRun:
    """One check, as a person sees it on the pull request."""

    id: int
    suite: CheckSuite
    name: str
    details_url: str
    external_id: str = ""
    status: str = "queued"
    conclusion: str | None = None
    started_at: datetime = field(default_factory=now)
    completed_at: datetime | None = None
    title: str | None = None
    summary: str | None = None
    text: str | None = None
    annotations: list[Annotation] = field(default_factory=list)
    actions: list[dict[str, Any]] = field(default_factory=list)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.CHECK_RUN, self.id)

    @property
    def app(self) -> App:
        """The App that made the run, and alone may change it."""
        return self.suite.app


class Checks:
    """All suites and runs."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self.suites: dict[int, CheckSuite] = {}
        self.runs: dict[int, CheckRun] = {}

    def suite(
        self, repository: Repository, app: App, sha: str, branch: str | None = None, before: str | None = None
    ) -> CheckSuite:
        """The suite of that App and commit, made when it is new."""
        for known in self.suites.values():
            if known.repository is repository and known.app is app and known.head_sha == sha:
                return known
        made = CheckSuite(self._ids.next(Kind.CHECK_SUITE), repository, app, sha, branch, before)
        self.suites[made.id] = made
        return made

    def start_run(self, suite: CheckSuite, name: str, details_url: str) -> CheckRun:
        """A new run; a second one of the same name stands beside the first."""
        run = CheckRun(self._ids.next(Kind.CHECK_RUN), suite, name, details_url)
        self.runs[run.id] = run
        suite.rerequested = False
        return run

    def runs_on(self, repository: Repository, sha: str) -> list[CheckRun]:
        """All runs on a commit, newest first."""
        found = [run for run in self.runs.values() if run.suite.repository is repository and run.suite.head_sha == sha]
        return sorted(found, key=lambda run: run.id, reverse=True)

    def suites_on(self, repository: Repository, sha: str) -> list[CheckSuite]:
        """All suites on a commit, oldest first."""
        return [each for each in self.suites.values() if each.repository is repository and each.head_sha == sha]

    def runs_in(self, suite: CheckSuite) -> list[CheckRun]:
        """The newest run of each name in the suite."""
        newest = {run.name: run for run in self.runs.values() if run.suite is suite}
        return list(newest.values())

    def state_of(self, suite: CheckSuite) -> tuple[str, str | None]:
        """The suite's status and conclusion; one without runs stays queued for ever (GITHUB.md §4)."""
        runs = self.runs_in(suite)
        if not runs and suite.blocked_by is not None:
            return "completed", suite.blocked_by
        if not runs or suite.rerequested:
            return "queued", None
        if any(run.status != "completed" for run in runs):
            return "in_progress", None
        conclusions = {run.conclusion for run in runs}
        return "completed", next(word for word in WORST_FIRST if word in conclusions)


def latest(runs: list[CheckRun]) -> list[CheckRun]:
    """Of runs given newest first: the newest of each App and name."""
    kept: dict[tuple[int, str], CheckRun] = {}
    for run in runs:
        kept.setdefault((run.app.id, run.name), run)
    return list(kept.values())
