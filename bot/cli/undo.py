"""`obelize undo`: the files that a run wrote get the bytes that they had before, unless somebody changed them since."""

import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.cli.child_run import save_child_run
from bot.cli.errors import CommandError
from bot.cli.finished_run import read_run, vouched
from bot.cli.run_home import RunHome, is_interrupted
from bot.cli.terminal import count, output, shown
from bot.cli.written_run import newest_written, wrote
from bot.evidence.run_folder import JOURNAL, UNDO, snapshot
from bot.models.document import FORMAT_VERSION, document
from bot.models.journal import Journal
from bot.models.names import RunId
from bot.models.reading import MisfitError, read_json
from bot.models.undo import UndoDocument
from bot.vocabulary import ExitCode, UndoSkip
from bot.writing.undo import Touched, Undone, undo


def undo_command(root: Path, run_id: str | None) -> ExitCode:
    """Put back what can be put back, say what was left and why, and keep a run folder of it."""
    started = dt.datetime.now(dt.UTC)
    home = RunHome(root)
    folder = home.find(run_id) if run_id is not None else newest_written(home)
    files = _touched(folder)
    undone = undo(root, files, _originals(folder, files).__getitem__)
    if undone.whole:
        (folder / JOURNAL).unlink(missing_ok=True)
    exit_code = ExitCode.DONE if undone.whole else ExitCode.POLICY_REFUSED
    record = UndoDocument(
        version=FORMAT_VERSION, undone=RunId(folder.name), restored=undone.restored, skipped=undone.skipped
    )
    kept = save_child_run(root, record.undone, started, exit_code, {UNDO: document(record)})
    _show(undone, folder, kept)
    return exit_code


def _touched(folder: Path) -> list[Touched]:
    if not is_interrupted(folder):
        document = read_run(folder)
        if not wrote(folder, document):
            raise CommandError(f"The run {folder.name} wrote nothing, so there is nothing to undo.")
        return [Touched(one.path, one.before_sha256, one.after_sha256) for one in document.file_edits]
    try:
        journal = read_json(Journal, (folder / JOURNAL).read_bytes())
    except MisfitError as error:
        raise CommandError(f"{folder / JOURNAL} was not written by this version of Obelize, or was changed.") from error
    return [Touched(one.path, one.before_sha256, one.after_sha256, one.temporary) for one in journal.files]


def _originals(folder: Path, files: Sequence[Touched]) -> Mapping[str, bytes]:
    """Every original by its hash, read before the first file is put back."""
    wanted = {one.before_sha256 for one in files}
    return {sha: vouched(folder, snapshot("before", sha), sha) for sha in sorted(wanted)}


def _show(undone: Undone, folder: Path, kept: Path) -> None:
    console = output()
    console.print(f"Put back: {count(len(undone.restored), 'file')} of the run {folder.name}.")
    as_before = [one for one in undone.skipped if one.reason is UndoSkip.AS_BEFORE]
    if as_before:
        console.print(f"As before already: {count(len(as_before), 'file')}.")
    for one in undone.skipped:
        if one.reason is not UndoSkip.AS_BEFORE:
            detail = f" ({shown(one.detail)})" if one.detail else ""
            console.print(f"Left as it is, {shown(one.path)}: {one.reason.sentence}{detail} {one.reason.action}")
    if not undone.whole:
        console.print(f"The originals are in {folder / 'snapshots' / 'before'}, named by their SHA-256.")
    console.print(f"What was done is recorded in {kept / UNDO}.")
