"""The findings as lines for a person: by file, then what they come to, then why places are withheld.

Pure layout: `width` is that of a terminal, or None where lines may be as long as they are (a pipe, a file).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bot.cli.layout import LEAST_WIDTH, broken, folded, table
from bot.cli.terminal import Line, count, shown
from bot.evidence.suggestions import Suggestions
from bot.models.finding import Finding
from bot.models.limitation import Limitation
from bot.models.outcome import ScanOutcome
from bot.packs.schema import Pack
from bot.vocabulary import Bail, LimitationCode, ScanStatus

_STYLES = {
    ScanStatus.ELIGIBLE: "green",
    ScanStatus.NEEDS_REVIEW: "yellow",
    ScanStatus.UNSUPPORTED: "red",
    ScanStatus.NOT_A_USAGE: "dim",
}
_MOST_REASONS = 5
_MOST_NAMES = 10
_MOST_PATHS = 3
_Cells = tuple[str, str, str, str, str]


def scan_lines(scan: ScanOutcome, packs: Sequence[Pack], width: int | None, *, fix_is_next: bool) -> Iterator[Line]:
    """Everything that `obelize scan` prints, in order; `fix_is_next` where `obelize fix` could plan what was seen."""
    width = None if width is None else max(width, LEAST_WIDTH)
    for path, findings in groupby(scan.findings, key=lambda finding: finding.path):
        yield from _file(path, list(findings), width)
        yield ()
    yield from _totals(scan, packs, width)
    yield from _reasons(scan.findings, width)
    yield from _instead(scan.findings, Suggestions(packs), width)
    if fix_is_next and any(finding.actionable for finding in scan.findings):
        yield ()
        yield from broken("Next: `obelize fix` plans the migration and shows it as a diff.", width)


def limitation_lines(limitations: Iterable[Limitation], width: int | None) -> Iterator[Line]:
    """What the scan passed over: each code with its sentence, and where."""
    for code, found in _by_code(limitations):
        yield from broken(f"Limitation {code} ({len(found)}): {code.sentence}", width)
        paths = list(dict.fromkeys(shown(one.path) for one in found if one.path is not None))
        if paths:
            rest = f" and {len(paths) - _MOST_PATHS} more" if len(paths) > _MOST_PATHS else ""
            yield from broken(f"  {', '.join(paths[:_MOST_PATHS])}{rest}", width, indent=2)


def _by_code(limitations: Iterable[Limitation]) -> Iterator[tuple[LimitationCode, list[Limitation]]]:
    found = list(limitations)
    for code in dict.fromkeys(one.code for one in found):
        yield code, [one for one in found if one.code is code]


def _file(path: str, findings: list[Finding], width: int | None) -> Iterator[Line]:
    name, counts = shown(path), _counts(findings)
    if width is None or len(name) + 2 + len(counts) <= width:
        yield (name, "bold"), ("  ", ""), (counts, "dim")
    else:
        yield from (((line, "bold"),) for line in folded(name, width, ""))
        yield from broken(f"  {counts}", width, indent=2, style="dim")
    cells = [_cells(finding) for finding in findings]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    fits = width is None or 2 + sum(widths) + 2 * sum(1 for found in widths[1:] if found) <= width
    for finding, row in zip(findings, cells, strict=True):
        yield from (_row(finding, row, widths) if fits else _stacked(finding, row, widths, width))


def _counts(findings: Sequence[Finding]) -> str:
    """`3 eligible, 1 needs_review`: how many rows have which status."""
    numbers = Counter(finding.scan_status for finding in findings)
    return ", ".join(f"{numbers[status]} {status}" for status in ScanStatus if status in numbers)


def _cells(finding: Finding) -> _Cells:
    symbol = shown(finding.symbol or "")
    return finding.position, str(finding.kind), symbol, str(finding.scan_status), str(finding.bail or "")


def _row(finding: Finding, row: _Cells, widths: Sequence[int]) -> Iterator[Line]:
    """Line, kind, symbol, status and reason of a row, in columns; what asks for nothing is dim."""
    line, kind, symbol, status, reason = row
    told = f"{status:<{widths[3]}}  {reason}" if reason else status
    dim = "" if finding.actionable else "dim"
    start = f"  {line:>{widths[0]}}  {kind:<{widths[1]}}  {symbol:<{widths[2]}}  "
    yield (start, dim), (told, _STYLES[finding.scan_status])


def _stacked(finding: Finding, row: _Cells, widths: Sequence[int], width: int | None) -> Iterator[Line]:
    """The same where the columns are wider than the terminal: one cell below the other, the line beside the first."""
    line, kind, symbol, status, reason = row
    dim = "" if finding.actionable else "dim"
    indent = " " * (widths[0] + 4)
    yield (f"  {line:>{widths[0]}}  {kind}", dim), (f"  {status}", _STYLES[finding.scan_status])
    for cell, style in ((symbol, dim), (reason, _STYLES[finding.scan_status])):
        yield from (((part, style),) for part in folded(cell, width, indent) if cell)


def _totals(scan: ScanOutcome, packs: Sequence[Pack], width: int | None) -> Iterator[Line]:
    if not any(finding.actionable for finding in scan.findings):
        read = count(scan.counts.files_read, "Python file")
        yield from broken(f"No use of a library that Obelize migrates, in {read}.", width, style="bold")
    for pack in packs:
        places = [finding for finding in scan.findings if finding.pack == pack.id and finding.actionable]
        if places:
            files = len({finding.path for finding in places})
            told = f"{pack.old_name}: {count(len(places), 'place')} in {count(files, 'file')}."
            yield from broken(told, width, style="bold")
    numbers = Counter(finding.scan_status for finding in scan.findings)
    yield from table([(status, numbers[status], status.sentence) for status in ScanStatus if numbers[status]], width)


def _reasons(findings: Iterable[Finding], width: int | None) -> Iterator[Line]:
    """The words of the withheld places, commonest first, with what they mean and what to do."""
    numbers = Counter(finding.bail for finding in findings if finding.bail is not None)
    order: list[tuple[Bail, int]] = sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0]))
    if not order:
        return
    yield ()
    yield from broken("Why places are withheld, the commonest reasons first:", width)
    yield from table(
        [(word, number, f"{word.sentence} {word.action}") for word, number in order[:_MOST_REASONS]], width
    )
    if order[_MOST_REASONS:]:
        places = sum(number for _, number in order[_MOST_REASONS:])
        rest = count(len(order) - _MOST_REASONS, "other reason")
        yield from broken(f"  and {rest}, {count(places, 'place')}", width, indent=2)


def _instead(findings: Iterable[Finding], suggestions: Suggestions, width: int | None) -> Iterator[Line]:
    """What the packs say about the names that are gone or changed, each name once, commonest first."""
    numbers: Counter[tuple[str, str]] = Counter()
    for finding in findings:
        suggestion = suggestions.about(finding)
        if suggestion is not None:
            numbers[shown(finding.symbol or ""), shown(suggestion)] += 1
    order = sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0]))
    if not order:
        return
    yield ()
    yield from broken("What to write instead, the commonest names first:", width)
    yield from table([(name, number, suggestion) for (name, suggestion), number in order[:_MOST_NAMES]], width)
    if order[_MOST_NAMES:]:
        yield from broken(f"  and {count(len(order) - _MOST_NAMES, 'other name')}", width, indent=2)
