"""Answers what the pipeline asks of bytes alone: which byte strings stand in a file, and what its import lines name.

A shell of `bot/driver.py`. Nothing is parsed. What `seen` knows of a file is not looked for again, and the file not
read.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from bot.answers.seen import Seen
from bot.models.limitation import Limitation
from bot.models.want import Imported, ReadImports, Search, SearchResult
from bot.scan.byte_search import searcher
from bot.scan.manifests.includes import included_paths
from bot.scan.repository import import_lines
from bot.source.tree import SourceTree

_IMPORTS = "imports"
_MOST_BYTES_ASKED = 64


@dataclass(frozen=True, slots=True)
class Looking:
    """One run's means; `progress` is told how many files are done, and how many there are."""

    tree: SourceTree
    max_file_bytes: int
    seen: Seen
    progress: Callable[[int, int], None]

    def search(self, want: Search) -> SearchResult:
        """The files that hold one of the tokens."""
        tokens_in = searcher(want)
        hits: dict[str, frozenset[bytes]] = {}
        includes: dict[str, frozenset[str]] = {}
        limitations: list[Limitation] = []
        question = _question(want)
        known, unknown = self._known(want.paths, question) if not want.includes else ({}, want.paths)
        for path, content in self._read(unknown, limitations, len(known), len(want.paths)):
            if path in want.includes:
                includes[path] = included_paths(want.includes[path], path, content)
            hits[path] = tokens_in(content)
            self.seen.keep(path, question, map(bytes.decode, hits[path]))
        hits |= {path: frozenset(map(str.encode, words)) for path, words in known.items() if words}
        return SearchResult({path: found for path, found in hits.items() if found}, tuple(limitations), includes)

    def imports(self, want: ReadImports) -> Imported:
        """What the import lines of the files name."""
        limitations: list[Limitation] = []
        imports, unknown = self._known(want.paths, _IMPORTS)
        for path, content in self._read(unknown, limitations, len(imports), len(want.paths)):
            imports[path] = frozenset(import_lines(path, content))
            self.seen.keep(path, _IMPORTS, imports[path])
        return Imported(imports, tuple(limitations))

    def _known(self, paths: Iterable[str], question: str) -> tuple[dict[str, frozenset[str]], list[str]]:
        """What is known of the paths, and those of which nothing is."""
        known: dict[str, frozenset[str]] = {}
        unknown: list[str] = []
        for path in paths:
            found = self.seen.find(path, question)
            if found is None:
                unknown.append(path)
            else:
                known[path] = found
        return known, unknown

    def _read(
        self, paths: Iterable[str], limitations: list[Limitation], done: int, of: int
    ) -> Iterator[tuple[str, bytes]]:
        for number, (path, content) in enumerate(self.tree.read(tuple(paths), self.max_file_bytes), start=done + 1):
            if isinstance(content, Limitation):
                limitations.append(content)
            else:
                yield path, content
            self.progress(number, of)


def _question(want: Search) -> str:
    """A name for everything but the file on which the answer depends."""
    asked = repr((want.tokens, want.spelt_freely, want.whole_words))
    return asked if len(asked) <= _MOST_BYTES_ASKED else hashlib.sha256(asked.encode()).hexdigest()
