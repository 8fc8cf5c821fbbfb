"""What the pipeline asks of the shell that drives it, and what it gets back.

The pipeline is a generator of these: it yields a want and is resumed with the answer, so that it never holds a file,
a process or a clock.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from bot.models.light_record import LightRecord
from bot.models.limitation import Limitation
from bot.models.struct import Frozen, anew
from bot.scan.manifests.selection import ManifestForm
from bot.vocabulary import Bail


class Search(Frozen):
    """Which of the files at `paths` hold which of the byte strings; answered by a `SearchResult`.

    With `spelt_freely` the tokens are names of distributions or modules, and case and separators are ignored; with
    `whole_words` they are identifiers, and must stand alone. `includes` are dependency files, each with its form: of
    those the paths that they include are told as well (`bot.scan.manifests.includes`), whether they hold a token or
    not.
    """

    paths: tuple[str, ...]
    tokens: tuple[bytes, ...]
    spelt_freely: bool = False
    includes: Mapping[str, ManifestForm] = anew(dict)
    whole_words: bool = False


class SearchResult(Frozen):
    """`hits`: path to the tokens found, only for files that hold one. `limitations`: files that could not be read."""

    hits: dict[str, frozenset[bytes]]
    limitations: tuple[Limitation, ...]
    includes: dict[str, frozenset[str]] = anew(dict)


class ReadImports(Frozen):
    """What the import lines of the files at `paths` name; answered by an `Imported`."""

    paths: tuple[str, ...]


class Imported(Frozen):
    """`names`: path to dotted names as `bot.scan.repository.import_lines` gives them, for each file that was read.

    `limitations`: files that could not be read.
    """

    names: dict[str, frozenset[str]]
    limitations: tuple[Limitation, ...]


class Job(Frozen):
    """One file for the analyser: the named job with its parameters (plain JSON).

    `shape` is the record that the result must be; `data` stands in for the tree's bytes. With `remembered` the answer
    depends on nothing but the content, the pack that `parameters` names and the other parameters, and may come from an
    earlier run.
    """

    name: str
    path: str
    parameters: dict[str, Any]
    shape: type[LightRecord]
    data: bytes | None = None
    remembered: bool = False


class Analyse(Frozen):
    """Jobs for the analyser; answered by as many `JobAnswer`s, in the same order. `stage` is for a progress line."""

    jobs: tuple[Job, ...]
    stage: str


class Meanwhile(Frozen):
    """Both, since the one who reads has nothing to do while the analyser is at work; answered by a `Both`."""

    analyse: Analyse
    imports: ReadImports


class Analysed(Frozen):
    """The job's result, of the shape that the job asked for, and the bytes that came with it.

    `source` are the file's bytes that the job read.
    """

    result: LightRecord
    payloads: tuple[bytes, ...]
    source: bytes


class NotAnalysed(Frozen):
    """The analyser could not finish the job, or the file could not be read any more."""

    bail: Bail
    limitation: Limitation | None = None


JobAnswer: TypeAlias = Analysed | NotAnalysed


class Both(Frozen):
    """The answers to the two parts of a `Meanwhile`."""

    jobs: tuple[JobAnswer, ...]
    imported: Imported


Want: TypeAlias = Search | ReadImports | Analyse | Meanwhile
Answer: TypeAlias = SearchResult | Imported | tuple[JobAnswer, ...] | Both
