"""Answers what the pipeline asks of bytes alone: which byte strings stand in a file, and what its import lines name.

A shell of `bot/driver.py`. Nothing is parsed. What `seen` knows of a file is not looked for again, and the file not
read.
"""

import hashlib
from collections.abc import Callable, Container, Iterator
from typing import Protocol

from bot.answers.seen import Seen
from bot.models.limitation import Limitation
from bot.models.struct import Frozen
from bot.models.want import Imported, ReadImports, Search, SearchResult
from bot.scan.byte_search import searcher
from bot.scan.manifests.includes import included_paths
from bot.scan.repository import import_lines
from bot.source.tree import SourceTree


class Expect(Protocol):
    """`bot.analyser.supervisor.Analyser.expect`."""

    def __call__(self, weight: int, *, more: bool) -> None:
        """Be told of so many bytes, with `more` to come."""


_IMPORTS = "imports"
_MOST_BYTES_ASKED = 64


class Looking(Frozen):
    """One run's means; `progress` is told how many files are done, and how many there are.

    `expect` is told how many bytes of files, in which something was found that nobody found before, will be analysed.
    """

    tree: SourceTree
    max_file_bytes: int
    seen: Seen
    progress: Callable[[int, int], None]
    expect: Expect

    def search(self, want: Search) -> SearchResult:
        """The files that hold one of the tokens."""
        tokens_in = searcher(want)
        hits: dict[str, frozenset[bytes]] = {}
        includes: dict[str, frozenset[str]] = {}
        limitations: list[Limitation] = []
        weight = 0
        question = _question(want)
        known = self.seen.known(want.paths, question) if not want.includes else {}
        for path, content in self._read(want.paths, known, limitations):
            if path in want.includes:
                includes[path] = included_paths(want.includes[path], path, content)
            hits[path] = tokens_in(content)
            self.seen.keep(path, question, map(bytes.decode, hits[path]))
            if hits[path] and not want.includes:
                weight += len(content)
                self.expect(weight, more=True)
        self.expect(weight, more=False)
        hits |= {path: frozenset(map(str.encode, words)) for path, words in known.items() if words}
        return SearchResult({path: found for path, found in hits.items() if found}, tuple(limitations), includes)

    def imports(self, want: ReadImports) -> Imported:
        """What the import lines of the files name."""
        limitations: list[Limitation] = []
        known = self.seen.known(want.paths, _IMPORTS)
        imports = dict(known)
        for path, content in self._read(want.paths, known, limitations):
            imports[path] = frozenset(import_lines(path, content))
            self.seen.keep(path, _IMPORTS, imports[path])
        return Imported(imports, tuple(limitations))

    def _read(
        self, paths: tuple[str, ...], known: Container[str], limitations: list[Limitation]
    ) -> Iterator[tuple[str, bytes]]:
        """Those of the files of which nothing is known."""
        unknown = [path for path in paths if path not in known]
        contents = self.tree.read(unknown, self.max_file_bytes)
        for number, (path, content) in enumerate(contents, start=len(paths) - len(unknown) + 1):
            if isinstance(content, Limitation):
                limitations.append(content)
            else:
                yield path, content
            self.progress(number, len(paths))


def _question(want: Search) -> str:
    """A name for everything but the file on which the answer depends."""
    asked = repr((want.tokens, want.spelt_freely, want.whole_words))
    return asked if len(asked) <= _MOST_BYTES_ASKED else hashlib.sha256(asked.encode()).hexdigest()
