"""A PostgreSQL of the tests' own: a cluster in a temporary folder, on a socket there, started when first asked for.

There is one for the whole process that runs tests (the fixture `postgresql`).
"""

import itertools
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from pydantic import SecretStr

from bot.store.database import Database
from bot.workflows.enqueue import Enqueuer

_CONNECTIONS = "max_connections=200"
_NOT_DURABLE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
_SECONDS = 60
_EMPTY = """
DO $$ DECLARE name regclass; BEGIN
  SET session_replication_role = replica;  -- references are not asked about
  FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
      WHERE schemaname IN ('public', 'dbos') AND tablename NOT IN ('alembic_version', 'dbos_migrations')
  LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
END $$
"""


@dataclass(frozen=True)
class Cluster:
    """A running server, reached through a socket in `folder`."""

    folder: Path
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def fresh(self) -> str:
        """The address of a new and empty database, as an operator would give it; making one takes a while."""
        name = f"test_{next(self.numbers)}"
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name))
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(statement)
        return self.address(name)

    def laid_out(self) -> str:
        """The address of the one database that holds the tables of ours and of DBOS, emptied.

        DBOS's have a schema of their own there; here they are found without its name, as on SQLite.
        """
        address = self._laid_out
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(_EMPTY)
        return f"{address}&options=-csearch_path%3Dpublic,dbos"

    @cached_property
    def _laid_out(self) -> str:
        address = self.fresh()
        with Database(SecretStr(address)) as database:
            enqueuer = Enqueuer(database)
            enqueuer.prepare()
            enqueuer.close()
        return address

    def address(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://postgres@/{name}?host={self.folder}"


@contextmanager
def cluster(*, durable: bool = False) -> Iterator[Cluster]:
    """Started and ended with the block, at once since nothing is kept; a durable one waits for the disk as it should.

    It also ends when this process is killed: it sees the end of its pipe.
    """
    binaries = _binaries()
    assert binaries is not None, "PostgreSQL's server was not found. `sh .ci/services` installs it."
    folder = Path(tempfile.mkdtemp(prefix="obelize-postgresql-"))
    # PostgreSQL refuses to run as root; its packages make a user for it.
    user: dict[str, Any] = {}
    if os.getuid() == 0:
        user = {"user": "postgres", "group": "postgres", "extra_groups": []}
    try:
        if user:
            shutil.chown(folder, "postgres", "postgres")
        _make(binaries, folder, user)
        chosen = [_CONNECTIONS, *([] if durable else _NOT_DURABLE)]
        settings = [part for setting in chosen for part in ("-c", setting)]
        command: list[str | Path] = [binaries / "postgres", "-D", folder / "data", "-k", folder, "-h", "", *settings]
        script = '"$@" & server=$!; read -r _; kill -QUIT $server; wait $server'
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                ["sh", "-c", script, "sh", *command], stdin=subprocess.PIPE, stdout=log, stderr=log, cwd=folder, **user
            )
        found = Cluster(folder)
        try:
            _wait_for(found, server)
            yield found
        finally:
            server.communicate(timeout=_SECONDS)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _binaries() -> Path | None:
    """Where the server's programs are: on the PATH, or where Debian puts them, the newest."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    return found[-1].parent if found else None


def _make(binaries: Path, folder: Path, user: dict[str, Any]) -> None:
    command: list[str | Path] = [
        binaries / "initdb",
        "-D",
        folder / "data",
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-sync",
    ]
    subprocess.run([*command, "--locale=C"], check=True, capture_output=True, cwd=folder, **user)


def _wait_for(found: Cluster, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _SECONDS
    while True:
        try:
            psycopg.connect(found.address("postgres")).close()
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise AssertionError((found.folder / "log").read_text()[-2000:]) from None
            time.sleep(0.02)
        else:
            return
