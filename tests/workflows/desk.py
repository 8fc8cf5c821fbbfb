"""A desk without a running DBOS: decisions are carried out, and what they enqueue is looked up."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from bot.models.names import DeliveryId
from bot.source.bare_cache import BareCache
from bot.store import deliveries, removals
from bot.store.artifacts import Artifacts
from bot.store.database import Database
from bot.store.deliveries import Delivery
from bot.workflows.carry_out import Desk
from bot.workflows.enqueue import Enqueuer
from bot.workflows.forgetting import Forgetting
from tests.webhooks.serving import settings_in

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Bench:
    """The desk and what lies on it."""

    desk: Desk
    artifacts: Artifacts
    cache: BareCache
    folder: Path

    @property
    def forgetting(self) -> Forgetting:
        """What the workflows do that removals enqueue."""
        return Forgetting(self.desk.database, self.artifacts, self.cache, self.desk.enqueuer)

    def forget(self) -> None:
        """Do what the workflows of all removals would."""
        with self.desk.database.read() as connection:
            pending = removals.pending(connection)
        for removal in pending:
            self.forgetting.delete(removal)

    def keep(self, guid: str, event: str, body: bytes) -> DeliveryId:
        """A delivery as the intake keeps it."""
        with self.desk.database.write() as connection:
            deliveries.insert(connection, Delivery(DeliveryId(guid), event, {}, body, NOW))
        return DeliveryId(guid)

    def enqueued(self) -> dict[str, str | None]:
        """The ids of what was enqueued, each with its partition."""
        query = sa.text("SELECT workflow_uuid, queue_partition_key FROM workflow_status ORDER BY created_at")
        with self.desk.database.read() as connection:
            return {row.workflow_uuid: row.queue_partition_key for row in connection.execute(query)}


@contextmanager
def bench(folder: Path, address: str = "") -> Iterator[Bench]:
    """With DBOS's own tables beside ours; on SQLite in the folder unless there is an address."""
    settings = settings_in(folder, OBELIZE_DATABASE_URL=address)
    with Database(settings.database_address) as database:
        enqueuer = Enqueuer(database)
        enqueuer.prepare()
        artifacts = Artifacts(settings.artifacts_address)
        yield Bench(Desk(database, enqueuer, lambda: NOW), artifacts, BareCache(settings.cache_folder), folder)
        enqueuer.close()
