"""A delivery that came to nothing is carried out again, when GitHub sends it once more and by the sweep.

The id of a workflow that ended in an error never runs again, so another try is another attempt with an id of its own.
"""

from datetime import datetime

import sqlalchemy as sa

from bot.models.names import DeliveryId
from bot.store import deliveries
from bot.store.database import Database
from bot.store.deliveries import Progress
from bot.vocabulary import DeliveryOutcome
from bot.workflows.enqueue import Enqueuer, delivery_workflow_id

MOST_ATTEMPTS = 5
"""A delivery that failed this often is left to a person; GitHub's own redelivery still adds an attempt."""


def is_owed(enqueuer: Enqueuer, guid: DeliveryId, known: Progress) -> bool:
    """Whether nothing came of the delivery, and nothing will by itself."""
    if known.outcome is not None:
        return known.outcome is DeliveryOutcome.FAILED_DELIVERY
    return not enqueuer.is_alive(delivery_workflow_id(guid, known.attempt))


def try_again(
    enqueuer: Enqueuer, connection: sa.Connection, guid: DeliveryId, attempt: int, body: bytes | None = None
) -> None:
    """Enqueue a further attempt; `body` is the one that came with a redelivery, for the kept one may be forgotten."""
    deliveries.begin_attempt(connection, guid, attempt, body)
    enqueuer.delivery(connection, guid, attempt)


def retry_owed(database: Database, enqueuer: Enqueuer, received_before: datetime) -> int:
    """Try every delivery again that was received before the moment and came to nothing; how many there were."""
    with database.read() as connection:
        candidates = deliveries.owed(connection, received_before, MOST_ATTEMPTS)
    return sum(_retry(database, enqueuer, guid) for guid in candidates)


def _retry(database: Database, enqueuer: Enqueuer, guid: DeliveryId) -> bool:
    with database.write() as connection:
        known = deliveries.progress(connection, guid)
        if known is None or not is_owed(enqueuer, guid, known):
            return False
        try_again(enqueuer, connection, guid, known.attempt + 1)
    return True
