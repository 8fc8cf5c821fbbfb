"""The one writer of deliveries: they are kept and enqueued in batches, and only then acknowledged.

A single thread takes what has gathered and commits it together, each delivery's row with its workflow: no acknowledged
delivery is without a workflow and no workflow without its row. Waiting for the commit costs each of them little and all
of them together far less than a commit each.
"""

import asyncio
import logging
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

import sqlalchemy as sa

from bot.models.names import DeliveryId
from bot.store import deliveries
from bot.store.database import Database, StoreError
from bot.store.deliveries import Delivery
from bot.vocabulary import ReceiverAnswer
from bot.workflows.enqueue import Enqueuer
from bot.workflows.redelivery import is_owed, try_again

log = logging.getLogger(__name__)
_LARGEST_BATCH = 64


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a delivery; `detail` says why it could not be kept, for the log."""

    answer: ReceiverAnswer
    detail: str = ""


@dataclass(frozen=True, slots=True)
class _Parcel:
    delivery: Delivery
    receipt: Future[Receipt] = field(default_factory=Future)


class Intake:
    """Keeps deliveries; `start` and `stop` belong to the process's own start and end."""

    def __init__(self, database: Database, enqueuer: Enqueuer) -> None:
        self._database = database
        self._enqueuer = enqueuer
        self._waiting: SimpleQueue[_Parcel | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_batches, name="intake-writer", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._writer.start()

    @property
    def works(self) -> bool:
        """Whether the writer is there."""
        return self._writer.is_alive()

    async def keep(self, delivery: Delivery) -> Receipt:
        """Keep a verified delivery; returns once it is durable, known, or cannot be kept."""
        if not self.works:
            return Receipt(ReceiverAnswer.STORE_UNAVAILABLE, "the writer has ended")
        parcel = _Parcel(delivery)
        self._waiting.put(parcel)
        return await asyncio.wrap_future(parcel.receipt)

    async def stop(self) -> None:
        """Write what is waiting and end."""
        self._waiting.put(None)
        if self.works:
            await asyncio.to_thread(self._writer.join)

    def _write_batches(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch, ending = self._gather(first)
            receipts = self._keep_all([parcel.delivery for parcel in batch])
            for parcel, receipt in zip(batch, receipts, strict=True):
                parcel.receipt.set_result(receipt)
            if ending:
                return

    def _gather(self, first: _Parcel) -> tuple[list[_Parcel], bool]:
        """What is waiting now, with `first`; and whether the end was asked for behind it."""
        batch = [first]
        ending = False
        while len(batch) < _LARGEST_BATCH and not ending:
            try:
                parcel = self._waiting.get_nowait()
            except Empty:
                break
            batch += [parcel] if parcel else []
            ending = parcel is None
        # A request that was given up meanwhile cannot take its delivery back: from here on it is kept.
        return [parcel for parcel in batch if parcel.receipt.set_running_or_notify_cancel()], ending

    def _keep_all(self, batch: list[Delivery]) -> list[Receipt]:
        """A receipt each; never an exception, which would end the thread and leave every later request waiting."""
        try:
            with self._database.write() as connection:
                answers = self._keep_batch(connection, batch)
        except StoreError as error:
            return [Receipt(ReceiverAnswer.STORE_UNAVAILABLE, str(error))] * len(batch)
        except Exception:
            log.exception("deliveries could not be kept: count=%d", len(batch))
            return [Receipt(ReceiverAnswer.STORE_UNAVAILABLE, "unexpected")] * len(batch)
        return [Receipt(answer) for answer in answers]

    def _keep_batch(self, connection: sa.Connection, batch: list[Delivery]) -> list[ReceiverAnswer]:
        # Twice in one transaction: DBOS would take the second without a word.
        first: dict[DeliveryId, Delivery] = {}
        for delivery in batch:
            first.setdefault(delivery.guid, delivery)
        known = deliveries.progress_of(connection, list(first))
        new = [delivery for delivery in first.values() if delivery.guid not in known]
        if new:
            deliveries.insert(connection, *new)
        for delivery in new:
            self._enqueuer.delivery(connection, delivery.guid, 1)
        kept = {delivery.guid for delivery in new}
        for guid, progress in known.items():
            if is_owed(self._enqueuer, guid, progress):
                try_again(self._enqueuer, connection, guid, progress.attempt + 1, first[guid].body)
                kept.add(guid)
        return [
            ReceiverAnswer.ACCEPTED
            if delivery is first[delivery.guid] and delivery.guid in kept
            else ReceiverAnswer.ALREADY_KNOWN
            for delivery in batch
        ]
