"""May a run go on? Asked at each of its steps, of what deliveries have said so far."""

import sqlalchemy as sa

from bot.models.run_key import RunKey
from bot.store.installations import installation, repository
from bot.store.pulls import is_closed
from bot.store.removals import is_removed
from bot.store.runs import find

_GONE = "The repository is no longer there for Obelize."


def reason_to_leave(connection: sa.Connection, repository_id: int) -> str | None:
    """A sentence when nothing is to be done in the repository any more; null when something may."""
    found = repository(connection, repository_id)
    if found is None or is_removed(connection, repository_id):
        return _GONE
    owner = installation(connection, found.installation_id)
    if owner is None or owner.deleted:
        return "Obelize was uninstalled."
    return "The installation is suspended." if owner.suspended else None


def reason_to_stop(connection: sa.Connection, key: RunKey) -> str | None:
    """A sentence when nothing is to be done for this run any more; null when it may go on."""
    if find(connection, key) is None:
        return _GONE
    reason = reason_to_leave(connection, key.repository_id)
    if reason is None and is_closed(connection, key.repository_id, key.pull):
        return "The pull request was closed."
    return reason
