"""What was seen in files by looking at their bytes, so that a file that did not change is not even read again.

Kept a few hundred files to a document, under the number that a path hashes to. A file is known by its path and its
stamp (`bot.source.tree.TreeEntry`).
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Protocol
from zlib import crc32

from bot.models.light_record import LightRecord
from bot.models.reading import MisfitError, read_json
from bot.models.writing import compact

_FILES_OF_A_SHARD = 256
_NO_WORDS = frozenset[str]()
_NOTHING: Mapping[str, str] = {}


class Seen(Protocol):
    """Where a driver asks before it reads files. A question is any text; what was found are words without blanks."""

    def known(self, paths: Iterable[str], question: str) -> dict[str, frozenset[str]]:
        """What was found in those of the files about whose bytes it is known."""

    def keep(self, path: str, question: str, found: Iterable[str]) -> None:
        """Remember what was found, once `write` is called."""

    def write(self) -> None:
        """Make what was kept known to later runs."""


class Documents(Protocol):
    """Where the documents are."""

    def document(self, name: str) -> bytes | None:
        """The document of that name, whole, if there is one."""

    def keep_document(self, name: str, document: bytes) -> None:
        """Remember it once everything is written."""


class _Shard(LightRecord):
    """Path to the file's stamp, and question to the words that were found, joined by blanks."""

    files: dict[str, tuple[str, dict[str, str]]]


class SeenFiles:
    """Over documents; `stamps` are those of the files that are there now, and `circumstances` all else that counts.

    Without documents it remembers for as long as it is held.
    """

    def __init__(self, documents: Documents | None, stamps: Mapping[str, str], circumstances: str) -> None:
        self._documents = documents
        self._stamps = stamps
        # A power of two, so that a few files more or less move none.
        self._mask = (1 << (len(stamps) // _FILES_OF_A_SHARD).bit_length()) - 1
        self._name = f"seen {circumstances} {self._mask}"
        self._changed: set[int] = set()

    def known(self, paths: Iterable[str], question: str) -> dict[str, frozenset[str]]:
        """What was found in files of these paths and of their stamps."""
        known: dict[str, frozenset[str]] = {}
        for path in paths:
            found = self._words.get(path, _NOTHING).get(question)
            if found is not None:
                known[path] = frozenset(found.split()) if found else _NO_WORDS
        return known

    def keep(self, path: str, question: str, found: Iterable[str]) -> None:
        """Remember it, beside what else is known of the same bytes."""
        if path in self._stamps:
            self._words.setdefault(path, {})[question] = " ".join(sorted(found))
            self._changed.add(self._number(path))

    def write(self) -> None:
        """Hand the changed documents on; files that are gone are left out."""
        if self._documents is None:
            return
        shards: dict[int, dict[str, tuple[str, dict[str, str]]]] = {number: {} for number in self._changed}
        for path, words in self._words.items() if shards else ():
            number = self._number(path)
            if number in shards:
                shards[number][path] = (self._stamps[path], words)
        for number, files in shards.items():
            self._documents.keep_document(f"{self._name} {number}", compact(_Shard(files=files)).encode())
        self._changed.clear()

    @cached_property
    def _words(self) -> dict[str, dict[str, str]]:
        """Path to question to what was found, of the files that are what they were."""
        return {
            path: words
            for number in range(self._mask + 1)
            for path, (stamp, words) in self._read(number).items()
            if stamp == self._stamps.get(path)
        }

    def _number(self, path: str) -> int:
        return crc32(path.encode()) & self._mask

    def _read(self, number: int) -> dict[str, tuple[str, dict[str, str]]]:
        document = self._documents.document(f"{self._name} {number}") if self._documents is not None else None
        try:
            return read_json(_Shard, document).files if document is not None else {}
        except MisfitError:
            return {}
