"""May a run go on? Asked at each of its steps, of what deliveries have said so far."""

import sqlalchemy as sa

from bot.models.run_key import RunKey
from bot.store.installations import installation, is_removed, repository
from bot.store.pulls import is_closed
from bot.store.runs import find


def reason_to_stop(connection: sa.Connection, key: RunKey) -> str | None:
    """A sentence when nothing is to be done for this run any more; null when it may go on."""
    found = repository(connection, key.repository_id)
    if found is None or is_removed(connection, key.repository_id) or find(connection, key) is None:
        return "The repository is no longer there for Obelize."
    owner = installation(connection, found.installation_id)
    if owner is None or owner.deleted:
        return "Obelize was uninstalled."
    if owner.suspended:
        return "The installation is suspended."
    if is_closed(connection, key.repository_id, key.pull):
        return "The pull request was closed."
    return None
