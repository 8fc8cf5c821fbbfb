"""How this project's SQLite connections are set up: durable, patient, and with a function that old releases lack."""

import sqlite3
import time
from typing import Any

import sqlalchemy as sa

WRITES = "obelize_writes"
"""The execution option of a transaction that is going to write."""

_SUBSECONDS_SINCE = (3, 42)
_DBOS_BUSY_SECONDS = 30.0


def prepare_for_us(engine: sa.Engine, busy_seconds: float) -> None:
    """A transaction begins where it says so, with the write lock if it is going to write."""

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        # pysqlite's own BEGIN would come only before the first write, after what was read to decide on it.
        connection.isolation_level = None
        _set_up(connection, busy_seconds)

    @sa.event.listens_for(engine, "begin")
    def begun(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def prepare_for_dbos(engine: sa.Engine) -> None:
    """As DBOS sets its own engine up: it reads outside of transactions, and a write begins IMMEDIATE."""

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = "IMMEDIATE"
        _set_up(connection, _DBOS_BUSY_SECONDS)


def set_wal(engine: sa.Engine) -> None:
    """WAL is a property of the file and stays; setting it again is nothing. It cannot be set inside a transaction."""
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()


def _set_up(connection: sqlite3.Connection, busy_seconds: float) -> None:
    for pragma in ("synchronous=FULL", "foreign_keys=ON", f"busy_timeout={int(busy_seconds * 1000)}"):
        connection.execute(f"PRAGMA {pragma}")
    # On Python 3.12 and later DBOS's tables have `unixepoch('subsec')` as a default, which SQLite before 3.42 (Debian
    # 12 has 3.40) answers with NULL. Goes once such releases are out of use, or DBOS asks SQLite instead of Python.
    if sqlite3.sqlite_version_info < _SUBSECONDS_SINCE:
        connection.create_function("unixepoch", 1, _unix_epoch)


def _unix_epoch(modifier: str) -> float | None:
    """`unixepoch('subsec')` as SQLite 3.42 has it: seconds with milliseconds. Nobody here asks for anything else."""
    return round(time.time(), 3) if modifier == "subsec" else None
