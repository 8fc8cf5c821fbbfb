"""Several processes on one database: each shows that it is there, and what a dead one left is taken up again.

A process that dies keeps its workflows as they are: DBOS gives them to nobody else by itself. So each has a row with a
heartbeat, and the one that began first of those which beat, the *leader*, puts what belongs to nobody back into its
queue: finished steps are kept, and the torn one runs again. A process that was given up although it lived (it was
frozen, or the database was not reached) learns so at its next beat and ends: its work is somebody else's by then.

Only on PostgreSQL; on SQLite one process recovers at its start what the one before it left.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.metrics.families import HEARTBEATS_MISSED, TAKEN_UP
from bot.store import executors
from bot.store.database import Database, StoreError
from bot.store.executors import Executor
from bot.workflows.enqueue import WORKFLOW_SHAPE, Enqueuer
from bot.workflows.reshape import carry_over

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pulse:
    """Seconds between two beats, and of silence after which a process counts as dead."""

    beat: float = 5.0
    silence: float = 30.0


PULSE = Pulse()


class Heartbeat:
    """`start` before the first workflow can be taken up, `stop` after the last has been left; both are sync.

    `given_up` is called, in the heartbeat's own thread, when the others took this process for dead.
    """

    def __init__(
        self,
        database: Database,
        enqueuer: Enqueuer,
        executor_id: str,
        now: Callable[[], datetime],
        given_up: Callable[[], None],
        pulse: Pulse,
    ) -> None:
        self._database = database
        self._enqueuer = enqueuer
        self._executor_id = executor_id
        self._now = now
        self._given_up = given_up
        self._pulse = pulse
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat_until_ended, name="heartbeat", daemon=True)
        self._last_beat = self._steady_since = self._last_carried = time.monotonic()
        self._leads = False

    @property
    def leads(self) -> bool:
        """Whether this process does what one of them has to do."""
        return self._leads

    def start(self) -> None:
        """Be there from now on; raises `StoreError`."""
        with self._database.write() as connection:
            executors.enter(connection, self._executor_id, WORKFLOW_SHAPE)
        self._last_beat = self._steady_since = time.monotonic()
        self.once()
        self._thread.start()

    def stop(self) -> None:
        """Work no more: whatever was left can be taken up by the others at once."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()
        try:
            with self._database.write() as connection:
                executors.leave(connection, self._executor_id)
        except StoreError as error:  # they will notice the silence
            log.warning("heartbeat could not be ended: executor=%s reason=%s", self._executor_id, error)

    def once(self) -> None:
        """One beat, and the leader's part if this process leads."""
        with self._database.write() as connection:
            if not executors.beat(connection, self._executor_id):
                log.error("given up by the other processes: executor=%s", self._executor_id)
                self._ended.set()
                self._given_up()
                return
            known = executors.known(connection)
            alive = [one for one in known if one.id == self._executor_id or one.silent_for < self._pulse.silence]
            self._leads = alive[0].id == self._executor_id
            if self._leads:
                # Under the writers' lock: a second leader, for a moment, sees what this one took up.
                kept = self._without_dead(connection, known, alive)
                self._take_up({one.id for one in kept})
        if self._leads:
            self._carry_over({one.shape for one in kept})

    def _without_dead(self, connection: sa.Connection, known: list[Executor], alive: list[Executor]) -> list[Executor]:
        if not self._may_judge:
            return known
        for one in known:
            if one not in alive:
                log.warning("process given up: executor=%s silent=%.0f", one.id, one.silent_for)
                executors.leave(connection, one.id)
        return alive

    @property
    def _may_judge(self) -> bool:
        """After the database was away everybody has been silent: the others are given the time to beat again."""
        return time.monotonic() - self._steady_since >= self._pulse.silence

    def _take_up(self, known: set[str]) -> None:
        for held in self._enqueuer.held():
            if held.executor_id not in known:
                TAKEN_UP.inc()
                log.warning("workflow taken up again: workflow=%s executor=%s", held.id, held.executor_id)
                self._enqueuer.take_up_again(held)

    def _carry_over(self, shapes: set[str]) -> None:
        """Workflows of a shape that nobody has any more; while an older process is there, its own are left to it."""
        if time.monotonic() - self._last_carried >= self._pulse.silence:
            carry_over(self._database, self._enqueuer, self._now(), shapes)
            self._last_carried = time.monotonic()

    def _beat_until_ended(self) -> None:
        while not self._ended.wait(self._pulse.beat):
            try:
                self.once()
            except StoreError as error:
                HEARTBEATS_MISSED.inc()
                log.warning("heartbeat missed: executor=%s reason=%s", self._executor_id, error)
            except Exception:  # a fault of ours must not let this process pass for dead
                log.exception("heartbeat broke: executor=%s", self._executor_id)
            else:
                self._noted()

    def _noted(self) -> None:
        now = time.monotonic()
        if now - self._last_beat > self._pulse.silence:
            self._steady_since = now
        self._last_beat = now
