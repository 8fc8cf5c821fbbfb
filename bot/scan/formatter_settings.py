"""How long a line may be by the settings of a repository's formatter, or of its linter where it has none.

Sources: Ruff, "Configuring Ruff" and the setting `line-length` (88 by default, `extend` takes it over from another
file); Black, "Configuration via a file" (88 by default); YAPF, "Formatting style" (`column_limit`); flake8 and
pycodestyle, "Configuration" (`max-line-length`); EditorConfig's `max_line_length`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Annotated, Any

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.scan.manifests.ini_lines import ini_lines
from bot.scan.manifests.reading import UnreadableManifest
from bot.scan.manifests.toml_text import TomlText

_USUAL = 88
_SHORTEST, _LONGEST = 20, 1_000
_RUFF_FILES = frozenset({"ruff.toml", ".ruff.toml"})
_INI_FILES = frozenset({"setup.cfg", "tox.ini", ".flake8", ".style.yapf", ".editorconfig"})
SETTINGS_FILES = (
    *(".ruff.toml", "ruff.toml", "pyproject.toml", ".style.yapf"),
    *("setup.cfg", "tox.ini", ".flake8", ".editorconfig"),
)
"""The files that are read, in the order in which they win within one folder."""

_FORMATTER_OPTIONS = frozenset({("yapf", "column_limit"), ("style", "column_limit")})
_LINTERS = frozenset({"flake8", "pycodestyle", "pep8"})
_NUMBER = re.compile(r"\d{1,4}")
_EVERY_PYTHON_FILE = re.compile(r"\*|\*\.py|\*\.\{(?:[^{}]*,)?\s*py\s*(?:,[^{}]*)?\}")
_Length = Annotated[int, Bounds(ge=_SHORTEST, le=_LONGEST)]


class LineLengths(LightRecord):
    """What one settings file says, in columns: by a formatter, and by a linter or an editor."""

    formatter: _Length | None = None
    linter: _Length | None = None


def line_lengths(name: str, text: str) -> LineLengths:
    """What the settings file of that name says; nothing where it cannot be read."""
    if name in _INI_FILES:
        return _of_ini(name, text)
    try:
        toml = TomlText(text)
    except UnreadableManifest:
        return LineLengths()
    if name in _RUFF_FILES:
        return LineLengths(formatter=_of_ruff(toml.data))
    tools = toml.table("tool")
    ruff, black, yapf = (toml.table("tool", tool) for tool in ("ruff", "black", "yapf"))
    written = (ruff.get("line-length"), black.get("line-length"), black.get("line_length"), yapf.get("column_limit"))
    usual = _USUAL if "black" in tools else _of_ruff(ruff) if "ruff" in tools else None
    return LineLengths(
        formatter=_first([*map(_bounded, written), usual]),
        linter=_bounded(toml.table("tool", "flake8").get("max-line-length")),
    )


def governing(path: str, found: Mapping[str, LineLengths]) -> int | None:
    """The length that holds for the file at `path`: the nearest formatter's, else the nearest linter's."""
    folders = [*PurePosixPath(path).parents]
    nearest = [found[file] for folder in folders for file in _settings_in(folder) if file in found]
    return _first([*(one.formatter for one in nearest), *(one.linter for one in nearest)])


def settings_above(paths: Iterable[str], listed: Iterable[str]) -> list[str]:
    """The listed settings files that may hold for one of the paths."""
    folders = {folder for path in paths for folder in PurePosixPath(path).parents}
    return sorted({file for folder in folders for file in _settings_in(folder)}.intersection(listed))


def _settings_in(folder: PurePosixPath) -> Iterator[str]:
    return ((folder / name).as_posix() for name in SETTINGS_FILES)


def _of_ruff(table: Mapping[str, Any]) -> int | None:
    """Ruff's own length; the usual one unless it is taken over from another file."""
    return _bounded(table.get("line-length")) or (None if "extend" in table else _USUAL)


def _of_ini(name: str, text: str) -> LineLengths:
    formatter: int | None = None
    linter: int | None = None
    for line in ini_lines(text):
        number = _NUMBER.match(line.text)
        length = _bounded(int(number.group())) if number is not None else None
        option = line.option.replace("_", "-")
        if name == ".editorconfig":
            if option == "max-line-length" and _EVERY_PYTHON_FILE.fullmatch(line.section):
                linter = length
        elif (line.section, line.option) in _FORMATTER_OPTIONS:
            formatter = length
        elif option == "max-line-length" and line.section in _LINTERS:
            linter = length
    return LineLengths(formatter=formatter, linter=linter)


def _bounded(value: object) -> int | None:
    return value if isinstance(value, int) and _SHORTEST <= value <= _LONGEST else None


def _first(lengths: Iterable[int | None]) -> int | None:
    return next((length for length in lengths if length is not None), None)
