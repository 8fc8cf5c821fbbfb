"""The identity of a row, which survives pushes: where it stands is not in it, what it is and in what, is."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bot.models.finding import Finding
from bot.models.names import PackId, RowId
from bot.scan.facts import Row


def findings_of(pack: PackId, path: str, rows: Iterable[Row]) -> list[Finding]:
    """The findings of one file, in the order of its rows.

    A row's id is a hash of pack, path, enclosing scope, kind, symbol, the text of its line, and its number among the
    rows that share all of these.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    findings = []
    for row in rows:
        key = (pack, path, row.scope, row.kind, row.symbol or "", row.text_hash)
        seen[key] += 1
        findings.append(_finding(pack, path, row, _row_id((*key, str(seen[key])))))
    return findings


def counterparts(found: Sequence[Finding], standing: Sequence[Finding]) -> list[Finding]:
    """For each finding in what a pack would write the same use in what stands there now; itself where there is none."""
    by_use = dict(zip(_uses(standing), standing, strict=True))
    return [by_use.get(use, one) for use, one in zip(_uses(found), found, strict=True)]


def _uses(findings: Iterable[Finding]) -> Iterator[tuple[str, str | None, int]]:
    """What is used, and the how-manieth use of it in the file it is: other packs rewrite around it."""
    seen: Counter[tuple[str, str | None]] = Counter()
    for finding in findings:
        use = (finding.kind, finding.symbol)
        seen[use] += 1
        yield *use, seen[use]


def _row_id(parts: tuple[str, ...]) -> RowId:
    return RowId(hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16])


def _finding(pack: PackId, path: str, row: Row, row_id: RowId) -> Finding:
    return Finding(
        row_id=row_id,
        path=path,
        cell=row.cell,
        line=row.line,
        column=row.column,
        file_line=row.file_line,
        kind=row.kind,
        confidence_reason=row.confidence_reason,
        symbol=row.symbol,
        pack=pack,
        scan_status=row.scan_status,
        bail=row.bail,
    )
