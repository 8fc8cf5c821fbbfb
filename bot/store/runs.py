"""The runs: one row for each attempt on each head of each pull request, from being asked for to its end.

A head's attempts count from 1. Whether a delivery adds one is decided here, in the same transaction that enqueues it,
so that however often and in whatever order GitHub delivers, a head gets one check that counts.
"""

from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.models.names import CommitSha, DeliveryId, RepositoryId, RunId
from bot.models.run_key import RunKey
from bot.store.rows import word
from bot.store.tables import runs
from bot.vocabulary import Conclusion, RunDemand, RunState

_WAITING = {RunState.ENQUEUED, RunState.DEFERRED}
ON_THE_WAY = {*_WAITING, RunState.RUNNING}
"""States of a run that has not ended."""


@dataclass(frozen=True, slots=True)
class Run:
    """One row; what has not happened yet is null. `run_id` names the run folder, `trigger` the delivery.

    With `check_asked` there may be a check at GitHub whose number was never seen.
    """

    workflow_id: str
    repository_id: RepositoryId
    pull: int
    head_sha: CommitSha
    base_sha: CommitSha
    attempt: int
    state: RunState
    trigger: DeliveryId | None
    check_asked: bool
    check_run_id: int | None
    run_id: RunId | None
    conclusion: Conclusion | None
    api_calls: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    reason: str | None

    @property
    def key(self) -> RunKey:
        """The run's name."""
        return RunKey.of(self.repository_id, self.pull, self.head_sha, self.attempt)


@dataclass(frozen=True, slots=True)
class Head:
    """A commit at the top of a pull request."""

    repository_id: int
    pull: int
    head_sha: str
    base_sha: str


def admit(
    connection: sa.Connection, head: Head, demand: RunDemand, trigger: DeliveryId | None, at: datetime
) -> RunKey | None:
    """Insert the run that the demand asks for; null when the attempts that are there answer it already.

    A delivery that was carried out before (its GUID stands on an attempt) never adds another. A waiting run reads the
    pull request anew when it starts, so it answers `again` too.
    """
    attempts = attempts_on(connection, head.repository_id, head.pull, head.head_sha)
    if attempts and not _adds(demand, trigger, attempts):
        return None
    number = attempts[-1].attempt + 1 if attempts else 1
    return insert(connection, head, number, trigger, at)


def _adds(demand: RunDemand, trigger: DeliveryId | None, attempts: list[Run]) -> bool:
    """Whether one more attempt is wanted beside these."""
    newest = attempts[-1].state
    if trigger is not None and any(run.trigger == trigger for run in attempts):
        return False
    if demand is RunDemand.AGAIN:
        return newest not in _WAITING
    return newest not in ON_THE_WAY and all(run.state is not RunState.FINISHED for run in attempts)


def insert(connection: sa.Connection, head: Head, attempt: int, trigger: DeliveryId | None, at: datetime) -> RunKey:
    """A run that waits; its key must be new."""
    key = RunKey.of(RepositoryId(head.repository_id), head.pull, CommitSha(head.head_sha), attempt)
    values = {
        "workflow_id": key.text,
        "repository_id": head.repository_id,
        "pull": head.pull,
        "head_sha": head.head_sha,
        "base_sha": head.base_sha,
        "attempt": attempt,
        "state": RunState.ENQUEUED.value,
        "trigger": trigger,
        "created_at": at,
    }
    connection.execute(sa.insert(runs).values(**values))
    return key


def next_attempt(connection: sa.Connection, run: Run, at: datetime) -> RunKey | None:
    """The attempt that follows a run which broke or was deferred; null when it is gone, changed, or has been followed.

    A deferred run is over once it has been followed; a broken one stays broken, for the record.
    """
    attempts = attempts_on(connection, run.repository_id, run.pull, run.head_sha)
    standing = next((attempt for attempt in attempts if attempt.attempt == run.attempt), None)
    if standing is None or standing.state is not run.state:
        return None
    if standing.state is RunState.DEFERRED:
        change(connection, run.key, state=RunState.SUPERSEDED, reason="Its next attempt took over.")
    if attempts[-1].attempt != run.attempt:
        return None
    head = Head(run.repository_id, run.pull, run.head_sha, run.base_sha)
    return insert(connection, head, run.attempt + 1, run.trigger, at)


def attempts_on(connection: sa.Connection, repository_id: int, pull: int, head_sha: str) -> list[Run]:
    """The attempts on one head, first one first."""
    where = (runs.c.repository_id == repository_id, runs.c.pull == pull, runs.c.head_sha == head_sha)
    return [_run(row) for row in connection.execute(sa.select(runs).where(*where).order_by(runs.c.attempt))]


def find(connection: sa.Connection, key: RunKey) -> Run | None:
    """The run with this key; null when it, or its repository, is gone."""
    row = connection.execute(sa.select(runs).where(runs.c.workflow_id == key.text)).one_or_none()
    return None if row is None else _run(row)


def find_by_run_id(connection: sa.Connection, run_id: RunId) -> Run | None:
    """The run whose folder has this id."""
    row = connection.execute(sa.select(runs).where(runs.c.run_id == run_id)).one_or_none()
    return None if row is None else _run(row)


def heads_with(connection: sa.Connection, repository_id: int, head_sha: str) -> list[Head]:
    """The pull requests that had this commit as their head, by number, each as its newest attempt knew it."""
    where = (runs.c.repository_id == repository_id, runs.c.head_sha == head_sha)
    newest = {row.pull: row for row in connection.execute(sa.select(runs).where(*where).order_by(runs.c.attempt))}
    return [Head(row.repository_id, row.pull, row.head_sha, row.base_sha) for _, row in sorted(newest.items())]


def of_pull(connection: sa.Connection, repository_id: int, pull: int) -> list[Run]:
    """Every run of one pull request, oldest first."""
    where = (runs.c.repository_id == repository_id, runs.c.pull == pull)
    order = (runs.c.created_at, runs.c.attempt)
    return [_run(row) for row in connection.execute(sa.select(runs).where(*where).order_by(*order))]


_SECOND = timedelta(seconds=1)
"""GitHub's times are cut to it."""


def newest_of(connection: sa.Connection, repository_id: int, most: int) -> list[Run]:
    """The newest runs of a repository that have a page, newest first."""
    where = (runs.c.repository_id == repository_id, runs.c.run_id.is_not(None))
    order = (runs.c.created_at.desc(), runs.c.workflow_id.desc())
    return [_run(row) for row in connection.execute(sa.select(runs).where(*where).order_by(*order).limit(most))]


def shown(connection: sa.Connection, repository_id: int, pull: int, at: datetime | None = None) -> Run | None:
    """The newest run whose result stands on the pull request, or stood there `at` a time: its check has a conclusion.

    Null where none does. Runs of one pull request come one after another, so the one that started last is the newest.
    """
    where = [runs.c.repository_id == repository_id, runs.c.pull == pull, runs.c.conclusion.is_not(None)]
    where += [runs.c.finished_at < at + _SECOND] if at is not None else []
    order = (runs.c.started_at.desc(), runs.c.attempt.desc())
    row = connection.execute(sa.select(runs).where(*where).order_by(*order).limit(1)).one_or_none()
    return None if row is None else _run(row)


def unsaid(connection: sa.Connection, since: datetime) -> list[Run]:
    """Runs that ended since then and have a reason: their check tells the result, and the rest could not be said."""
    where = (
        runs.c.state == RunState.FINISHED.value,
        runs.c.conclusion.is_not(None),
        runs.c.conclusion != Conclusion.INTERNAL_ERROR.value,
        runs.c.reason.is_not(None),
        runs.c.finished_at >= since,
    )
    return [_run(row) for row in connection.execute(sa.select(runs).where(*where).order_by(runs.c.created_at))]


def with_open_check(connection: sa.Connection, since: datetime) -> list[Run]:
    """Runs that ended since then without a result, and whose check nobody closed, or may be there unseen."""
    states = (RunState.SUPERSEDED, RunState.DROPPED, RunState.BROKEN)
    where = (
        runs.c.state.in_([state.value for state in states]),
        sa.or_(runs.c.check_asked, runs.c.check_run_id.is_not(None)),
        runs.c.conclusion.is_(None),
        runs.c.finished_at >= since,
    )
    return [_run(row) for row in connection.execute(sa.select(runs).where(*where).order_by(runs.c.created_at))]


def in_state(connection: sa.Connection, *states: RunState) -> list[Run]:
    """Every run in one of the states, oldest first."""
    where = runs.c.state.in_([state.value for state in states])
    return [_run(row) for row in connection.execute(sa.select(runs).where(where).order_by(runs.c.created_at))]


def change(connection: sa.Connection, key: RunKey, **columns: object) -> bool:
    """Set columns of a run; words are stored by their value. False when the row is gone: its repository was removed."""
    values = {name: getattr(value, "value", value) for name, value in columns.items()}
    updated = connection.execute(sa.update(runs).where(runs.c.workflow_id == key.text).values(**values))
    return updated.rowcount > 0


_COLUMNS = tuple(field.name for field in fields(Run))


def _run(row: sa.Row[Any]) -> Run:
    values = {name: row._mapping[name] for name in _COLUMNS}
    values["state"] = word(RunState, values["state"])
    values["conclusion"] = word(Conclusion, values["conclusion"]) if values["conclusion"] else None
    return Run(**values)
