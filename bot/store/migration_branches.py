"""The branch on which a default branch is migrated: one a repository, at somebody's word, kept up to date.

What it is about to point to is kept before it is moved, so that a commit is known for ours whatever happens in between.
"""

from dataclasses import dataclass, fields
from typing import Any

import sqlalchemy as sa

from bot.models.names import CommitSha, RepositoryId, RunId
from bot.store.rows import put_row
from bot.store.tables import migration_branches


@dataclass(frozen=True, slots=True)
class MigrationBranch:
    """`issue`, `speaker` and `permission` tell who asked where. `sha` is where we moved the branch, `made_sha` where we
    were about to; `base_sha` is the commit of the default branch that the newer of both stands on, `run_id` the run
    that planned it. All of them are null until there is one, and so is the pull request's number.
    """

    repository_id: RepositoryId
    issue: int
    command_id: str
    speaker_id: int
    speaker: str
    permission: str
    sha: CommitSha | None = None
    made_sha: CommitSha | None = None
    base_sha: CommitSha | None = None
    run_id: RunId | None = None
    pull: int | None = None

    def is_ours(self, tip: CommitSha) -> bool:
        """Whether we made the commit that the branch points to."""
        return tip in {self.sha, self.made_sha}


def find(connection: sa.Connection, repository_id: int) -> MigrationBranch | None:
    """The repository's; null where nobody asked for one."""
    where = migration_branches.c.repository_id == repository_id
    row = connection.execute(sa.select(migration_branches).where(where)).one_or_none()
    return None if row is None else _branch(row)


def put(connection: sa.Connection, branch: MigrationBranch) -> None:
    """Keep it as it is now."""
    values = {name: getattr(branch, name) for name in _COLUMNS}
    key = {"repository_id": values.pop("repository_id")}
    put_row(connection, migration_branches, key, values)


_COLUMNS = tuple(field.name for field in fields(MigrationBranch))


def _branch(row: sa.Row[Any]) -> MigrationBranch:
    return MigrationBranch(**{name: row._mapping[name] for name in _COLUMNS})
