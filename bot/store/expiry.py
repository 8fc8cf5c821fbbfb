"""Rows that are older than the operator keeps them: which may go, and which stay whatever their age.

Of an open pull request its newest result stays, with every attempt on its newest head: they are what its check leads
to, and what says that the head was looked at. So do the commits made there, which somebody may want taken back.
"""

from collections.abc import Iterator
from datetime import date, datetime

import sqlalchemy as sa

from bot.models.names import RepositoryId, RunId
from bot.store.commands import OVER
from bot.store.runs import ON_THE_WAY, of_pull, shown
from bot.store.tables import (
    arcs,
    branch_scans,
    commands,
    commits,
    deliveries,
    metadata,
    migration_branches,
    model_days,
    pulls,
    repositories,
    run_refs,
    runs,
    usage_counts,
)
from bot.vocabulary import RunState

_COMMANDS_OVER = [state.value for state in OVER]
_SCANS_OVER = [state.value for state in RunState if state not in ON_THE_WAY]
_OF_RUNS = (
    runs.c.run_id,
    commits.c.run_id,
    commits.c.parent_run_id,
    commits.c.verdict_run_id,
    migration_branches.c.run_id,
    arcs.c.run_id,
    arcs.c.replied_run_id,
)
"""Where a run folder is named that somebody may still come for."""


def every_repository(connection: sa.Connection) -> tuple[RepositoryId, ...]:
    """The numbers of all repositories that are known, by number."""
    found = connection.execute(sa.select(repositories.c.id).order_by(repositories.c.id)).scalars()
    return tuple(RepositoryId(number) for number in found)


def drop_old_rows(connection: sa.Connection, repository_id: RepositoryId, before: datetime) -> None:
    """Delete the rows about one repository that nothing refers to and that are older than the moment."""
    _drop_closed_pulls(connection, repository_id, before)
    _drop_old_runs(connection, repository_id, before)
    old = (commands.c.repository_id == repository_id, commands.c.finished_at < before)
    connection.execute(sa.delete(commands).where(*old, commands.c.state.in_(_COMMANDS_OVER)))
    _thin_branch_scans(connection, repository_id, before)


def drop_old_counts(connection: sa.Connection, before: datetime) -> None:
    """Delete what belongs to no repository: deliveries that ended well, and how much models were asked a day."""
    ended = (deliveries.c.received_at < before, deliveries.c.outcome.is_not(None), deliveries.c.body.is_(None))
    connection.execute(sa.delete(deliveries).where(*ended))
    connection.execute(sa.delete(model_days).where(model_days.c.day < before.date().isoformat()))


def kept_runs(connection: sa.Connection, repository_id: RepositoryId) -> frozenset[RunId]:
    """The run folders of a repository that a row still names."""
    named = (sa.select(column).where(column.table.c.repository_id == repository_id) for column in _OF_RUNS)
    return frozenset(RunId(name) for name in connection.execute(sa.union(*named)).scalars() if name is not None)


def put_ref(connection: sa.Connection, repository_id: RepositoryId, run_id: RunId) -> None:
    """The run folder lies in the repository itself; once more changes nothing."""
    if run_id not in refs_of(connection, repository_id):
        connection.execute(sa.insert(run_refs).values(repository_id=repository_id, run_id=run_id))


def refs_of(connection: sa.Connection, repository_id: RepositoryId) -> frozenset[RunId]:
    """The run folders that lie in the repository itself."""
    found = sa.select(run_refs.c.run_id).where(run_refs.c.repository_id == repository_id)
    return frozenset(RunId(name) for name in connection.execute(found).scalars())


def drop_ref(connection: sa.Connection, repository_id: RepositoryId, run_id: RunId) -> None:
    """It lies there no more."""
    where = (run_refs.c.repository_id == repository_id, run_refs.c.run_id == run_id)
    connection.execute(sa.delete(run_refs).where(*where))


def _drop_closed_pulls(connection: sa.Connection, repository_id: RepositoryId, before: datetime) -> None:
    """Everything about pull requests that were closed before the moment; what people asked of them stays asked."""
    closed = sa.select(pulls.c.number).where(
        pulls.c.repository_id == repository_id, pulls.c.closed, pulls.c.updated_at < before
    )
    numbers = list(connection.execute(closed).scalars())
    for table in _tables_of_pulls():
        connection.execute(sa.delete(table).where(table.c.repository_id == repository_id, table.c.pull.in_(numbers)))
    here = (pulls.c.repository_id == repository_id, pulls.c.number.in_(numbers))
    connection.execute(sa.delete(pulls).where(*here, ~pulls.c.muted, ~pulls.c.paused))


def _tables_of_pulls() -> Iterator[sa.Table]:
    """Those whose rows are about one pull request; the branch of a migration lives on after the one that it made."""
    for table in metadata.sorted_tables:
        if {"repository_id", "pull"} <= set(table.c.keys()) and table is not migration_branches:
            yield table


def _drop_old_runs(connection: sa.Connection, repository_id: RepositoryId, before: datetime) -> None:
    old = sa.select(runs.c.pull).where(*_old_runs(repository_id, before)).distinct()
    for pull in list(connection.execute(old).scalars()):
        newest, result = of_pull(connection, repository_id, pull)[-1], shown(connection, repository_id, pull)
        stays = [runs.c.pull == pull, runs.c.head_sha != newest.head_sha]
        stays += [runs.c.workflow_id != result.workflow_id] if result is not None else []
        connection.execute(sa.delete(runs).where(*_old_runs(repository_id, before), *stays))


def _old_runs(repository_id: RepositoryId, before: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    over = runs.c.state.not_in([state.value for state in ON_THE_WAY])
    return runs.c.repository_id == repository_id, runs.c.finished_at < before, over


def _thin_branch_scans(connection: sa.Connection, repository_id: RepositoryId, before: datetime) -> None:
    """Of each day the newest count stays: the chart is about months."""
    here = branch_scans.c.repository_id == repository_id
    query = sa.select(branch_scans.c.sha, branch_scans.c.created_at, branch_scans.c.state)
    over = branch_scans.c.state.in_(_SCANS_OVER)
    found = connection.execute(
        query.where(here, over, branch_scans.c.created_at < before).order_by(branch_scans.c.created_at)
    ).all()
    last: dict[date, str] = {row.created_at.date(): row.sha for row in found if row.state == RunState.FINISHED.value}
    for sha in [row.sha for row in found if row.sha not in last.values()]:
        counted = (usage_counts.c.repository_id == repository_id, usage_counts.c.sha == sha)
        connection.execute(sa.delete(usage_counts).where(*counted))
        connection.execute(sa.delete(branch_scans).where(here, branch_scans.c.sha == sha))
