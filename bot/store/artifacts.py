"""Run folders and what steps hand on, by URL through obstore: a local folder by default, or a bucket.

    repositories/<repository id>/runs/<run id>/<path>          the files of a finished run folder
    repositories/<repository id>/archives/<run id>.zip         the same as one file, written last
    repositories/<repository id>/proposals/<run id>/<n>        a file's bytes with the proposal n in it, as guarded
    repositories/<repository id>/proposals/<run id>/offering.json, files/<sha256>    what the run offers, and the bytes
                                                               of the files that its rules rewrite
    repositories/<repository id>/proposals/<run id>/questions.json    what a model was sent, secrets taken out
    repositories/<repository id>/answers/<sha256>              what a model answered to the request of that hash
    repositories/<repository id>/work/<pull>/<head>/<attempt>/<sha256>    bytes between the steps of one run

Keys are built here from numbers, hashes and checked names; no text of a payload or a request becomes one unchecked.
Everything about a repository lies below one prefix, so that it can be forgotten as a whole.
"""

import hashlib
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import obstore

from bot.models.bucket import Bucket
from bot.models.names import RunId
from bot.models.run_ids import is_run_id
from bot.models.run_key import RunKey
from bot.store.artifact_place import open_place, storage_errors
from bot.store.database import StoreError

if TYPE_CHECKING:
    from obstore import ObjectMeta

_SEGMENT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,127}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_DEEPEST = 8
_AT_ONCE = 1_000
"""What one request of S3 deletes at most."""


def is_folder_path(text: str) -> bool:
    """Whether the text can be a file of a run folder: relative, plain names, none of them beginning with a dot."""
    segments = text.split("/")
    return len(segments) <= _DEEPEST and all(_SEGMENT.fullmatch(segment) for segment in segments)


@dataclass(frozen=True, slots=True)
class RunFolder:
    """Which folder; a run id of another form raises ValueError."""

    repository_id: int
    run_id: RunId

    def __post_init__(self) -> None:
        if not is_run_id(self.run_id):
            raise ValueError("not a run id")

    @property
    def prefix(self) -> str:
        """Where its files lie."""
        return f"{_repository_prefix(self.repository_id)}/runs/{self.run_id}"

    @property
    def proposals(self) -> str:
        """Where the bytes of its proposals lie."""
        return f"{_repository_prefix(self.repository_id)}/proposals/{self.run_id}"

    @property
    def archive(self) -> str:
        """Where its zip lies."""
        return f"{_repository_prefix(self.repository_id)}/archives/{self.run_id}.zip"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One file of a run folder, its size in bytes."""

    path: str
    size: int


class Artifacts:
    """The artifacts below one URL; every method raises `StoreError` when the storage cannot be used."""

    def __init__(self, address: str, bucket: Bucket | None = None) -> None:
        self._store = open_place(address, bucket or Bucket())

    def put_run(self, folder: RunFolder, files: Mapping[str, bytes], archive: bytes) -> None:
        """Keep a finished run folder, its zip last; a path that no folder can hold raises ValueError first."""
        wrong = [path for path in files if not is_folder_path(path)]
        if wrong:
            raise ValueError("a run folder cannot hold a file of this name")
        with storage_errors():
            for path, data in sorted(files.items()):
                obstore.put(self._store, f"{folder.prefix}/{path}", data)
            obstore.put(self._store, folder.archive, archive)

    def files_of(self, folder: RunFolder) -> tuple[StoredFile, ...]:
        """What the folder holds, sorted by path; empty when there is no such folder."""
        start = len(folder.prefix) + 1
        found = [StoredFile(meta["path"][start:], meta["size"]) for meta in self._below(folder.prefix)]
        return tuple(sorted(found, key=lambda file: file.path))

    def read_file(self, folder: RunFolder, path: str) -> bytes | None:
        """The bytes of one file; null when the folder has none of that name, whatever the name is."""
        return self._read(f"{folder.prefix}/{path}") if is_folder_path(path) else None

    def read_archive(self, folder: RunFolder) -> bytes | None:
        """The zip, as it was stored."""
        return self._read(folder.archive)

    def put_blob(self, key: RunKey, data: bytes) -> str:
        """Hand bytes on to a later step of the run; what a step keeps is the hash that is returned."""
        sha256 = hashlib.sha256(data).hexdigest()
        with storage_errors():
            obstore.put(self._store, f"{_work_prefix(key)}/{sha256}", data)
        return sha256

    def read_blob(self, key: RunKey, sha256: str) -> bytes | None:
        """The bytes that an earlier step handed on; null when they are gone, `StoreError` when they are not those."""
        if not _SHA256.fullmatch(sha256):
            return None
        data = self._read(f"{_work_prefix(key)}/{sha256}")
        if data is not None and hashlib.sha256(data).hexdigest() != sha256:
            raise StoreError("stored bytes do not have the hash that they are named by")
        return data

    def put_proposal(self, folder: RunFolder, number: int, data: bytes) -> None:
        """Keep the bytes that the guard checked: they, and no others, are what a person may accept later."""
        with storage_errors():
            obstore.put(self._store, f"{folder.proposals}/{int(number)}", data)

    def read_proposal(self, folder: RunFolder, number: int) -> bytes | None:
        """The bytes of a proposal of that run; null where there is none."""
        return self._read(f"{folder.proposals}/{int(number)}")

    def put_offering(self, folder: RunFolder, offering: bytes, files: Iterable[bytes]) -> None:
        """Keep what a run has to offer, and the bytes that its rules would write; the offering last."""
        with storage_errors():
            for data in files:
                obstore.put(self._store, f"{folder.proposals}/files/{hashlib.sha256(data).hexdigest()}", data)
            obstore.put(self._store, f"{folder.proposals}/offering.json", offering)

    def read_offering(self, folder: RunFolder) -> bytes | None:
        """What the run has to offer; null where it offers nothing, or is forgotten."""
        return self._read(f"{folder.proposals}/offering.json")

    def put_questions(self, folder: RunFolder, data: bytes) -> None:
        """Keep what a model was sent, so that it can be shown; it is no part of the run folder."""
        with storage_errors():
            obstore.put(self._store, f"{folder.proposals}/questions.json", data)

    def read_questions(self, folder: RunFolder) -> bytes | None:
        """What a model was sent by that run; null where none was asked."""
        return self._read(f"{folder.proposals}/questions.json")

    def read_planned(self, folder: RunFolder, sha256: str) -> bytes | None:
        """The bytes of a file that the rules of that run rewrite; null when they are gone, or not those."""
        data = self._read(f"{folder.proposals}/files/{sha256}") if _SHA256.fullmatch(sha256) else None
        return data if data is not None and hashlib.sha256(data).hexdigest() == sha256 else None

    def put_answer(self, repository_id: int, sha256: str, data: bytes) -> None:
        """Keep what a model answered to a request, so that the same is not asked again."""
        if not _SHA256.fullmatch(sha256):
            raise ValueError("not a hash")
        with storage_errors():
            obstore.put(self._store, f"{_repository_prefix(repository_id)}/answers/{sha256}", data)

    def read_answer(self, repository_id: int, sha256: str) -> bytes | None:
        """What was answered to that request in an earlier run over the repository; null where nothing was."""
        return (
            self._read(f"{_repository_prefix(repository_id)}/answers/{sha256}") if _SHA256.fullmatch(sha256) else None
        )

    def delete_blobs(self, key: RunKey) -> None:
        """The run ended; nothing is handed on any more."""
        self._delete_below(_work_prefix(key))

    def delete_run(self, folder: RunFolder) -> None:
        """Remove a run folder and its zip, if they are there."""
        self._delete_below(folder.prefix)
        self._delete_below(folder.proposals)
        self._delete([folder.archive])

    def runs_of(self, repository_id: int) -> tuple[RunId, ...]:
        """The runs of which a folder, a zip or an offer is there, whole or torn; oldest first."""
        prefix = _repository_prefix(repository_id)
        found: set[str] = set()
        with storage_errors():
            for kind in ("runs", "proposals", "archives"):
                listed = obstore.list_with_delimiter(self._store, f"{prefix}/{kind}")
                paths = [*listed["common_prefixes"], *(meta["path"] for meta in listed["objects"])]
                found.update(path.rstrip("/").rpartition("/")[2].removesuffix(".zip") for path in paths)
        return tuple(sorted(RunId(name) for name in found if is_run_id(name)))

    def forget_answers(self, repository_id: int, before: datetime) -> None:
        """Remove what a model answered before the moment."""
        self._delete_below(f"{_repository_prefix(repository_id)}/answers", before)

    def forget_work(self, repository_id: int, before: datetime) -> None:
        """Remove what steps handed on before the moment."""
        self._delete_below(f"{_repository_prefix(repository_id)}/work", before)

    def delete_repository(self, repository_id: int) -> None:
        """Remove everything about a repository."""
        self._delete_below(_repository_prefix(repository_id))

    def check(self) -> bool:
        """Whether something can be written now; raises `StoreError` when it cannot."""
        with storage_errors():
            obstore.put(self._store, "ready", b"")
        return True

    def try_out(self) -> None:
        """Write, read and delete a file; raises `StoreError` when one of them does not work."""
        key, data = f"tried/{secrets.token_hex(8)}", secrets.token_bytes(64)
        with storage_errors():
            obstore.put(self._store, key, data)
        if self._read(key) != data:
            raise StoreError("artifacts: what was written reads differently")
        self._delete([key])

    def _read(self, key: str) -> bytes | None:
        with storage_errors():
            try:
                return bytes(obstore.get(self._store, key).bytes())
            except FileNotFoundError:
                return None

    def _below(self, prefix: str) -> Iterator["ObjectMeta"]:
        with storage_errors():
            for chunk in obstore.list(self._store, prefix=prefix):
                yield from chunk

    def _delete_below(self, prefix: str, before: datetime | None = None) -> None:
        found = self._below(prefix)
        self._delete([meta["path"] for meta in found if before is None or meta["last_modified"] < before])

    def _delete(self, keys: list[str]) -> None:
        for start in range(0, len(keys), _AT_ONCE):
            self._delete_some(keys[start : start + _AT_ONCE])

    def _delete_some(self, keys: list[str]) -> None:
        """In one request where the storage takes that."""
        with storage_errors():
            try:
                obstore.delete(self._store, keys)
            except FileNotFoundError:
                for key in keys:
                    self._delete_one(key)

    def _delete_one(self, key: str) -> None:
        with suppress(FileNotFoundError):  # somebody else forgot it first, which is what was wanted
            obstore.delete(self._store, key)


def _repository_prefix(repository_id: int) -> str:
    return f"repositories/{int(repository_id)}"


def _work_prefix(key: RunKey) -> str:
    return f"{_repository_prefix(key.repository_id)}/work/{key.pull}/{key.head_sha}/{key.attempt}"
