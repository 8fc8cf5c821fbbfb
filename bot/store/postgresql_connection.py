"""How this project's PostgreSQL connections are set up: patient for a while only, and writers one after another."""

from typing import Any

import sqlalchemy as sa

ONE_STATE = {"isolation_level": "REPEATABLE READ"}
"""The execution options of a transaction that only reads: all its statements see one state of the database."""

_WRITERS = 7_205_759_404
"""Any number of ours: whoever holds this advisory lock is the one who writes."""

_LONGEST_PAUSE = 60_000
"""Milliseconds after which PostgreSQL ends a transaction that asks nothing: a frozen process must not stop others."""


def prepare_for_us(engine: sa.Engine, busy_seconds: float) -> None:
    """A statement waits no longer for a lock than that; a forgotten transaction is ended."""
    _at_connect(engine, lock_timeout=int(busy_seconds * 1000), idle_in_transaction_session_timeout=_LONGEST_PAUSE)


def prepare_for_dbos(engine: sa.Engine) -> None:
    """Its own waits are DBOS's affair."""
    _at_connect(engine, idle_in_transaction_session_timeout=_LONGEST_PAUSE)


def wait_for_turn(connection: sa.Connection) -> None:
    """Take the writers' lock until the end of the transaction.

    Each statement after it sees what was committed by then: in READ COMMITTED, PostgreSQL's default.
    """
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_WRITERS)))


def _at_connect(engine: sa.Engine, **settings: int) -> None:
    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        with connection.cursor() as cursor:
            for name, value in settings.items():
                cursor.execute(f"SET {name} = {value}")
        # The pool rolls a connection back when it returns, which would undo the settings.
        connection.commit()
