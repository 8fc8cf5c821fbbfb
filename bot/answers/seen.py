"""What was seen in files by looking at their bytes, so that a file that did not change is not even read again.

Kept a few hundred files to a document, under the number that a path hashes to. A file is known by its path and its
stamp (`bot.source.tree.TreeEntry`).
"""

from collections.abc import Iterable, Mapping
from typing import Protocol
from zlib import crc32

from pydantic import ValidationError

from bot.models.record import Record

_FILES_OF_A_SHARD = 256


class Seen(Protocol):
    """Where a driver asks before it reads a file. A question is any text; what was found are words without blanks."""

    def find(self, path: str, question: str) -> frozenset[str] | None:
        """What was found in the file; null if that is not known of these bytes."""

    def keep(self, path: str, question: str, found: Iterable[str]) -> None:
        """Remember what was found, once `write` is called."""

    def write(self) -> None:
        """Make what was kept known to later runs."""


class NothingSeen:
    """Remembers nothing."""

    def find(self, path: str, question: str) -> None:
        """Nothing is known."""

    def keep(self, path: str, question: str, found: Iterable[str]) -> None:
        """It is forgotten."""

    def write(self) -> None:
        """There is nothing to write."""


class Documents(Protocol):
    """Where the documents are."""

    def document(self, name: str) -> bytes | None:
        """The document of that name, whole, if there is one."""

    def keep_document(self, name: str, document: bytes) -> None:
        """Remember it once everything is written."""


class _Shard(Record):
    """Path to the file's stamp, and question to the words that were found, joined by blanks."""

    files: dict[str, tuple[str, dict[str, str]]]


class SeenFiles:
    """Over documents; `stamps` are those of the files that are there now, and `circumstances` all else that counts."""

    def __init__(self, documents: Documents, stamps: Mapping[str, str], circumstances: str) -> None:
        self._documents = documents
        self._stamps = stamps
        # A power of two, so that a few files more or less move none.
        self._mask = (1 << (len(stamps) // _FILES_OF_A_SHARD).bit_length()) - 1
        self._name = f"seen {circumstances} {self._mask}"
        self._shards: dict[int, dict[str, tuple[str, dict[str, str]]]] = {}
        self._changed: set[int] = set()

    def find(self, path: str, question: str) -> frozenset[str] | None:
        """What was found in a file of this path and stamp."""
        stamp, words = self._shard(self._number(path)).get(path, (None, {}))
        found = words.get(question)
        if found is None or stamp != self._stamps.get(path):
            return None
        return frozenset(found.split())

    def keep(self, path: str, question: str, found: Iterable[str]) -> None:
        """Remember it, beside what else is known of the same bytes."""
        stamp = self._stamps.get(path)
        if stamp is None:
            return
        number = self._number(path)
        shard = self._shard(number)
        known = shard.get(path)
        words = known[1] if known is not None and known[0] == stamp else {}
        shard[path] = (stamp, {**words, question: " ".join(sorted(found))})
        self._changed.add(number)

    def write(self) -> None:
        """Hand the changed documents on; files that are gone are left out."""
        for number in self._changed:
            files = {path: known for path, known in self._shards[number].items() if path in self._stamps}
            document = _Shard(files=files).model_dump_json().encode()
            self._documents.keep_document(f"{self._name} {number}", document)
        self._changed.clear()

    def _number(self, path: str) -> int:
        return crc32(path.encode()) & self._mask

    def _shard(self, number: int) -> dict[str, tuple[str, dict[str, str]]]:
        shard = self._shards.get(number)
        if shard is None:
            shard = self._shards[number] = self._read(number)
        return shard

    def _read(self, number: int) -> dict[str, tuple[str, dict[str, str]]]:
        document = self._documents.document(f"{self._name} {number}")
        try:
            return _Shard.model_validate_json(document).files if document is not None else {}
        except ValidationError:
            return {}
