"""Answers of the analyser in one SQLite file, found again by what they depend on.

A convenience that must never be felt but in speed: whatever goes wrong with the file, an answer is just not there. The
file is not trusted. An entry counts only if its digest and the record's own model agree with it; a file that is none of
ours is thrown away; nothing in it can make SQLite run more than our four statements. Several processes may share it.
"""

import hashlib
import os
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from bot.answers.key import Circumstances, answer_key, document_key
from bot.answers.seen import Seen, SeenFiles
from bot.models.light_record import LightRecord
from bot.models.reading import MisfitError, read_json
from bot.models.want import Job
from bot.models.writing import compact

MOST_ENTRIES = 50_000
MOST_BYTES = 128 * 1024 * 1024
LARGEST_ENTRY = 4 * 1024 * 1024
_LEFT = 0.9
"""What share of the most is left once it was exceeded, so that not every run has to tidy up."""

_APPLICATION = 0x0BE112E
_TABLE = (
    "CREATE TABLE answers (key BLOB PRIMARY KEY, day INTEGER NOT NULL, size INTEGER NOT NULL, digest BLOB NOT NULL, "
    "document BLOB NOT NULL) WITHOUT ROWID"
)
_WAIT_SECONDS = 2.0
_SECONDS_OF_DAY = 86_400


class Answers(Protocol):
    """Where a driver asks before it asks the analyser."""

    def find(self, job: Job, content: bytes) -> LightRecord | None:
        """What was answered to this job on this content, if it is known."""

    def keep(self, job: Job, content: bytes, result: LightRecord) -> None:
        """Remember an answer, once `write` is called."""

    def document(self, name: str, *, shared: bool = False) -> bytes | None:
        """The document of that name, if there is one that is whole; it depends on the engine and on no pack.

        What nothing of a repository had a part in is `shared` by all.
        """

    def keep_document(self, name: str, document: bytes, *, shared: bool = False) -> None:
        """Remember a document, once `write` is called."""

    def seen(self, stamps: Mapping[str, str], circumstances: str) -> Seen:
        """What earlier runs saw in files, of which these are the stamps by path (see `SeenFiles`)."""

    def write(self) -> None:
        """Make what was kept known to later runs."""


class NoAnswers:
    """Remembers nothing."""

    def find(self, job: Job, content: bytes) -> None:
        """Nothing is known."""

    def keep(self, job: Job, content: bytes, result: LightRecord) -> None:
        """It is forgotten."""

    def document(self, name: str, *, shared: bool = False) -> None:
        """There is none."""

    def keep_document(self, name: str, document: bytes, *, shared: bool = False) -> None:
        """It is forgotten."""

    def seen(self, stamps: Mapping[str, str], circumstances: str) -> Seen:
        """What this run sees."""
        return SeenFiles(None, stamps, circumstances)

    def write(self) -> None:
        """There is nothing to write."""


NO_ANSWERS = NoAnswers()


class AnswerCache:
    """The answers in the file at `path`, whose folder must exist. Used by one thread; closing it writes nothing."""

    def __init__(
        self,
        path: Path,
        circumstances: Circumstances,
        *,
        most_entries: int = MOST_ENTRIES,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._circumstances = circumstances
        self._most_entries = most_entries
        self._most_bytes = most_bytes
        self._fresh: dict[bytes, bytes] = {}
        self._used: set[bytes] = set()
        self._today = int(time.time()) // _SECONDS_OF_DAY
        self._path = path
        self._database = _opened(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; safe to call twice."""
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
        self._database = None

    def find(self, job: Job, content: bytes) -> LightRecord | None:
        """The answer, if there is one that is whole and of the shape that the job asks for."""
        key = answer_key(job, content, self._circumstances) if self._database is not None else None
        document = self._find(key) if key is not None else None
        try:
            return read_json(job.shape, document) if document is not None else None
        except MisfitError:
            return None

    def keep(self, job: Job, content: bytes, result: LightRecord) -> None:
        """Remember an answer, unless it is too large."""
        key = answer_key(job, content, self._circumstances) if self._database is not None else None
        if key is not None:
            self._keep(key, compact(result).encode())

    def seen(self, stamps: Mapping[str, str], circumstances: str) -> Seen:
        """Over documents of this file."""
        return SeenFiles(self, stamps, circumstances)

    def document(self, name: str, *, shared: bool = False) -> bytes | None:
        """The document of that name, if there is one that is whole."""
        return self._find(document_key(name, self._circumstances, shared=shared))

    def keep_document(self, name: str, document: bytes, *, shared: bool = False) -> None:
        """Remember a document, unless it is too large."""
        self._keep(document_key(name, self._circumstances, shared=shared), document)

    def _keep(self, key: bytes, document: bytes) -> None:
        if len(document) <= LARGEST_ENTRY:
            self._fresh[key] = document

    def _find(self, key: bytes) -> bytes | None:
        if self._database is None:
            return None
        try:
            row = self._database.execute("SELECT day, digest, document FROM answers WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            self._failed(error)
            return None
        if row is None or not isinstance(row[2], bytes) or row[1] != _digest(key, row[2]):
            return None
        if row[0] != self._today:
            self._used.add(key)
        return row[2]

    def write(self) -> None:
        """Write what was kept, and drop what was not used for the longest time where that is too much."""
        if self._database is None or not (self._fresh or self._used):
            return
        rows = [(key, self._today, len(doc), _digest(key, doc), doc) for key, doc in self._fresh.items()]
        today = [(self._today, key) for key in self._used]
        self._fresh.clear()
        self._used.clear()
        try:
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", rows)
                self._database.executemany("UPDATE answers SET day = ? WHERE key = ?", today)
                self._drop_oldest(self._database)
            # As a script: up to Python 3.12 `execute` takes one step of it, which frees one page.
            self._database.executescript("PRAGMA incremental_vacuum;")
        except sqlite3.Error as error:
            self._failed(error)

    def _failed(self, error: sqlite3.Error) -> None:
        """A file that is damaged is thrown away; one that is busy, full or read-only is left alone."""
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            self.close()
            _remove(self._path)

    def _drop_oldest(self, database: sqlite3.Connection) -> None:
        entries, size = database.execute("SELECT count(*), coalesce(sum(size), 0) FROM answers").fetchone()
        if entries <= self._most_entries and size <= self._most_bytes:
            return
        oldest = database.execute("SELECT key, size FROM answers ORDER BY day, key").fetchall()
        doomed: list[tuple[bytes]] = []
        for key, length in oldest:
            if entries <= self._most_entries * _LEFT and size <= self._most_bytes * _LEFT:
                break
            entries, size = entries - 1, size - length
            doomed.append((key,))
        database.executemany("DELETE FROM answers WHERE key = ?", doomed)


def _digest(key: bytes, document: bytes) -> bytes:
    return hashlib.sha256(key + document).digest()


def _opened(path: Path) -> sqlite3.Connection | None:
    """The file, made if it is not there, and made anew once if it is none of ours; null where it cannot be used."""
    for _ in range(2):
        try:
            return _connected(path)
        except (sqlite3.OperationalError, OSError):
            return None
        except (sqlite3.Error, ValueError):
            _remove(path)
    return None


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)


def _connected(path: Path) -> sqlite3.Connection:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600))
    database = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)
    try:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * LARGEST_ENTRY)
        database.execute("PRAGMA trusted_schema = OFF")
        # What a power cut tears is seen by its digest; waiting for the disk would cost more than an answer is worth.
        database.execute("PRAGMA synchronous = OFF")
        if not _is_made(database):
            _make(database)
        _require_ours(database)
    except BaseException:
        with closing(database):
            raise
    return database


def _require_ours(database: sqlite3.Connection) -> None:
    """ValueError for a file with anything but our one table in it: no trigger, no view, no index."""
    marked = database.execute("PRAGMA application_id").fetchone() == (_APPLICATION,)
    if not marked or database.execute("SELECT sql FROM sqlite_master").fetchall() != [(_TABLE,)]:
        raise ValueError("not a file of ours")


def _make(database: sqlite3.Connection) -> None:
    database.execute("PRAGMA auto_vacuum = INCREMENTAL")
    database.execute("PRAGMA journal_mode = WAL")
    with database:
        # Whoever comes second finds the table made.
        database.execute("BEGIN IMMEDIATE")
        if not _is_made(database):
            database.execute(_TABLE)
            database.execute(f"PRAGMA application_id = {_APPLICATION}")


def _is_made(database: sqlite3.Connection) -> bool:
    return bool(database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
