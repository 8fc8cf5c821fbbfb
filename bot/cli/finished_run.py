"""A run folder read again: its run.json, checked, and the files that run.json vouches for."""

from hashlib import sha256
from pathlib import Path

from bot.cli.errors import CommandError
from bot.evidence.run_folder import RUN
from bot.models.reading import MisfitError, read_json
from bot.models.run import RunDocument


def read_run(folder: Path) -> RunDocument:
    """run.json of the folder; CommandError where there is none, or it is no run.json of this version."""
    try:
        return read_json(RunDocument, (folder / RUN).read_bytes())
    except OSError as error:
        raise CommandError(f"{folder} is no run folder: {RUN} cannot be read.") from error
    except MisfitError as error:
        raise CommandError(f"{folder / RUN} was not written by this version of Obelize, or was changed.") from error


def vouched(folder: Path, path: str, expected_sha256: str) -> bytes:
    """A file of the folder, which has to have the hash."""
    if not (folder / path).resolve().is_relative_to(folder.resolve()):
        raise CommandError(f"The run folder is not whole: {path} is missing.")
    try:
        data = (folder / path).read_bytes()
    except OSError as error:
        raise CommandError(f"The run folder is not whole: {path} is missing.") from error
    if sha256(data).hexdigest() != expected_sha256:
        raise CommandError(f"The run folder was changed: {path} does not have the hash in {RUN}.")
    return data
