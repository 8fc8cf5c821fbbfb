"""A run by its id, whatever kind of run it is."""

import sqlalchemy as sa

from bot.models.names import RunId
from bot.models.run_ids import is_run_id
from bot.store import commits, runs
from bot.store.commits import Made
from bot.store.runs import Run


def find_any(connection: sa.Connection, run_id: str) -> Run | Made | None:
    """A run over a head, one that made a commit, or one that asked other CI about it; null for what is no run's id."""
    if not is_run_id(run_id):
        return None
    known = RunId(run_id)
    return (
        runs.find_by_run_id(connection, known)
        or commits.find_by_run(connection, known)
        or commits.find_by_verdict(connection, known)
    )
