"""An open database of the test's own."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from bot.store.database import Database
from tests.postgresql import Cluster


@pytest.fixture
def sqlite_address(tmp_path: Path) -> SecretStr:
    return SecretStr(f"sqlite:///{tmp_path}/folder/obelize.sqlite3")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, sqlite_address: SecretStr) -> SecretStr:
    """Of either kind: what holds on the one holds on the other."""
    if request.param == "sqlite":
        return sqlite_address
    cluster: Cluster = request.getfixturevalue("postgresql")
    return SecretStr(cluster.laid_out())


@pytest.fixture(params=["sqlite", "postgresql"])
def new_address(request: pytest.FixtureRequest, sqlite_address: SecretStr) -> SecretStr:
    """Of either kind, without a single table."""
    if request.param == "sqlite":
        return sqlite_address
    cluster: Cluster = request.getfixturevalue("postgresql")
    return SecretStr(cluster.fresh())


@pytest.fixture
def database(address: SecretStr) -> Iterator[Database]:
    with Database(address, busy_seconds=0.1) as opened:
        yield opened


@pytest.fixture
def connection(database: Database) -> Iterator[sa.Connection]:
    with database.write() as writing:
        yield writing


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
