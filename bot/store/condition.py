"""How the database is, looked at without changing it: for `obelize doctor`."""

from pathlib import Path

import sqlalchemy as sa
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from pydantic import SecretStr
from sqlalchemy.exc import SQLAlchemyError

from bot.models.health import DatabaseFacts
from bot.store.database import Database, StoreError
from bot.store.migrate import MIGRATIONS


def condition(address: SecretStr) -> DatabaseFacts:
    """Whether it opens, and which revision its tables have; a SQLite file that is not there is not made."""
    newest = _newest()
    try:
        url = sa.make_url(address.get_secret_value())
        if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
            return DatabaseFacts(failure=None, revision=None, newest=newest, journal=None)
        database = Database(address, busy_seconds=1.0)
    except (SQLAlchemyError, ImportError) as error:
        return DatabaseFacts(failure=type(error).__name__, revision=None, newest=newest, journal=None)
    try:
        with database.read() as connection:
            revision = MigrationContext.configure(connection).get_current_revision()
            journal = connection.exec_driver_sql("PRAGMA journal_mode").scalar() if database.is_sqlite else None
        return DatabaseFacts(failure=None, revision=revision, newest=newest, journal=journal)
    except StoreError as error:
        return DatabaseFacts(failure=str(error), revision=None, newest=newest, journal=None)
    finally:
        database.close()


def _newest() -> str:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return ScriptDirectory.from_config(config).get_current_head() or ""
