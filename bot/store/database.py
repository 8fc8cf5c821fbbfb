"""The one database: how it is opened, migrated and spoken to, and the door for its exceptions.

SQLite is put into WAL mode here, once (DBOS leaves a new file in DELETE mode, which is two to three times slower), with
synchronous=FULL, so that an acknowledged delivery survives a power cut. SQLite has one write lock and an unfair way of
waiting for it, so the writers of this process queue up at a lock of ours first. On PostgreSQL one advisory lock makes
all processes write one after another as well: what is decided from rows that were read is decided alike on both.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
import sqlalchemy as sa
from alembic.util import CommandError
from pydantic import SecretStr
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.metrics.families import STORE_ERRORS, STORE_READ, STORE_WRITE
from bot.store import postgresql_connection, sqlite_connection
from bot.store.migrate import migrate
from bot.store.tables import deliveries


class StoreError(Exception):
    """The database or the artifacts cannot be used now (locked, full, gone); nothing of the attempt was kept."""


class Database:
    """One engine: `read()` and `write()` give a connection in a transaction.

    `busy_seconds` is how long a statement waits for a lock. GitHub waits 10 seconds for an answer, so the default
    leaves time to say 503.
    """

    def __init__(self, address: SecretStr, busy_seconds: float = 8.0) -> None:
        url = sa.make_url(address.get_secret_value())
        self._url = url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self._one_writer = threading.Lock()
        self.engine = sa.create_engine(self._url, pool_size=4, max_overflow=4, pool_pre_ping=not self.is_sqlite)
        if self.is_sqlite:
            sqlite_connection.prepare_for_us(self.engine, busy_seconds)
        else:
            postgresql_connection.prepare_for_us(self.engine, busy_seconds)

    def open(self) -> None:
        """Bring the tables up to date, under a lock that other processes respect; raises `StoreError`."""
        with translated():
            if self.is_sqlite:
                _make_folder(self._url)
                sqlite_connection.set_wal(self.engine)
            with self.write() as connection:
                try:
                    migrate(connection)
                except CommandError as error:
                    raise StoreError("it was used by a newer release, which this one cannot read") from error

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """A transaction that may write, alone from its first statement on; committed unless an exception leaves it."""
        with STORE_WRITE.time(), translated("write"), self._one_writer, self.engine.connect() as connection:
            writing = connection.execution_options(**{sqlite_connection.WRITES: True})
            with writing.begin():
                if not self.is_sqlite:
                    postgresql_connection.wait_for_turn(writing)
                yield writing

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A transaction that only reads, from one state of the database."""
        with STORE_READ.time(), translated("read"), self.engine.connect() as connection:
            reading = connection if self.is_sqlite else connection.execution_options(**postgresql_connection.ONE_STATE)
            with reading.begin():
                yield reading

    def engine_for_dbos(self, pool_size: int) -> sa.Engine:
        """Another engine on the same database, for DBOS; whoever asks for it disposes of it."""
        options = {"pool_size": pool_size, "max_overflow": 0, "pool_pre_ping": not self.is_sqlite}
        engine = sa.create_engine(self._url, **options)
        if self.is_sqlite:
            sqlite_connection.prepare_for_dbos(engine)
        else:
            postgresql_connection.prepare_for_dbos(engine)
        return engine

    def check(self) -> bool:
        """Whether the database answers and has our tables; raises `StoreError` when it does not."""
        with self.read() as connection:
            connection.execute(sa.select(deliveries.c.guid).limit(1)).first()
        return True

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        try:
            self.open()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@contextmanager
def translated(operation: str = "dbos") -> Iterator[None]:
    """The database's exceptions end here, as `StoreError` with the driver's short message, never its values.

    Each is counted under what was being done.
    """
    try:
        yield
    except SQLAlchemyError as error:
        STORE_ERRORS.labels(operation).inc()
        raise StoreError(_told(error)) from error
    except (
        sqlite3.Error,
        psycopg.Error,
    ) as error:  # from setting a connection up, where SQLAlchemy does not stand in between
        STORE_ERRORS.labels(operation).inc()
        raise StoreError(_message(error)) from error


def _told(error: SQLAlchemyError) -> str:
    """PostgreSQL's detail repeats the values of the row, and an address that is not reached its user: left out."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    return f"{type(error).__name__}: {_message(cause)}" if cause else type(error).__name__


def _message(error: BaseException) -> str:
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else error
    return f"{said}" if said else type(error).__name__


def _make_folder(url: sa.URL) -> None:
    try:
        Path(url.database or "").parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"the database's folder: {error.strerror}") from error
