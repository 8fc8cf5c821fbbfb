"""The relay's arcs, one for the newest head of a pull request: what was asked, what was replied, and by whom."""

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.evidence.arc_file import arc_document
from bot.models.arc import Arc, ArcDocument
from bot.models.names import CommitSha, RunId
from bot.models.reading import MisfitError, read_json
from bot.store.rows import put_row
from bot.store.tables import arcs


@dataclass(frozen=True, slots=True)
class KeptArc:
    """One row. `words` are a maintainer's, said by `words_by`; `held` are the amendments that held when it began, as
    JSON. `run_id` handed out what is open; the reply before that was to a turn of `replied_run_id`, given by a command.
    """

    repository_id: int
    pull: int
    head_sha: CommitSha
    document: bytes
    words: str | None
    words_by: str | None
    held: str
    run_id: RunId
    replied_run_id: RunId | None
    replied_command_id: str | None
    replied_by: str | None
    updated_at: datetime

    def arc(self) -> Arc | None:
        """The arc; null where another version of Obelize kept it."""
        try:
            return read_json(ArcDocument, self.document).arc
        except MisfitError:
            return None

    def with_arc(self, arc: Arc) -> "KeptArc":
        """The row with the arc as it is now."""
        return replace(self, document=arc_document(arc))


def find(connection: sa.Connection, repository_id: int, pull: int, head_sha: str) -> KeptArc | None:
    """The arc of a head; null where nothing was asked of it."""
    where = (arcs.c.repository_id == repository_id, arcs.c.pull == pull, arcs.c.head_sha == head_sha)
    row = connection.execute(sa.select(arcs).where(*where)).one_or_none()
    return None if row is None else _kept(row)


def put(connection: sa.Connection, kept: KeptArc) -> None:
    """Keep it in place of what was kept of the pull request, whatever the head: nothing is replied there any more."""
    others = (arcs.c.repository_id == kept.repository_id, arcs.c.pull == kept.pull, arcs.c.head_sha != kept.head_sha)
    connection.execute(sa.delete(arcs).where(*others))
    values = {name: getattr(kept, name) for name in _COLUMNS}
    key = {name: values.pop(name) for name in ("repository_id", "pull", "head_sha")}
    put_row(connection, arcs, key, values)


_COLUMNS = tuple(field.name for field in fields(KeptArc))


def _kept(row: sa.Row[Any]) -> KeptArc:
    return KeptArc(**{name: row._mapping[name] for name in _COLUMNS})
