"""`.obelize/` of a repository at the terminal: where run folders are made, found and read again.

The repository could have put anything there, so nothing under it is reached through a link.
"""

import contextlib
import datetime as dt
import os
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path

from bot.cli.errors import CommandError
from bot.evidence.run_folder import JOURNAL, RUN
from bot.models.names import RunId
from bot.models.run_ids import is_run_id, made_run_id
from bot.models.struct import Frozen

HOME = ".obelize"


def new_run_id() -> RunId:
    """UTC to the second, then 8 random hexadecimal digits."""
    return made_run_id(dt.datetime.now(dt.UTC), secrets.token_hex(4))


class RunHome(Frozen):
    """The `.obelize/` of the folder `root`, which need not exist yet."""

    root: Path

    def make(self, run_id: RunId) -> Path:
        """The folder of a run of this process, which git ignores; CommandError where it cannot be made."""
        return self._made(self._runs / run_id)

    def make_arcs(self) -> Path:
        """The folder of the arcs of the relay, which git ignores; CommandError where it cannot be made."""
        return self._made(self._arcs)

    def _made(self, folder: Path) -> Path:
        self._refuse_links()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{folder} cannot be made: {error.strerror}. Nothing was written.") from error
        _put(self._home / ".gitignore", "*\n")
        return folder

    def name_latest(self, run_id: RunId) -> None:
        """Say which run was the last to be completed."""
        _put(self._home / "latest", f"{run_id}\n")

    def find(self, run_id: str) -> Path:
        """The folder of a run; CommandError where there is none of that name."""
        self._refuse_links()
        if is_run_id(run_id) and run_id in self._ids():
            return self._runs / run_id
        raise CommandError(
            f"There is no run {run_id!a} under {self._runs}. `obelize fix` names the run that it made; look there."
        )

    def newest_first(self) -> Iterator[Path]:
        """Every run folder, complete or not."""
        self._refuse_links()
        return (self._runs / run_id for run_id in self._ids())

    def interrupted(self) -> Iterator[Path]:
        """The folders of applies that were interrupted and not taken back, newest first."""
        return (folder for folder in self.newest_first() if is_interrupted(folder))

    @property
    def _home(self) -> Path:
        return self.root / HOME

    @property
    def _runs(self) -> Path:
        return self._home / "runs"

    @property
    def _arcs(self) -> Path:
        return self._home / "relay"

    def _ids(self) -> list[str]:
        try:
            with os.scandir(self._runs) as found:
                return sorted((one.name for one in found if one.is_dir(follow_symlinks=False)), reverse=True)
        except OSError:
            return []

    def _refuse_links(self) -> None:
        if any(folder.is_symlink() for folder in (self._home, self._runs, self._arcs)):
            raise CommandError(
                f"{self._home} leads somewhere else through a link. Remove the link; nothing was written."
            )


def is_interrupted(folder: Path) -> bool:
    """Whether an apply began to write and did not come to its end."""
    return (folder / JOURNAL).is_file() and not (folder / RUN).exists()


def put_files(folder: Path, files: Mapping[str, bytes], *, lasting: bool = False) -> None:
    """Write files of a run folder; `lasting` ones are on the disk when this returns."""
    folders = {folder}
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        folders |= {path.parent, path.parent.parent}
        with path.open("wb") as out:
            out.write(data)
            if lasting:
                out.flush()
                os.fsync(out.fileno())
    for each in folders if lasting else ():
        _sync_folder(each)


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _put(path: Path, text: str) -> None:
    """Write a file whose name the repository could have taken: a link there is replaced, never followed."""
    if path.is_symlink():
        path.unlink()
    path.write_text(text, encoding="utf-8")
