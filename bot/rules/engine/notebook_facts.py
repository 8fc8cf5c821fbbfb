"""Everything a run wants to know of one notebook, in the shape of any other file's facts."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.models.struct import altered
from bot.packs.schema import Pack
from bot.packs.surface import SurfaceIndex
from bot.rules.engine.file_facts import facts_of, package_of
from bot.scan.examine import examine_text
from bot.scan.facts import Export, FileFacts, Held, Judgement, Passed, Row
from bot.scan.library_names import names_in
from bot.scan.notebook.commands import Named, named_in
from bot.scan.notebook.document import CodeCell, code_cells
from bot.scan.notebook.joined import JoinedCells, Spot, joined, spot
from bot.scan.notebook.magics import Command
from bot.scan.reach import Reach
from bot.scan.source_text import text_source
from bot.vocabulary import Bail, ConfidenceReason, FindingKind, ScanStatus

_CONFIDENCE = {
    FindingKind.MANIFEST: ConfidenceReason.DECLARED_DEPENDENCY,
    FindingKind.DYNAMIC: ConfidenceReason.STRING_TARGET,
    FindingKind.TEXT_MENTION: ConfidenceReason.STRING_OR_COMMENT,
    FindingKind.PARSE_ERROR: ConfidenceReason.UNREADABLE_FILE,
}


def notebook_facts(
    path: str,
    data: bytes,
    surface: SurfaceIndex,
    reached: Mapping[str, Sequence[Export]],
    given: Sequence[Passed] = (),
    *,
    held: Sequence[Held] = (),
    vendored: bool,
) -> FileFacts:
    """The facts of the notebook at `path`; the parameters are those of `python_facts`."""
    cells = code_cells(data)
    if cells is None:
        return FileFacts(failed=Bail.NOTEBOOK_UNREADABLE)
    code = joined(cells)
    examined = examine_text(text_source(code.text), surface, Reach(reached, given, held), package_of(path))
    if isinstance(examined, Bail):
        return FileFacts(failed=examined)
    facts = facts_of(path, examined, vendored=vendored)
    naming = {cell.number: cell for cell in code.unread if _names_library(cell, surface.pack)}
    found = [
        *((_moved(row, code), judgement) for row, judgement in zip(facts.rows, facts.judgements, strict=True)),
        *_of_commands(code.commands, surface.pack),
        *map(_unread, naming.values()),
    ]
    found.sort(key=lambda pair: _document_order(pair[0]))
    return altered(
        facts,
        rows=tuple(row for row, _ in found),
        judgements=tuple(judgement for _, judgement in found),
        cells_not_read=tuple(cell.number for cell in code.unread if cell.number not in naming),
    )


def _moved(row: Row, code: JoinedCells) -> Row:
    place = code.spot(row.line, row.column)
    return altered(row, cell=place.cell, line=place.line, column=place.column, file_line=place.file_line)


def _document_order(row: Row) -> tuple[int, int, int, str, str]:
    return (row.cell or 0, row.line, row.column, row.kind, row.symbol or "")


def _names_library(cell: CodeCell, pack: Pack) -> bool:
    text = cell.text or ""
    return any(token in text for token in pack.tokens) or any(names_in(text, pack))


def _unread(cell: CodeCell) -> tuple[Row, Judgement]:
    bail = Bail.CELL_DOES_NOT_PARSE
    row = _row(spot(cell, 1, 0), FindingKind.PARSE_ERROR, None, ScanStatus.UNSUPPORTED, bail, cell.text or "")
    return row, Judgement(change=None, bail=bail)


def _of_commands(commands: Iterable[tuple[CodeCell, Command]], pack: Pack) -> Iterator[tuple[Row, Judgement]]:
    for cell, command in commands:
        for named in named_in(command, pack):
            yield _of_command(cell, command, named)


def _of_command(cell: CodeCell, command: Command, named: Named) -> tuple[Row, Judgement]:
    line = command.line + named.line - 1
    column = named.column + (command.column if named.line == 1 else 0)
    mention = named.kind is FindingKind.TEXT_MENTION
    bail = None if mention else named.bail or Bail.NOTEBOOK_NOT_REWRITTEN
    status = ScanStatus.NOT_A_USAGE if mention else ScanStatus.NEEDS_REVIEW
    row = _row(spot(cell, line, column), named.kind, named.symbol, status, bail, named.text)
    return row, Judgement(change=None, bail=bail)


def _row(place: Spot, kind: FindingKind, symbol: str | None, status: ScanStatus, bail: Bail | None, text: str) -> Row:
    return Row(
        cell=place.cell,
        line=place.line,
        column=place.column,
        file_line=place.file_line,
        kind=kind,
        confidence_reason=_CONFIDENCE[kind],
        symbol=symbol,
        scan_status=status,
        bail=bail,
        scope="",
        text_hash=hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:16],
    )
