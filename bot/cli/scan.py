"""`obelize scan`: every use as a table grouped by file, or findings.json."""

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.text import Text

from bot.cli.local_run import LocalRun, run_locally
from bot.cli.local_run_folder import save_run
from bot.cli.terminal import count, notes, output, progress, shown
from bot.models.finding import Finding
from bot.models.outcome import ScanOutcome
from bot.models.record import document
from bot.pipeline import findings_document
from bot.vocabulary import Bail, ExitCode, RunMode


def scan_command(root: Path, packs: Sequence[str], *, as_json: bool, save: bool) -> ExitCode:
    """Scan, print, and keep a run folder if asked."""
    with progress() as report:
        finished = run_locally(root, packs, RunMode.SCAN, report)
    if as_json:
        sys.stdout.buffer.write(document(findings_document(finished.outcome.scan)))
        sys.stdout.buffer.flush()
    else:
        _show(output(), finished)
    _show_limitations(notes(), finished.outcome.scan)
    if save:
        notes().print(f"Run folder: {save_run(root, finished, RunMode.SCAN, ExitCode.DONE)}")
    return ExitCode.DONE


def _show(console: Console, finished: LocalRun) -> None:
    scan = finished.outcome.scan
    for path, findings in groupby(scan.findings, key=lambda finding: finding.path):
        console.print(shown(path), style="bold")
        for line in _lines(list(findings)):
            console.print(line)
    counts = scan.counts
    actionable = [finding for finding in scan.findings if finding.actionable]
    files = len({finding.path for finding in actionable})
    libraries = " and ".join(loaded.pack.old.distribution for loaded in finished.packs)
    if actionable:
        console.print(f"{libraries}: {count(len(actionable), 'place')} in {count(files, 'file')}.", style="bold")
        console.print("Next: `obelize fix` plans the migration and shows it as a diff.")
    else:
        console.print(f"No use of a library that Obelize migrates, in {count(counts.files_read, 'Python file')}.")
    for word, number in _commonest(actionable):
        console.print(f"  {word} ({number}): {word.sentence}")


def _lines(findings: list[Finding]) -> Iterator[Text]:
    """Line, kind, symbol and word of each row, in columns; what asks for nothing is dim."""
    cells = [(finding.position, str(finding.kind), shown(finding.symbol or "")) for finding in findings]
    number, kind, symbol = (max(map(len, column)) for column in zip(*cells, strict=True))
    for finding, (line, what, name) in zip(findings, cells, strict=True):
        word = finding.bail or finding.scan_status
        text = f"  {line:>{number}}  {what:<{kind}}  {name:<{symbol}}  {word}"
        yield Text(text, style="" if finding.actionable else "dim")


def _commonest(findings: list[Finding]) -> list[tuple[Bail, int]]:
    bails = [finding.bail for finding in findings if finding.bail is not None]
    return sorted(((word, bails.count(word)) for word in set(bails)), key=lambda pair: (-pair[1], pair[0]))[:5]


def _show_limitations(console: Console, scan: ScanOutcome) -> None:
    codes = [limitation.code for limitation in scan.limitations]
    for code in dict.fromkeys(codes):
        console.print(f"Limitation {code} ({codes.count(code)}): {code.sentence}")
