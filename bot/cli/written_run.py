"""Which runs at the terminal changed files: those that can be undone, and verified again."""

from pathlib import Path

from bot.cli.errors import CommandError
from bot.cli.finished_run import read_run
from bot.cli.run_home import RunHome, is_interrupted
from bot.evidence.run_folder import RUN
from bot.models.run import RunDocument
from bot.vocabulary import RunMode


def wrote(folder: Path, document: RunDocument) -> bool:
    """Whether the run changed files; only then it keeps what they held before."""
    return document.mode is RunMode.APPLY and bool(document.file_edits) and (folder / "snapshots" / "before").is_dir()


def newest_written(home: RunHome) -> Path:
    """The newest run that wrote, an interrupted one included; CommandError where there is none."""
    for folder in home.newest_first():
        if is_interrupted(folder) or ((folder / RUN).is_file() and wrote(folder, read_run(folder))):
            return folder
    raise CommandError(f"No run under {home.root} has written anything. `obelize fix --apply` does.")
