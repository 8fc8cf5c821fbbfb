"""`obelize scan`: every use as a table grouped by file, as findings.json, or as SARIF."""

import sys
from pathlib import Path

from bot.analyser.process import Child
from bot.cli.errors import CommandError
from bot.cli.local_run import LocalRun, run_locally
from bot.cli.local_source import is_bare, origin_of
from bot.cli.scan_options import ScanOptions
from bot.cli.terminal import columns, progress, show
from bot.models.document import document
from bot.pipeline import findings_document
from bot.vocabulary import ExitCode, RunMode, ScanStatus


def scan_command(root: Path, options: ScanOptions, ahead: Child | None = None) -> ExitCode:
    """Scan, print, and keep a run folder if asked; `ahead` is a child of the analyser that starts already."""
    if options.as_json and options.as_sarif:
        raise CommandError("--json and --sarif each print one whole document; ask for one of them.")
    if options.save and options.revision is not None and is_bare(root):
        raise CommandError("A bare repository has no folder for a run folder. Leave out --save, or scan a clone.")
    with progress(plain=options.plain) as report:
        finished = run_locally(
            root,
            options.packs,
            RunMode.SCAN,
            report,
            revision=options.revision,
            jobs=options.jobs,
            cached=options.cached,
            told=options.save or options.as_sarif,
            ahead=ahead,
        )
    _show(root, finished, options)
    _tell_limitations(finished, options)
    exit_code = _exit_code(finished, options.fail_on)
    if options.save:
        _save(root, finished, exit_code)
    return exit_code


def _show(root: Path, finished: LocalRun, options: ScanOptions) -> None:
    scan, packs = finished.outcome.scan, [loaded.pack for loaded in finished.packs]
    if options.as_json:
        _write(document(findings_document(scan)))
    elif options.as_sarif:
        from bot.evidence.sarif import SarifSource, sarif_document

        assert finished.git is not None
        origin = origin_of(root)
        _write(sarif_document(scan, packs, SarifSource(finished.git, origin.prefix, origin.address)))
    else:
        from bot.cli.scan_table import scan_lines

        show(scan_lines(scan, packs, columns(), fix_is_next=options.revision is None), plain=options.plain)


def _tell_limitations(finished: LocalRun, options: ScanOptions) -> None:
    limitations = finished.outcome.scan.limitations
    if limitations:
        from bot.cli.scan_table import limitation_lines

        show(limitation_lines(limitations, None), plain=options.plain, stderr=True)


def _write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _exit_code(finished: LocalRun, fail_on: frozenset[ScanStatus]) -> ExitCode:
    """ROWS_LEFT where a row has one of the statuses that were named; without any, finding something is no failure."""
    failing = any(finding.scan_status in fail_on for finding in finished.outcome.scan.findings)
    return ExitCode.ROWS_LEFT if failing else ExitCode.DONE


def _save(root: Path, finished: LocalRun, exit_code: ExitCode) -> None:
    from bot.cli.local_run_folder import save_run
    from bot.cli.run_home import new_run_id

    folder = save_run(root, new_run_id(), finished, RunMode.SCAN, exit_code)
    show([((f"Run folder: {folder}", ""),)], stderr=True)
