"""The examples beside a pack: trees that must change in one way, and trees that must not.

One folder a case: `case.yaml`, `before/` and, for the files that change, `after/`. Pure: what a case says, and whether
a plan is what it says; the folders are read by whoever has them.
"""

from collections.abc import Iterator, Mapping

from pydantic import TypeAdapter, ValidationError

from bot.models.light_record import LightRecord
from bot.models.outcome import PlanOutcome
from bot.models.struct import Frozen
from bot.packs.complaints import complaints_about
from bot.packs.loaded import PackError
from bot.packs.schema import Sentence
from bot.packs.yaml_text import YamlRefusedError, read_yaml
from bot.vocabulary import Bail, FindingKind


class Left(LightRecord):
    """A row that a person has to look at; `symbol` is the library's own full name, null for a file that is not parsed.

    `kind` is for readers, who may want to know which of two rows of a line is meant.
    """

    path: str
    line: int
    symbol: str | None
    bail: Bail
    kind: FindingKind | None = None


class CaseText(LightRecord):
    """case.yaml: what the case shows, and the rows that are left."""

    sentence: Sentence
    withheld: tuple[Left, ...] = ()


class Example(Frozen):
    """A case: the tree before, the files that change as they are after, and the rows that are left."""

    name: str
    sentence: str
    before: Mapping[str, bytes]
    after: Mapping[str, bytes]
    left: tuple[Left, ...]


def read_case(data: bytes) -> CaseText:
    """What case.yaml says; PackError with a line for everything that is wrong."""
    try:
        document = read_yaml(data)
    except YamlRefusedError as error:
        raise PackError((str(error),)) from error
    try:
        return TypeAdapter(CaseText).validate_python(document.value)
    except ValidationError as error:
        found = complaints_about(error, CaseText)
        raise PackError(tuple(f"line {document.line(one.path)}: {one}" for one in found)) from error


def ill_formed(example: Example) -> Iterator[str]:
    """What keeps the example from showing anything, a sentence each."""
    if not example.before:
        yield "before/ holds no file."
    for path in sorted(example.after.keys() - example.before.keys()):
        yield f"after/{path} has no file of that name in before/."
    for path in sorted(example.after.keys() & example.before.keys()):
        if example.after[path] == example.before[path]:
            yield f"after/{path} is what before/ holds; leave out what does not change."
    for path in sorted({row.path for row in example.left} - example.before.keys()):
        yield f"case.yaml names {path}, which before/ does not hold."


def disagreements(example: Example, plan: PlanOutcome) -> Iterator[str]:
    """How a plan over `before` differs from what the example says, a sentence each."""
    written = {file.path: file.after for file in plan.written}
    for path in sorted(written.keys() - example.after.keys()):
        yield f"{path} was rewritten and should have stayed."
    for path in sorted(example.after.keys() - written.keys()):
        yield f"{path} was left alone and should have been rewritten."
    for path in sorted(example.after.keys() & written.keys()):
        if written[path] != example.after[path]:
            yield f"{path} was rewritten differently{_first_difference(example.after[path], written[path])}."
    found = {(row.path, row.line, row.symbol, row.bail) for row in plan.withheld}
    expected = {(row.path, row.line, row.symbol, row.bail) for row in example.left}
    for path, line, symbol, bail in sorted(expected - found, key=str):
        yield f"{path}:{line} {symbol} was not withheld with {bail}."
    if found and not expected:
        path, line, symbol, bail = min(found, key=lambda row: row[:2])
        yield f"{path}:{line} {symbol} was withheld with {bail}, and case.yaml names no such row."


def _first_difference(expected: bytes, found: bytes) -> str:
    for number, (wanted, got) in enumerate(zip(expected.split(b"\n"), found.split(b"\n"), strict=False), 1):
        if wanted != got:
            return f": line {number} is {got.decode(errors='replace')!a}, expected {wanted.decode(errors='replace')!a}"
    return ": one of them goes on where the other ends"
