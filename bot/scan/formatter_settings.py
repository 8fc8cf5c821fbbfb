"""How long a line may be by the settings of a repository's formatter, or of its linter where it has none: which
settings files hold for a file. What one of them says is read in `line_lengths`, in the analyser.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord

SHORTEST, LONGEST = 20, 1_000
SETTINGS_FILES = (
    *(".ruff.toml", "ruff.toml", "pyproject.toml", ".style.yapf"),
    *("setup.cfg", "tox.ini", ".flake8", ".editorconfig"),
)
"""The files that are read, in the order in which they win within one folder."""

_Length = Annotated[int, Bounds(ge=SHORTEST, le=LONGEST)]


class LineLengths(LightRecord):
    """What one settings file says, in columns: by a formatter, and by a linter or an editor."""

    formatter: _Length | None = None
    linter: _Length | None = None


def governing(path: str, found: Mapping[str, LineLengths]) -> int | None:
    """The length that holds for the file at `path`: the nearest formatter's, else the nearest linter's."""
    folders = [*PurePosixPath(path).parents]
    nearest = [found[file] for folder in folders for file in _settings_in(folder) if file in found]
    return first_of([*(one.formatter for one in nearest), *(one.linter for one in nearest)])


def settings_above(paths: Iterable[str], listed: Iterable[str]) -> list[str]:
    """The listed settings files that may hold for one of the paths."""
    folders = {folder for path in paths for folder in PurePosixPath(path).parents}
    return sorted({file for folder in folders for file in _settings_in(folder)}.intersection(listed))


def _settings_in(folder: PurePosixPath) -> Iterator[str]:
    return ((folder / name).as_posix() for name in SETTINGS_FILES)


def first_of(lengths: Iterable[int | None]) -> int | None:
    """The first that is there."""
    return next((length for length in lengths if length is not None), None)
