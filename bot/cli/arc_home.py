"""Where the terminal keeps its arcs: a file each in `.obelize/relay/`, exchanged as a whole before anything is shown.

A process that is killed has kept the arc or changed nothing, and a turn that was lost is emitted again as it was.
"""

import contextlib
import os
import tempfile
from pathlib import Path

from bot.cli.errors import CommandError
from bot.cli.run_home import RunHome
from bot.evidence.arc_file import arc_document
from bot.models.arc import Arc, ArcDocument
from bot.models.reading import MisfitError, read_json


def kept_arc(root: Path, arc: Arc) -> Arc:
    """The arc of that id as it was kept last; the one that is given where none was."""
    path = RunHome(root).make_arcs() / f"{arc.id}.json"
    if path.is_symlink():
        raise CommandError(f"{path} is a link, which is not followed. Remove it.")
    try:
        return read_json(ArcDocument, path.read_bytes()).arc
    except FileNotFoundError:
        return arc
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except MisfitError as error:
        raise CommandError(
            f"{path} was not written by this version of Obelize, or was changed. Remove it to begin anew."
        ) from error


def keep_arc(root: Path, arc: Arc) -> None:
    """Keep it; on the disk when this returns."""
    folder = RunHome(root).make_arcs()
    descriptor, name = tempfile.mkstemp(dir=folder, prefix=f"{arc.id}.", suffix=".new")
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(arc_document(arc))
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(folder / f"{arc.id}.json")
    except OSError as error:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise CommandError(f"The arc cannot be kept in {folder}: {error.strerror}. Nothing was changed.") from error
