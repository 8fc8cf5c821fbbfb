"""DBOS in this process: set up, launched inside the server's loop, and ended without leaving a thread.

Its tables lie in the same database as ours, so that a row and its workflow are committed together. Values are kept as
portable JSON: DBOS's default is pickle, with which whoever can write the database runs code here. There is no
telemetry, no admin server and no conductor.
"""

import asyncio
import functools
import inspect
import threading
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer

from bot.metrics.families import AT_WORK, WORK_SECONDS
from bot.settings import Limits
from bot.store.database import Database
from bot.workflows.enqueue import (
    APPLICATION,
    COMMANDS,
    DBOS_LOG_LEVEL,
    DELIVERIES,
    HOUSEKEEPING,
    RUNS,
    VERDICTS,
    WORKFLOW_SHAPE,
)

SQLITE_EXECUTOR = "sqlite"
"""One process works on a SQLite file, whatever it is called: it recovers at launch what the one before it left."""

_THREADS_FOR_RUNS = 16
_EXECUTOR_THREADS = "dbos-executor-"
_QUEUE_THREADS = {f"queue-worker-{queue}" for queue in (DELIVERIES, RUNS, VERDICTS, COMMANDS, HOUSEKEEPING)}
_VERDICTS_AT_ONCE = 2
_HOUSEKEEPERS = 2
_COMMANDS_AT_ONCE = 8
"""They mostly wait for GitHub, whose calls follow one another anyway (`bot/forge/pace.py`)."""


@dataclass(frozen=True, slots=True)
class Workflow:
    """A durable function, by the name it is enqueued under; a sync one runs in a thread, an async one in the loop."""

    name: str
    function: Callable[..., Any]


class Runtime:
    """The one DBOS of this process. `poll_seconds` is how often a queue is asked for work."""

    def __init__(self, database: Database, limits: Limits, poll_seconds: float = 0.25) -> None:
        # On SQLite further connections would only wait for the one write lock, and not in order.
        self._engine = database.engine_for_dbos(pool_size=2 if database.is_sqlite else 10)
        self._limits = limits
        self._poll_seconds = poll_seconds
        self._at_work: set[asyncio.Task[Any]] = set()
        self.executor_id = SQLITE_EXECUTOR if database.is_sqlite else uuid.uuid4().hex

    async def start(self, workflows: Sequence[Workflow]) -> None:
        """Launch in the running loop; what a killed process left is resumed, so every workflow must be given here."""
        DBOS(config=self._config())
        for workflow in workflows:
            DBOS.workflow(name=workflow.name)(self._followed(workflow))
        DBOS.launch()
        await self._register_queues()

    async def stop(self) -> None:
        """End at once: what is at work is left as it is, and the next start resumes it."""
        await self._leave_work()
        await asyncio.to_thread(DBOS.destroy, destroy_registry=True)
        # DBOS has put its own pool under the loop's `to_thread`, and has just closed it.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(thread_name_prefix="asyncio"))
        await self._leave_work()
        await asyncio.to_thread(_join_executor)
        self._engine.dispose()

    @property
    def works(self) -> bool:
        """Whether the queues are being asked for work."""
        return {thread.name for thread in threading.enumerate()} >= _QUEUE_THREADS

    def _followed(self, workflow: Workflow) -> Callable[..., Any]:
        """The function, measured; an async one is known by its task while it works, so that `stop` can leave it.

        Left running while DBOS goes away under it, it would see errors that are none of its own.
        """
        function = workflow.function
        at_work, seconds = AT_WORK.labels(workflow.name), WORK_SECONDS.labels(workflow.name)
        if not inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            def measured(*arguments: Any) -> Any:
                with at_work.track_inprogress(), seconds.time():
                    return function(*arguments)

            return measured

        @functools.wraps(function)
        async def followed(*arguments: Any) -> Any:
            task = asyncio.current_task()
            assert task is not None
            self._at_work.add(task)
            try:
                with at_work.track_inprogress(), seconds.time():
                    return await function(*arguments)
            finally:
                self._at_work.discard(task)

        return followed

    async def _leave_work(self) -> None:
        at_work = list(self._at_work)
        for task in at_work:
            task.cancel()
        await asyncio.gather(*at_work, return_exceptions=True)

    def _config(self) -> DBOSConfig:
        return {
            "name": APPLICATION,
            "system_database_engine": self._engine,
            "executor_id": self.executor_id,
            "application_version": WORKFLOW_SHAPE,
            "serializer": DBOSPortableJSONSerializer(),
            "max_executor_threads": self._limits.deliveries + _THREADS_FOR_RUNS,
            # Nobody waits for a notification here; the interval is only how long `stop` waits for its thread. On
            # PostgreSQL the tables are made without triggers, also by a process that launches nothing (`Enqueuer`).
            "use_listen_notify": False,
            "notification_listener_polling_interval_sec": self._poll_seconds,
            "log_level": DBOS_LOG_LEVEL,
            "enable_otlp": False,
        }

    async def _register_queues(self) -> None:
        await DBOS.register_queue_async(
            DELIVERIES, worker_concurrency=self._limits.deliveries, polling_interval_sec=self._poll_seconds
        )
        await DBOS.register_queue_async(
            RUNS,
            partition_concurrency=1,
            worker_concurrency=self._limits.runs,
            polling_interval_sec=self._poll_seconds,
        )
        await DBOS.register_queue_async(
            VERDICTS, worker_concurrency=_VERDICTS_AT_ONCE, polling_interval_sec=self._poll_seconds
        )
        await DBOS.register_queue_async(
            HOUSEKEEPING, worker_concurrency=_HOUSEKEEPERS, polling_interval_sec=self._poll_seconds
        )
        await DBOS.register_queue_async(
            COMMANDS,
            partition_concurrency=1,
            worker_concurrency=_COMMANDS_AT_ONCE,
            polling_interval_sec=self._poll_seconds,
        )


def _join_executor() -> None:
    """Wait for the threads of DBOS's closed pool: a delivery at work in one still uses the database."""
    for thread in threading.enumerate():
        if thread.name.startswith(_EXECUTOR_THREADS):
            thread.join(timeout=10)
