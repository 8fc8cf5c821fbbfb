"""What is left on default branches: one scan a commit, and its counts by pack and reason."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.models.names import CommitSha, PackId, RepositoryId
from bot.store.rows import word
from bot.store.tables import branch_scans, usage_counts
from bot.vocabulary import Bail, RunState


@dataclass(frozen=True, slots=True)
class BranchScan:
    """The scan of one commit; attempts count from 1."""

    repository_id: RepositoryId
    sha: CommitSha
    attempt: int
    state: RunState
    reason: str | None
    created_at: datetime
    finished_at: datetime | None

    @property
    def workflow_id(self) -> str:
        """The id of the workflow that does this attempt."""
        return f"branch/{self.repository_id}/{self.sha}/{self.attempt}"


@dataclass(frozen=True, slots=True)
class UsageCount:
    """How many places of a pack are left for one reason; without a word, how many the rules can rewrite."""

    pack: PackId
    word: Bail | None
    places: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A commit of the default branch with its counts; none of them where nothing is left."""

    sha: CommitSha
    at: datetime
    counts: tuple[UsageCount, ...]


def admit(connection: sa.Connection, repository_id: int, sha: str, at: datetime) -> BranchScan | None:
    """A scan that waits; null when the commit has one already."""
    if find(connection, repository_id, sha) is not None:
        return None
    scan = BranchScan(RepositoryId(repository_id), CommitSha(sha), 1, RunState.ENQUEUED, None, at, None)
    values = {name: getattr(scan, name) for name in _COLUMNS}
    connection.execute(sa.insert(branch_scans).values(**{**values, "state": scan.state.value}))
    return scan


def next_attempt(connection: sa.Connection, scan: BranchScan) -> BranchScan | None:
    """The attempt after one that broke; null when somebody else made it, or the repository is gone."""
    known = find(connection, scan.repository_id, scan.sha)
    if known is None or known.attempt != scan.attempt:
        return None
    change(connection, scan, attempt=scan.attempt + 1, state=RunState.ENQUEUED, reason=None, finished_at=None)
    return find(connection, scan.repository_id, scan.sha)


def find(connection: sa.Connection, repository_id: int, sha: str) -> BranchScan | None:
    """The scan of a commit."""
    where = (branch_scans.c.repository_id == repository_id, branch_scans.c.sha == sha)
    row = connection.execute(sa.select(branch_scans).where(*where)).one_or_none()
    return None if row is None else _scan(row)


def in_state(connection: sa.Connection, *states: RunState) -> list[BranchScan]:
    """Every scan in one of the states, oldest first."""
    where = branch_scans.c.state.in_([state.value for state in states])
    found = connection.execute(sa.select(branch_scans).where(where).order_by(branch_scans.c.created_at))
    return [_scan(row) for row in found]


def change(connection: sa.Connection, scan: BranchScan, **columns: object) -> bool:
    """Set columns; words are stored by their value. False when the row is gone."""
    values = {name: getattr(value, "value", value) for name, value in columns.items()}
    where = (branch_scans.c.repository_id == scan.repository_id, branch_scans.c.sha == scan.sha)
    return connection.execute(sa.update(branch_scans).where(*where).values(**values)).rowcount > 0


def put_counts(connection: sa.Connection, scan: BranchScan, counts: Iterable[UsageCount]) -> None:
    """Keep what was counted, in place of what an earlier try counted."""
    key = {"repository_id": scan.repository_id, "sha": scan.sha}
    connection.execute(sa.delete(usage_counts).where(*(usage_counts.c[name] == key[name] for name in key)))
    for one in counts:
        values = {"pack": one.pack, "word": one.word.value if one.word is not None else "", "places": one.places}
        connection.execute(sa.insert(usage_counts).values(**key, **values))


def history(connection: sa.Connection, repository_id: int) -> list[Counted]:
    """What was left on the default branch over time, oldest first."""
    where = (branch_scans.c.repository_id == repository_id, branch_scans.c.state == RunState.FINISHED.value)
    scans = connection.execute(sa.select(branch_scans).where(*where).order_by(branch_scans.c.created_at))
    counts: dict[str, list[UsageCount]] = {}
    order = (usage_counts.c.pack, usage_counts.c.word)
    for row in connection.execute(
        sa.select(usage_counts).where(usage_counts.c.repository_id == repository_id).order_by(*order)
    ):
        reason = word(Bail, row.word) if row.word else None
        counts.setdefault(row.sha, []).append(UsageCount(PackId(row.pack), reason, row.places))
    return [Counted(CommitSha(row.sha), _scan(row).created_at, tuple(counts.get(row.sha, ()))) for row in scans]


def newest_totals(connection: sa.Connection, repository_ids: Iterable[int]) -> dict[int, int]:
    """How many places each of the repositories has left, as its default branch was last counted; none: never was."""
    finished = branch_scans.c.state == RunState.FINISHED.value
    named = branch_scans.c.repository_id.in_(list(repository_ids))
    at = sa.func.max(branch_scans.c.created_at).label("at")
    newest = sa.select(branch_scans.c.repository_id, at).where(finished, named).group_by(branch_scans.c.repository_id)
    last = newest.subquery()
    is_last = sa.and_(branch_scans.c.repository_id == last.c.repository_id, branch_scans.c.created_at == last.c.at)
    is_its = sa.and_(
        usage_counts.c.repository_id == branch_scans.c.repository_id, usage_counts.c.sha == branch_scans.c.sha
    )
    total = sa.func.coalesce(sa.func.sum(usage_counts.c.places), 0)
    query = sa.select(branch_scans.c.repository_id, branch_scans.c.sha, total).join(last, is_last)
    query = query.join(usage_counts, is_its, isouter=True).where(finished)
    rows = connection.execute(query.group_by(branch_scans.c.repository_id, branch_scans.c.sha))
    return {repository_id: int(places) for repository_id, _, places in rows}


_COLUMNS = tuple(field.name for field in fields(BranchScan))


def _scan(row: sa.Row[Any]) -> BranchScan:
    values = {name: row._mapping[name] for name in _COLUMNS}
    values["state"] = word(RunState, values["state"])
    return BranchScan(**values)
