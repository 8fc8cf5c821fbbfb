"""Bring a database to the newest revision of `bot/store/migrations`: alembic, set up in code and run at the start."""

import logging
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

MIGRATIONS = Path(__file__).with_name("migrations")
_ADVISORY_LOCK = 7_205_759_403
"""Any number of ours: on PostgreSQL, whoever holds it migrates and the others wait."""


def migrate(connection: sa.Connection) -> None:
    """Upgrade inside the caller's transaction, so that a revision is there wholly or not at all.

    On SQLite the caller's transaction holds the write lock already; on PostgreSQL an advisory lock is taken.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
    # At INFO alembic says at every start which dialect it speaks.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
