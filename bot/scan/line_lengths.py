"""How long a line may be by one settings file.

Sources: Ruff, "Configuring Ruff" and the setting `line-length` (88 by default, `extend` takes it over from another
file); Black, "Configuration via a file" (88 by default); YAPF, "Formatting style" (`column_limit`); flake8 and
pycodestyle, "Configuration" (`max-line-length`); EditorConfig's `max_line_length`.
"""

import re
from collections.abc import Mapping
from typing import Any

from bot.scan.formatter_settings import LONGEST, SHORTEST, LineLengths, first_of
from bot.scan.manifests.ini_lines import ini_lines
from bot.scan.manifests.reading import UnreadableManifest
from bot.scan.manifests.toml_text import TomlText

_USUAL = 88
_RUFF_FILES = frozenset({"ruff.toml", ".ruff.toml"})
_INI_FILES = frozenset({"setup.cfg", "tox.ini", ".flake8", ".style.yapf", ".editorconfig"})
_FORMATTER_OPTIONS = frozenset({("yapf", "column_limit"), ("style", "column_limit")})
_LINTERS = frozenset({"flake8", "pycodestyle", "pep8"})
_NUMBER = re.compile(r"\d{1,4}")
_EVERY_PYTHON_FILE = re.compile(r"\*|\*\.py|\*\.\{(?:[^{}]*,)?\s*py\s*(?:,[^{}]*)?\}")


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
        formatter=first_of([*map(_bounded, written), usual]),
        linter=_bounded(toml.table("tool", "flake8").get("max-line-length")),
    )


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
    return value if isinstance(value, int) and SHORTEST <= value <= LONGEST else None
