"""The database: durable on disk, migrated at the start, and unavailable as a value that can be told."""

import sqlite3
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from pydantic import SecretStr

from bot.models.bucket import Bucket
from bot.store.artifacts import Artifacts
from bot.store.database import Database, StoreError
from bot.store.keys import kept_key
from bot.store.migrate import MIGRATIONS
from bot.store.tables import deliveries, metadata

ROW = {
    "guid": "g",
    "attempt": 1,
    "event": "ping",
    "headers": "{}",
    "received_at": datetime(2026, 11, 30, tzinfo=UTC),
}


def test_sqlite_is_durable_and_checks_references(sqlite_address: SecretStr) -> None:
    """WAL, synchronous=FULL (2) and foreign keys, whatever the file had before."""
    with Database(sqlite_address) as database, database.read() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_the_revisions_lead_to_the_tables(new_address: SecretStr) -> None:
    """What the code believes and what a migrated database holds are the same; a drift is listed."""
    with Database(new_address) as database, database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_the_comparison_bites(database: Database) -> None:
    """A column that no revision makes is found."""
    other = sa.MetaData(naming_convention=metadata.naming_convention)
    for table in metadata.tables.values():
        table.to_metadata(other)
    other.tables["leases"].append_column(sa.Column("surprise", sa.Integer))
    with database.read() as connection:
        assert "surprise" in str(compare_metadata(MigrationContext.configure(connection), other))


def test_a_revision_can_be_taken_back(new_address: SecretStr) -> None:
    """Down to nothing and up again."""
    with Database(new_address) as database:
        _take_back(database)


def _take_back(database: Database) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.write() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        assert sa.inspect(connection).get_table_names() == ["alembic_version"]
    database.open()
    assert database.check()


def test_opening_again_changes_nothing(database: Database, address: SecretStr) -> None:
    with database.write() as connection:
        connection.execute(sa.insert(deliveries).values(ROW))
    with Database(address) as again, again.read() as connection:
        assert connection.execute(sa.select(deliveries.c.guid)).scalars().all() == ["g"]


def test_two_starts_at_once_migrate_once(new_address: SecretStr) -> None:
    """Whoever comes second waits for the first and finds the tables there."""
    failures: list[BaseException] = []

    def start() -> None:
        try:
            with Database(new_address) as opened:
                opened.check()
        except BaseException as error:  # noqa: BLE001 (a thread's exception would be lost)
            failures.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_an_exception_undoes_the_transaction(database: Database) -> None:
    def write_and_break() -> None:
        with database.write() as connection:
            connection.execute(sa.insert(deliveries).values(ROW))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_break()
    with database.read() as connection:
        assert connection.execute(sa.select(deliveries)).all() == []


def test_a_writer_is_alone_from_its_first_read(database: Database, address: SecretStr) -> None:
    """What a transaction read cannot change under it: another process waits before it reads."""
    with Database(address, busy_seconds=0.1) as other, database.write() as connection:
        connection.execute(sa.select(deliveries)).all()
        with pytest.raises(StoreError, match=r"locked|lock timeout"), other.write():
            pytest.fail("two writers at once")


def test_writers_of_one_process_queue_up(database: Database) -> None:
    """Many threads write at once and none of them meets the lock, although it would wait a tenth of a second only."""
    failures: list[StoreError] = []

    def write(number: int) -> None:
        try:
            for step in range(5):
                with database.write() as connection:
                    connection.execute(sa.insert(deliveries).values(ROW | {"guid": f"{number}-{step}"}))
        except StoreError as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.read() as connection:
        written = connection.execute(sa.select(sa.func.count()).select_from(deliveries)).scalar()
    assert (failures, written) == ([], 60)


def test_a_reader_sees_one_state(database: Database) -> None:
    """What is written between two looks of one reading is not seen by the second."""
    with database.read() as connection:
        before = connection.execute(sa.select(deliveries)).all()
        with database.write() as writing:
            writing.execute(sa.insert(deliveries).values(ROW))
        assert connection.execute(sa.select(deliveries)).all() == before == []


def test_a_full_disk_is_told_and_keeps_what_was_there(sqlite_address: SecretStr) -> None:
    """SQLite's own answer to a full disk, brought about by a limit on its pages."""
    with Database(sqlite_address) as database:
        _fill(database)


def _fill(database: Database) -> None:
    with database.write() as connection:
        connection.execute(sa.insert(deliveries).values(ROW))

    @sa.event.listens_for(database.engine, "checkout")
    def limited(raw: sqlite3.Connection, *_: object) -> None:
        raw.execute("PRAGMA max_page_count=1")

    with pytest.raises(StoreError, match="full"), database.write() as connection:
        connection.execute(sa.insert(deliveries).values(ROW | {"guid": "h", "body": b"x" * 1_000_000}))
    with database.read() as connection:
        assert connection.execute(sa.select(deliveries.c.guid)).scalars().all() == ["g"]


def test_an_error_does_not_repeat_what_was_to_be_written(database: Database) -> None:
    """A body must not reach a log by way of an exception's text."""
    with database.write() as connection:
        connection.execute(sa.insert(deliveries).values(ROW))
    with pytest.raises(StoreError) as caught, database.write() as connection:
        connection.execute(sa.insert(deliveries).values(ROW | {"body": b"private code"}))
    assert "private code" not in str(caught.value)
    assert "(g)" not in str(caught.value)


def test_a_database_that_is_no_database_is_told(tmp_path: Path) -> None:
    path = tmp_path / "obelize.sqlite3"
    path.write_bytes(b"this is not a database, and long enough to be read as one" * 20)
    broken = Database(SecretStr(f"sqlite:///{path}"))
    with pytest.raises(StoreError, match="not a database"):
        broken.open()
    broken.close()


def test_a_database_of_a_newer_release_is_refused_and_left_as_it_is(new_address: SecretStr) -> None:
    with Database(new_address) as database:
        with database.write() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(StoreError, match="newer release"):
            database.open()
        with database.read() as connection:
            assert connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one() == "9999"


def test_what_is_kept_is_for_the_servers_own_user(tmp_path: Path) -> None:
    """Names and code of repositories lie in the database and in run folders: not for the machine's other users."""
    data = tmp_path / "data"
    with Database(SecretStr(f"sqlite:///{data / 'obelize.sqlite3'}")):
        Artifacts((data / "artifacts").as_uri(), Bucket())
        kept_key(data / "link.key")
    assert [path for path in (data, data / "artifacts", data / "link.key") if path.stat().st_mode & 0o077] == []
