"""Commits that Obelize made at somebody's word, and what the repository's own checks said of them."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.models.names import CommitSha, RunId
from bot.store.rows import put_row, word
from bot.store.tables import commits
from bot.vocabulary import CommitKind, VerifyReason, VerifyStatus


@dataclass(frozen=True, slots=True)
class Made:
    """One commit. `run_id` is the run that made it, `parent_run_id` the one whose plan or proposals it wrote, and
    `before_sha` the head that it stands on. `numbers` are those of accepted proposals.
    """

    repository_id: int
    sha: CommitSha
    pull: int
    kind: CommitKind
    run_id: RunId
    parent_run_id: RunId
    before_sha: CommitSha
    command_id: str
    speaker: str
    numbers: tuple[int, ...]
    verdict: VerifyStatus | None
    verdict_reason: VerifyReason | None
    verdict_run_id: RunId | None
    created_at: datetime


def put(connection: sa.Connection, made: Made) -> None:
    """Keep it; once more changes nothing."""
    values = {name: getattr(getattr(made, name), "value", getattr(made, name)) for name in _COLUMNS}
    values["numbers"] = ",".join(map(str, made.numbers))
    key = {name: values.pop(name) for name in ("repository_id", "sha")}
    put_row(connection, commits, key, values)


def find(connection: sa.Connection, repository_id: int, sha: str) -> Made | None:
    """The commit; null when it is none of ours."""
    where = (commits.c.repository_id == repository_id, commits.c.sha == sha)
    row = connection.execute(sa.select(commits).where(*where)).one_or_none()
    return None if row is None else _made(row)


def find_by_run(connection: sa.Connection, run_id: str) -> Made | None:
    """The commit that this run made, if it made one."""
    row = connection.execute(sa.select(commits).where(commits.c.run_id == run_id)).one_or_none()
    return None if row is None else _made(row)


def find_by_verdict(connection: sa.Connection, run_id: str) -> Made | None:
    """The commit of which this run holds the newest verdict, if it holds one."""
    row = connection.execute(sa.select(commits).where(commits.c.verdict_run_id == run_id)).one_or_none()
    return None if row is None else _made(row)


def of_pull(connection: sa.Connection, repository_id: int, pull: int) -> list[Made]:
    """Our commits on a pull request, oldest first."""
    where = (commits.c.repository_id == repository_id, commits.c.pull == pull)
    order = (commits.c.created_at, commits.c.sha)
    return [_made(row) for row in connection.execute(sa.select(commits).where(*where).order_by(*order))]


def without_verdict(connection: sa.Connection, since: datetime) -> list[Made]:
    """Commits made since then of which no check has said anything yet, oldest first."""
    where = (commits.c.verdict.is_(None), commits.c.created_at >= since)
    return [_made(row) for row in connection.execute(sa.select(commits).where(*where).order_by(commits.c.created_at))]


def change(connection: sa.Connection, made: Made, **columns: object) -> None:
    """Set columns; words are stored by their value."""
    values = {name: getattr(value, "value", value) for name, value in columns.items()}
    where = (commits.c.repository_id == made.repository_id, commits.c.sha == made.sha)
    connection.execute(sa.update(commits).where(*where).values(**values))


_COLUMNS = tuple(field.name for field in fields(Made))


def _made(row: sa.Row[Any]) -> Made:
    values = {name: row._mapping[name] for name in _COLUMNS}
    values["kind"] = word(CommitKind, values["kind"])
    values["numbers"] = tuple(int(number) for number in values["numbers"].split(",") if number)
    values["verdict"] = word(VerifyStatus, values["verdict"]) if values["verdict"] else None
    values["verdict_reason"] = word(VerifyReason, values["verdict_reason"]) if values["verdict_reason"] else None
    return Made(**values)
